// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#ifndef CCOLORKERNEL_H
#define CCOLORKERNEL_H

#include <stddef.h>
#include <stdint.h>

/// The numbers inside. Every build of the kernel keeps to them, so that all give the same bits.
///
/// Samples are taken as codes of 10 bits (8-bit codes times 4) with three bits of fraction, which
/// hold chroma that is interpolated both ways without rounding, but for centred chroma, which needs
/// a fourth. R'G'B' is a coordinate of 0 to 65536. Y'CbCr comes out of a table with 5 bits below a
/// code of 10 bits and out of the interpolation with 15.
enum {
  /// Points along each axis of a table.
  CCOLORKERNEL_POINTS = 65,
  /// Points of a table in memory: those of the cube, and those that the interpolation reads beyond
  /// its far corner with a weight of zero.
  CCOLORKERNEL_STORED_POINTS = 65 * 65 * 65 + 65 * 65 + 65 + 3,
  /// Values of the curve from a coordinate to light: one for each 16 steps of the coordinate.
  CCOLORKERNEL_DECODE_COUNT = 4097,
  /// Values for each octave of light in the curves from light.
  CCOLORKERNEL_OCTAVE = 512,
};

/// Where the first sample of chroma lies (H.273 section 8.7).
enum {
  /// On the left column, between the first two rows.
  CCOLORKERNEL_LEFT = 0,
  /// Between the first two columns and rows.
  CCOLORKERNEL_CENTER = 1,
  /// On the first sample of luma.
  CCOLORKERNEL_TOP_LEFT = 2,
};

/// A picture in planes of 4:2:0 to read from.
typedef struct CColorKernel_Source {
  /// The first sample of luma, Cb and Cr: bytes at 8 bits, else 16-bit words in host order.
  const void *_Nonnull planes[3];
  /// The bytes from one row to the next, for luma and for both chroma planes.
  ptrdiff_t strides[2];
  /// The size in luma samples; chroma planes have half of it, rounded up.
  int32_t width, height;
  /// 8 or 10.
  int32_t bitDepth;
  /// Where chroma lies.
  int32_t chromaLocation;
} CColorKernel_Source;

/// A picture in planes of 4:2:0 to write to, with chroma on the left.
typedef struct CColorKernel_Target {
  /// The first sample of luma, Cb and Cr of the first row that is written.
  void *_Nonnull planes[3];
  /// The bytes from one row to the next, for luma and for both chroma planes.
  ptrdiff_t strides[2];
  /// 8 or 10. What does not fit is dithered on the way to 8 and rounded on the way to 10.
  int32_t bitDepth;
} CColorKernel_Target;

/// From samples to coordinates: weights with 10 bits of fraction.
typedef struct CColorKernel_Matrix {
  /// The sample of black, in eighths of a 10-bit code.
  int16_t black;
  /// What an eighth of a code adds to the coordinates.
  int16_t luma, crToRed, cbToGreen, crToGreen, cbToBlue;
} CColorKernel_Matrix;

/// A conversion by curves: to light, a matrix, a gain by luminance, and a curve from light.
typedef struct CColorKernel_Curves {
  /// Light for each coordinate.
  const float *_Nonnull decode;
  /// The matrix on light, row after row.
  float matrix[9];
  /// The weights of luminance.
  float weights[3];
  /// The factor on all components for each luminance, or null for none.
  const float *_Nullable gain;
  /// The signal, 0 to 1, for each light.
  const float *_Nonnull encode;
  /// `gain` and `encode` start at light of two to the power of this and take darker light for it.
  int32_t firstOctave;
  /// Their octaves; brighter light counts as their end.
  int32_t octaves;
  /// From signals to Y'CbCr with 15 bits below a 10-bit code, row after row.
  float yCbCr[9];
  /// What is added to Y', Cb and Cr.
  float offset[3];
} CColorKernel_Curves;

/// What is done to the picture.
typedef struct CColorKernel_Conversion {
  CColorKernel_Matrix matrix;
  /// Y', Cb - neutral, Cr - neutral and 0 for each point, with 5 bits below a 10-bit code: red runs
  /// fastest, then green. Null where `curves` are used instead.
  const int16_t *_Nullable points;
  /// Read only where `points` is null.
  CColorKernel_Curves curves;
} CColorKernel_Conversion;

/// Whether this processor has the instructions of the fast build.
int32_t CColorKernel_hasAVX2(void);

/// Converts rows of a picture. Calls on different rows may run at the same time.
///
/// `firstRow` is even, and the planes of `target` start there; `endRow` is even or the height.
/// With `useAVX2` at 1, the processor must have the instructions.
void CColorKernel_convert(
    const CColorKernel_Conversion *_Nonnull conversion, const CColorKernel_Source *_Nonnull source,
    const CColorKernel_Target *_Nonnull target, int32_t firstRow, int32_t endRow, int32_t useAVX2);

/// Counts the pixels of rows by the largest of their coordinates in R'G'B', in steps of 16: adds to
/// `histogram`, which has CCOLORKERNEL_DECODE_COUNT counts.
void CColorKernel_measure(
    const CColorKernel_Matrix *_Nonnull matrix, const CColorKernel_Source *_Nonnull source,
    uint32_t *_Nonnull histogram, int32_t firstRow, int32_t endRow, int32_t useAVX2);

/// Changes the depth of one plane and nothing else; rows are counted from its first.
///
/// Equal depths copy. 10 bits become 8 by dithering, 8 bits become 10 by a shift.
void CColorKernel_requantize(
    const void *_Nonnull source, ptrdiff_t sourceStride, int32_t sourceDepth,
    void *_Nonnull target, ptrdiff_t targetStride, int32_t targetDepth, int32_t width,
    int32_t firstRow, int32_t endRow);

#endif
