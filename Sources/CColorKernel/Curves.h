// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// What works on each component by itself, once for every build, as in Block.h. Values of floating
// point are added in one order, which no compiler may change.

#ifndef CCOLORKERNEL_CURVES_H
#define CCOLORKERNEL_CURVES_H

#include "Block.h"

#pragma clang fp contract(off)

/// R'G'B' of a block as coordinates of 0 to 65536.
typedef struct Coordinates {
  int32_t red[BLOCK + SLACK], green[BLOCK + SLACK], blue[BLOCK + SLACK];
} Coordinates;

/// Values for each component of a block.
typedef struct Components {
  float x[BLOCK + SLACK], y[BLOCK + SLACK], z[BLOCK + SLACK];
} Components;

CCOLORKERNEL_INLINE int32_t coordinate(int32_t sum) {
  return minimum(maximum((sum + 512) >> 10, 0), 65536);
}

CCOLORKERNEL_INLINE void findCoordinates(
    Coordinates *out, const CColorKernel_Matrix *matrix, const Block *block, int32_t count) {
  CColorKernel_Matrix m = *matrix;
  for (int32_t i = 0; i < count; i++) {
    int32_t luma = block->luma[i] * m.luma;
    int32_t cb = block->cb[i], cr = block->cr[i];
    out->red[i] = coordinate(luma + cr * m.crToRed);
    out->green[i] = coordinate(luma + cb * m.cbToGreen + cr * m.crToGreen);
    out->blue[i] = coordinate(luma + cb * m.cbToBlue);
  }
}

/// Looks up values, one after the other: loads beat gathers.
CCOLORKERNEL_INLINE void look(
    float *out, const float *table, const int32_t *index, int32_t count) {
#pragma clang loop vectorize(disable)
  for (int32_t i = 0; i < count; i++) out[i] = table[index[i]];
}

CCOLORKERNEL_INLINE void decode(
    float *out, const float *table, const int32_t *coordinates, int32_t count) {
  int32_t index[BLOCK + SLACK];
  for (int32_t i = 0; i < count; i++) index[i] = (coordinates[i] + 8) >> 4;
  look(out, table, index, count);
}

/// Looks up light in a curve: its exponent and the first bits of its fraction are a logarithm.
CCOLORKERNEL_INLINE void lookUpLight(
    float *out, const float *table, const CColorKernel_Curves *c, const float *light,
    int32_t count) {
  enum { SHIFT = 14 };
  int32_t index[BLOCK + SLACK];
  int32_t first = (c->firstOctave + 127) * CCOLORKERNEL_OCTAVE;
  int32_t last = c->octaves * CCOLORKERNEL_OCTAVE - 1;
  for (int32_t i = 0; i < count; i++) {
    int32_t bits;
    memcpy(&bits, &light[i], sizeof bits);
    index[i] = minimum(maximum((bits >> SHIFT) - first, 0), last);
  }
  look(out, table, index, count);
}

CCOLORKERNEL_INLINE void weigh(
    float *out, const float *weights, float offset, const Components *in, int32_t count) {
  float a = weights[0], b = weights[1], c = weights[2];
  for (int32_t i = 0; i < count; i++)
    out[i] = ((a * in->x[i] + b * in->y[i]) + c * in->z[i]) + offset;
}

CCOLORKERNEL_INLINE void weighToIntegers(
    int32_t *out, const float *weights, float offset, const Components *in, int32_t count) {
  float sums[BLOCK + SLACK];
  weigh(sums, weights, offset, in, count);
  for (int32_t i = 0; i < count; i++) out[i] = (int32_t)sums[i];
}

/// Converts by curves, a matrix and a gain.
CCOLORKERNEL_INLINE void convertByCurves(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count) {
  const CColorKernel_Curves *c = &conversion->curves;
  Coordinates at;
  Components in, out;
  findCoordinates(&at, &conversion->matrix, block, count);
  decode(in.x, c->decode, at.red, count);
  decode(in.y, c->decode, at.green, count);
  decode(in.z, c->decode, at.blue, count);
  weigh(out.x, c->matrix, 0, &in, count);
  weigh(out.y, c->matrix + 3, 0, &in, count);
  weigh(out.z, c->matrix + 6, 0, &in, count);
  if (c->gain) {
    float luminance[BLOCK + SLACK], gain[BLOCK + SLACK];
    weigh(luminance, c->weights, 0, &out, count);
    lookUpLight(gain, c->gain, c, luminance, count);
    for (int32_t i = 0; i < count; i++) {
      out.x[i] *= gain[i];
      out.y[i] *= gain[i];
      out.z[i] *= gain[i];
    }
  }
  lookUpLight(in.x, c->encode, c, out.x, count);
  lookUpLight(in.y, c->encode, c, out.y, count);
  lookUpLight(in.z, c->encode, c, out.z, count);
  weighToIntegers(result->luma, c->yCbCr, c->offset[0], &in, count);
  weighToIntegers(result->cb, c->yCbCr + 3, c->offset[1], &in, count);
  weighToIntegers(result->cr, c->yCbCr + 6, c->offset[2], &in, count);
}

/// Gives the largest coordinate in place of luma.
CCOLORKERNEL_INLINE void findBrightest(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count) {
  Coordinates at;
  findCoordinates(&at, &conversion->matrix, block, count);
  for (int32_t i = 0; i < count; i++)
    result->luma[i] = maximum(maximum(at.red[i], at.green[i]), at.blue[i]);
}

#endif
