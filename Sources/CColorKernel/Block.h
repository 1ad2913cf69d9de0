// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// How pixels come in, once for every build: inlined into a function that may use AVX2, the compiler
// vectorises it; the arithmetic is on integers and so stays the same.

#ifndef CCOLORKERNEL_BLOCK_H
#define CCOLORKERNEL_BLOCK_H

#include <string.h>

#include "CColorKernel.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "samples are handled in little-endian pairs"
#endif

#define CCOLORKERNEL_INLINE static inline __attribute__((always_inline))

enum {
  /// Pixels that are converted at a time: what is in between stays in the first-level cache.
  BLOCK = 256,
  /// Room behind them, for vectors that reach over.
  SLACK = 16,
};

/// The loops below run over whole vectors, up to this count; what they do beyond the end of a row
/// stays in their own buffers.
CCOLORKERNEL_INLINE int32_t padded(int32_t count) { return (count + SLACK - 1) & ~(SLACK - 1); }

/// Samples on their way in, in eighths of a 10-bit code around black and neutral.
typedef struct Block {
  int16_t luma[BLOCK + SLACK], cb[BLOCK + SLACK], cr[BLOCK + SLACK];
} Block;

/// Y'CbCr on its way out, with 15 bits below a 10-bit code.
typedef struct Result {
  int32_t luma[BLOCK + SLACK], cb[BLOCK + SLACK], cr[BLOCK + SLACK];
} Result;

/// Converts the pixels of a block; the count is one of whole vectors.
typedef void Stage(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count);

CCOLORKERNEL_INLINE int32_t minimum(int32_t a, int32_t b) { return a < b ? a : b; }
CCOLORKERNEL_INLINE int32_t maximum(int32_t a, int32_t b) { return a > b ? a : b; }

/// Reads samples as 10-bit codes. Bits above the depth are not looked at.
CCOLORKERNEL_INLINE void readCodes(
    int16_t *out, const void *row, int32_t bitDepth, int32_t first, int32_t count) {
  if (bitDepth == 8) {
    const uint8_t *in = (const uint8_t *)row + first;
    for (int32_t i = 0; i < count; i++) out[i] = (int16_t)(in[i] << 2);
  } else {
    const uint16_t *in = (const uint16_t *)row + first;
    for (int32_t i = 0; i < count; i++) out[i] = (int16_t)(in[i] & 1023);
  }
}

/// Reads a row of chroma from the sample before the block to the one behind it; at the ends of the
/// row the last sample stands for the next.
CCOLORKERNEL_INLINE void readChromaRow(
    int16_t *out, const void *row, int32_t bitDepth, int32_t first, int32_t chroma,
    int32_t planeWidth) {
  int32_t before = minimum(first, 1);
  int32_t available = minimum(chroma + 1, planeWidth - first);
  readCodes(out + 1 - before, row, bitDepth, first - before, available + before);
  if (before == 0) out[0] = out[1];
  if (available == chroma) out[chroma + 1] = out[chroma];
}

/// Interpolates chroma for a row of pixels from the two rows around it, by weights that add up to
/// 4, and from the samples on both sides.
CCOLORKERNEL_INLINE void readChroma(
    int16_t *out, const void *near, const void *far, int32_t farWeight, int32_t isCentered,
    int32_t bitDepth, int32_t first, int32_t count, int32_t planeWidth) {
  int16_t a[BLOCK / 2 + 2 * SLACK] = {0}, b[BLOCK / 2 + 2 * SLACK] = {0};
  int32_t chroma = (count + 1) / 2;
  readChromaRow(a, near, bitDepth, first, chroma, planeWidth);
  readChromaRow(b, far, bitDepth, first, chroma, planeWidth);
  int16_t w = (int16_t)farWeight, v = (int16_t)(4 - farWeight);
  for (int32_t i = 0; i < padded(chroma + 2); i++) a[i] = (int16_t)(a[i] * v + b[i] * w);
  // Two pixels at a time, which compilers vectorise; storing every other one they do not.
  uint32_t twins[BLOCK / 2 + SLACK];
  if (isCentered) {
    for (int32_t i = 0; i < padded(chroma); i++) {
      int16_t even = (int16_t)((a[i] + 3 * a[i + 1] + 1) >> 1);
      int16_t odd = (int16_t)((3 * a[i + 1] + a[i + 2] + 1) >> 1);
      twins[i] = (uint16_t)(even - 4096) | (uint32_t)(uint16_t)(odd - 4096) << 16;
    }
  } else {
    for (int32_t i = 0; i < padded(chroma); i++) {
      int16_t even = (int16_t)(2 * a[i + 1]), odd = (int16_t)(a[i + 1] + a[i + 2]);
      twins[i] = (uint16_t)(even - 4096) | (uint32_t)(uint16_t)(odd - 4096) << 16;
    }
  }
  memcpy(out, twins, sizeof *twins * (size_t)padded(chroma));
}

/// Reads the pixels of a block from one row.
CCOLORKERNEL_INLINE void readBlock(
    Block *block, const CColorKernel_Source *source, int32_t black, int32_t x, int32_t y,
    int32_t count) {
  int32_t j = y / 2, isOdd = y & 1, last = (source->height + 1) / 2 - 1;
  // Where chroma lies between the rows of a pair, each row leans on the chroma on its side.
  int32_t isTop = source->chromaLocation == CCOLORKERNEL_TOP_LEFT;
  int32_t far = isOdd ? minimum(j + 1, last) : isTop ? j : maximum(j - 1, 0);
  int32_t farWeight = isTop ? 2 * isOdd : 1;
  readCodes(
      block->luma, (const uint8_t *)source->planes[0] + y * source->strides[0], source->bitDepth,
      x, count);
  for (int32_t i = 0; i < padded(count); i++)
    block->luma[i] = (int16_t)(block->luma[i] * 8 - black);
  for (int32_t c = 0; c < 2; c++) {
    const uint8_t *plane = (const uint8_t *)source->planes[1 + c];
    readChroma(
        c == 0 ? block->cb : block->cr, plane + j * source->strides[1],
        plane + far * source->strides[1], farWeight,
        source->chromaLocation == CCOLORKERNEL_CENTER, source->bitDepth, x / 2, count,
        (source->width + 1) / 2);
  }
}

#endif
