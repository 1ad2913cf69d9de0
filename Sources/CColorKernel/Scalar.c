// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#include "Builds.h"
#include "Curves.h"
#include "Rows.h"

/// Tetrahedral interpolation: from the near corner of a cell to the far one along its edges, those
/// of the largest fraction first.
static void table(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count) {
  enum { RED = 1, GREEN = CCOLORKERNEL_POINTS, BLUE = CCOLORKERNEL_POINTS * CCOLORKERNEL_POINTS };
  Coordinates at;
  findCoordinates(&at, &conversion->matrix, block, count);
  for (int32_t i = 0; i < count; i++) {
    int32_t red = at.red[i], green = at.green[i], blue = at.blue[i];
    int32_t fr = red & 1023, fg = green & 1023, fb = blue & 1023;
    int32_t most = maximum(maximum(fr, fg), fb);
    int32_t least = minimum(minimum(fr, fg), fb);
    int32_t middle = fr + fg + fb - most - least;
    int32_t firstStep = fr == most ? RED : fg == most ? GREEN : BLUE;
    int32_t lastStep = fr == least ? RED : fg == least ? GREEN : BLUE;
    int32_t base = (red >> 10) * RED + (green >> 10) * GREEN + (blue >> 10) * BLUE;
    const int16_t *p0 = conversion->points + 4 * base;
    const int16_t *p1 = p0 + 4 * firstStep;
    const int16_t *p3 = p0 + 4 * (RED + GREEN + BLUE);
    const int16_t *p2 = p3 - 4 * lastStep;
    int32_t w0 = 1024 - most, w1 = most - middle, w2 = middle - least, w3 = least;
    result->luma[i] = p0[0] * w0 + p1[0] * w1 + p2[0] * w2 + p3[0] * w3;
    result->cb[i] = p0[1] * w0 + p1[1] * w1 + p2[1] * w2 + p3[1] * w3;
    result->cr[i] = p0[2] * w0 + p1[2] * w1 + p2[2] * w2 + p3[2] * w3;
  }
}

void CColorKernel_convertScalar(
    const CColorKernel_Conversion *conversion, const CColorKernel_Source *source,
    const CColorKernel_Target *target, int32_t firstRow, int32_t endRow) {
  convertRows(conversion, source, target, firstRow, endRow, table);
}

void CColorKernel_measureScalar(
    const CColorKernel_Matrix *matrix, const CColorKernel_Source *source, uint32_t *histogram,
    int32_t firstRow, int32_t endRow) {
  measureRows(matrix, source, histogram, firstRow, endRow);
}
