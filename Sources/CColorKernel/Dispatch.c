// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#include <string.h>

#include "Builds.h"
#include "Rows.h"

int32_t CColorKernel_hasAVX2(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") ? 1 : 0;
#else
  return 0;
#endif
}

void CColorKernel_convert(
    const CColorKernel_Conversion *conversion, const CColorKernel_Source *source,
    const CColorKernel_Target *target, int32_t firstRow, int32_t endRow, int32_t useAVX2) {
#if defined(__x86_64__)
  if (useAVX2) {
    CColorKernel_convertAVX2(conversion, source, target, firstRow, endRow);
    return;
  }
#endif
  CColorKernel_convertScalar(conversion, source, target, firstRow, endRow);
}

void CColorKernel_measure(
    const CColorKernel_Matrix *matrix, const CColorKernel_Source *source, uint32_t *histogram,
    int32_t firstRow, int32_t endRow, int32_t useAVX2) {
#if defined(__x86_64__)
  if (useAVX2) {
    CColorKernel_measureAVX2(matrix, source, histogram, firstRow, endRow);
    return;
  }
#endif
  CColorKernel_measureScalar(matrix, source, histogram, firstRow, endRow);
}

void CColorKernel_requantize(
    const void *source, ptrdiff_t sourceStride, int32_t sourceDepth, void *target,
    ptrdiff_t targetStride, int32_t targetDepth, int32_t width, int32_t firstRow,
    int32_t endRow) {
  for (int32_t y = firstRow; y < endRow; y++) {
    const uint8_t *in = (const uint8_t *)source + y * sourceStride;
    uint8_t *out = (uint8_t *)target + (y - firstRow) * targetStride;
    if (sourceDepth == targetDepth) {
      memcpy(out, in, (size_t)width * (sourceDepth == 8 ? 1 : 2));
    } else if (targetDepth == 8) {
      const uint16_t *codes = (const uint16_t *)in;
      // 255 is as far as 1023 may go.
      for (int32_t x = 0; x < width; x++)
        out[x] = (uint8_t)minimum(((codes[x] & 1023) * 32 + dither[y & 7][x & 7]) >> 7, 255);
    } else {
      uint16_t *codes = (uint16_t *)out;
      for (int32_t x = 0; x < width; x++) codes[x] = (uint16_t)(in[x] << 2);
    }
  }
}
