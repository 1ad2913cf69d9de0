// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// The steps around the conversion proper, once for every build: inlined into a function that may
// use AVX2, the compiler vectorises them; the arithmetic is on integers and so stays the same.

#ifndef CCOLORKERNEL_ROWS_H
#define CCOLORKERNEL_ROWS_H

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

/// Converts the pixels of a block, in vectors that may reach over its end by 7.
typedef void Stage(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count);

/// An ordered dither (Bayer) in 128ths: (2k + 1) / 128, so that what is exact stays exact.
static const int32_t dither[8][8] = {
    {1, 65, 17, 81, 5, 69, 21, 85},      {97, 33, 113, 49, 101, 37, 117, 53},
    {25, 89, 9, 73, 29, 93, 13, 77},     {121, 57, 105, 41, 125, 61, 109, 45},
    {7, 71, 23, 87, 3, 67, 19, 83},      {103, 39, 119, 55, 99, 35, 115, 51},
    {31, 95, 15, 79, 27, 91, 11, 75},    {127, 63, 111, 47, 123, 59, 107, 43},
};

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

/// Writes samples of 8 bits: the integers below `in` over two to the power of `shift` and dither.
CCOLORKERNEL_INLINE void writeDithered(
    uint8_t *out, const int32_t *in, int32_t shift, int32_t offset, int32_t count, int32_t y) {
  uint8_t row[BLOCK + SLACK];
  int32_t d[8];
  for (int32_t k = 0; k < 8; k++) d[k] = (dither[y & 7][k] << (shift - 7)) + (offset << shift);
  for (int32_t x = 0; x < padded(count); x += 8)
    for (int32_t k = 0; k < 8; k++) row[x + k] = (uint8_t)((in[x + k] + d[k]) >> shift);
  memcpy(out, row, (size_t)count);
}

/// Writes samples of 10 bits: the integers nearest to `in` over two to the power of `shift`.
CCOLORKERNEL_INLINE void writeRounded(
    uint16_t *out, const int32_t *in, int32_t shift, int32_t offset, int32_t count) {
  uint16_t row[BLOCK + SLACK];
  int32_t add = (1 << (shift - 1)) + (offset << shift);
  for (int32_t x = 0; x < padded(count); x++) row[x] = (uint16_t)((in[x] + add) >> shift);
  memcpy(out, row, (size_t)count * sizeof *row);
}

/// Writes samples that have `bits` below a 10-bit code, around `offset` in codes of 8 bits.
CCOLORKERNEL_INLINE void writeSamples(
    void *row, int32_t bitDepth, const int32_t *in, int32_t bits, int32_t offset, int32_t first,
    int32_t count, int32_t y) {
  if (bitDepth == 8) {
    writeDithered((uint8_t *)row + first, in, bits + 2, offset, count, y);
  } else {
    writeRounded((uint16_t *)row + first, in, bits, offset * 4, count);
  }
}

/// Adds up two rows of chroma and filters them to every other pixel. On the left means on the even
/// pixel, so the filter is 1, 2, 1; `before` is the sum for the pixel before the first, and that
/// of the last is returned in it.
CCOLORKERNEL_INLINE void shrinkChroma(
    int32_t *out, const int32_t *upper, const int32_t *lower, int32_t count, int32_t isFirst,
    int32_t *before) {
  int32_t buffer[BLOCK + 3 * SLACK] = {0};
  int32_t *sum = buffer + SLACK;
  for (int32_t i = 0; i < padded(count); i++) sum[i] = upper[i] + lower[i];
  sum[-1] = isFirst ? sum[0] : *before;
  sum[count] = sum[count - 1];
  *before = sum[count - 1];
  for (int32_t i = 0; i < padded((count + 1) / 2); i++)
    out[i] = sum[2 * i - 1] + 2 * sum[2 * i] + sum[2 * i + 1];
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

/// Converts a pair of rows, or the last row alone.
CCOLORKERNEL_INLINE void convertPair(
    const CColorKernel_Conversion *conversion, const CColorKernel_Source *source,
    const CColorKernel_Target *target, int32_t firstRow, int32_t y, Stage stage) {
  uint8_t *luma = (uint8_t *)target->planes[0] + (y - firstRow) * target->strides[0];
  ptrdiff_t chromaRow = (y - firstRow) / 2 * target->strides[1];
  int32_t rows = minimum(2, source->height - y);
  Block block = {0};
  Result results[2];
  int32_t before[2] = {0, 0};
  for (int32_t x = 0; x < source->width; x += BLOCK) {
    int32_t count = minimum(BLOCK, source->width - x);
    for (int32_t r = 0; r < rows; r++) {
      readBlock(&block, source, conversion->matrix.black, x, y + r, count);
      stage(conversion, &block, &results[r], padded(count));
      writeSamples(
          luma + r * target->strides[0], target->bitDepth, results[r].luma, 15, 0, x, count, y + r);
    }
    // A last row alone stands for two.
    const Result *upper = &results[0], *lower = &results[rows - 1];
    for (int32_t c = 0; c < 2; c++) {
      int32_t sums[BLOCK / 2 + SLACK];
      shrinkChroma(
          sums, c == 0 ? upper->cb : upper->cr, c == 0 ? lower->cb : lower->cr, count, x == 0,
          &before[c]);
      writeSamples(
          (uint8_t *)target->planes[1 + c] + chromaRow, target->bitDepth, sums, 18, 128, x / 2,
          (count + 1) / 2, y / 2);
    }
  }
}

/// Converts rows.
CCOLORKERNEL_INLINE void convertRows(
    const CColorKernel_Conversion *conversion, const CColorKernel_Source *source,
    const CColorKernel_Target *target, int32_t firstRow, int32_t endRow, Stage table,
    Stage curves) {
  Stage *stage = conversion->points ? table : curves;
  for (int32_t y = firstRow; y < endRow; y += 2)
    convertPair(conversion, source, target, firstRow, y, stage);
}

#endif
