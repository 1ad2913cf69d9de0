// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// What is done around the conversion proper, once for every build, as in Block.h.

#ifndef CCOLORKERNEL_ROWS_H
#define CCOLORKERNEL_ROWS_H

#include "Curves.h"

/// An ordered dither (Bayer) in 128ths: (2k + 1) / 128, so that what is exact stays exact.
static const int32_t dither[8][8] = {
    {1, 65, 17, 81, 5, 69, 21, 85},      {97, 33, 113, 49, 101, 37, 117, 53},
    {25, 89, 9, 73, 29, 93, 13, 77},     {121, 57, 105, 41, 125, 61, 109, 45},
    {7, 71, 23, 87, 3, 67, 19, 83},      {103, 39, 119, 55, 99, 35, 115, 51},
    {31, 95, 15, 79, 27, 91, 11, 75},    {127, 63, 111, 47, 123, 59, 107, 43},
};

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

/// Converts rows by curves, or by a stage that knows tables.
CCOLORKERNEL_INLINE void convertRows(
    const CColorKernel_Conversion *conversion, const CColorKernel_Source *source,
    const CColorKernel_Target *target, int32_t firstRow, int32_t endRow, Stage table) {
  for (int32_t y = firstRow; y < endRow; y += 2) {
    if (conversion->points) {
      convertPair(conversion, source, target, firstRow, y, table);
    } else {
      convertPair(conversion, source, target, firstRow, y, convertByCurves);
    }
  }
}

/// Counts the pixels of rows by their brightest component.
CCOLORKERNEL_INLINE void measureRows(
    const CColorKernel_Matrix *matrix, const CColorKernel_Source *source, uint32_t *histogram,
    int32_t firstRow, int32_t endRow) {
  CColorKernel_Conversion conversion = {.matrix = *matrix};
  Block block = {0};
  Result result;
  for (int32_t y = firstRow; y < endRow; y++) {
    for (int32_t x = 0; x < source->width; x += BLOCK) {
      int32_t count = minimum(BLOCK, source->width - x);
      readBlock(&block, source, matrix->black, x, y, count);
      findBrightest(&conversion, &block, &result, padded(count));
      for (int32_t i = 0; i < count; i++) histogram[(result.luma[i] + 8) >> 4]++;
    }
  }
}

#endif
