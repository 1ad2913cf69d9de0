// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#include <string.h>

#include "Builds.h"
#include "Rows.h"

#pragma clang fp contract(off)

static inline int32_t coordinate(int32_t sum) {
  return minimum(maximum((sum + 512) >> 10, 0), 65536);
}

typedef struct Coordinates {
  int32_t red, green, blue;
} Coordinates;

static inline Coordinates coordinates(const CColorKernel_Matrix *m, const Block *block, int32_t i) {
  int32_t luma = block->luma[i] * m->luma;
  int32_t cb = block->cb[i], cr = block->cr[i];
  return (Coordinates){
      coordinate(luma + cr * m->crToRed),
      coordinate(luma + cb * m->cbToGreen + cr * m->crToGreen),
      coordinate(luma + cb * m->cbToBlue),
  };
}

/// Tetrahedral interpolation: from the near corner of a cell to the far one along its edges, those
/// of the largest fraction first.
static void table(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count) {
  enum { RED = 1, GREEN = CCOLORKERNEL_POINTS, BLUE = CCOLORKERNEL_POINTS * CCOLORKERNEL_POINTS };
  for (int32_t i = 0; i < count; i++) {
    Coordinates at = coordinates(&conversion->matrix, block, i);
    int32_t fr = at.red & 1023, fg = at.green & 1023, fb = at.blue & 1023;
    int32_t most = maximum(maximum(fr, fg), fb);
    int32_t least = minimum(minimum(fr, fg), fb);
    int32_t middle = fr + fg + fb - most - least;
    int32_t firstStep = fr == most ? RED : fg == most ? GREEN : BLUE;
    int32_t lastStep = fr == least ? RED : fg == least ? GREEN : BLUE;
    int32_t base = (at.red >> 10) * RED + (at.green >> 10) * GREEN + (at.blue >> 10) * BLUE;
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

/// The place of light in a curve: the exponent and the first bits of the fraction are a logarithm.
static inline int32_t place(const CColorKernel_Curves *curves, float light) {
  enum { SHIFT = 14 };
  int32_t bits;
  memcpy(&bits, &light, sizeof bits);
  int32_t first = (curves->firstOctave + 127) * CCOLORKERNEL_OCTAVE;
  return minimum(
      maximum((bits >> SHIFT) - first, 0), curves->octaves * CCOLORKERNEL_OCTAVE - 1);
}

static void curves(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count) {
  const CColorKernel_Curves *c = &conversion->curves;
  for (int32_t i = 0; i < count; i++) {
    Coordinates at = coordinates(&conversion->matrix, block, i);
    float r = c->decode[(at.red + 8) >> 4];
    float g = c->decode[(at.green + 8) >> 4];
    float b = c->decode[(at.blue + 8) >> 4];
    float light[3];
    for (int32_t k = 0; k < 3; k++)
      light[k] = (c->matrix[3 * k] * r + c->matrix[3 * k + 1] * g) + c->matrix[3 * k + 2] * b;
    if (c->gain) {
      float luminance =
          (c->weights[0] * light[0] + c->weights[1] * light[1]) + c->weights[2] * light[2];
      float gain = c->gain[place(c, luminance)];
      for (int32_t k = 0; k < 3; k++) light[k] = light[k] * gain;
    }
    for (int32_t k = 0; k < 3; k++) light[k] = c->encode[place(c, light[k])];
    float out[3];
    for (int32_t k = 0; k < 3; k++)
      out[k] = ((c->yCbCr[3 * k] * light[0] + c->yCbCr[3 * k + 1] * light[1]) +
                c->yCbCr[3 * k + 2] * light[2]) + c->offset[k];
    result->luma[i] = (int32_t)out[0];
    result->cb[i] = (int32_t)out[1];
    result->cr[i] = (int32_t)out[2];
  }
}

void CColorKernel_convertScalar(
    const CColorKernel_Conversion *conversion, const CColorKernel_Source *source,
    const CColorKernel_Target *target, int32_t firstRow, int32_t endRow) {
  convertRows(conversion, source, target, firstRow, endRow, table, curves);
}

/// Gives the largest coordinate in place of luma.
static void brightest(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    Coordinates at = coordinates(&conversion->matrix, block, i);
    result->luma[i] = maximum(maximum(at.red, at.green), at.blue);
  }
}

void CColorKernel_measureScalar(
    const CColorKernel_Matrix *matrix, const CColorKernel_Source *source, uint32_t *histogram,
    int32_t firstRow, int32_t endRow) {
  measureRows(matrix, source, histogram, firstRow, endRow, brightest);
}
