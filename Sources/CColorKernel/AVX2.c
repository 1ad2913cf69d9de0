// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#if defined(__x86_64__)

#include <immintrin.h>

#include "Builds.h"
#include "Rows.h"

#pragma clang fp contract(off)

#define AVX2 __attribute__((target("avx2")))

typedef struct Coordinates {
  __m256i red, green, blue;
} Coordinates;

/// Two values of 16 bits side by side in each of eight lanes.
AVX2 static inline __m256i pairs(__m128i a, __m128i b) {
  return _mm256_set_m128i(_mm_unpackhi_epi16(a, b), _mm_unpacklo_epi16(a, b));
}

AVX2 static inline __m256i bothOf(int32_t low, int32_t high) {
  return _mm256_set1_epi32((low & 0xFFFF) | (int32_t)((uint32_t)high << 16));
}

AVX2 static inline __m256i coordinate(__m256i sum) {
  __m256i value = _mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(512)), 10);
  return _mm256_min_epi32(
      _mm256_max_epi32(value, _mm256_setzero_si256()), _mm256_set1_epi32(65536));
}

AVX2 static inline Coordinates coordinates(
    const CColorKernel_Matrix *m, const Block *block, int32_t i) {
  __m128i luma = _mm_loadu_si128((const __m128i *)(block->luma + i));
  __m256i withCb = pairs(luma, _mm_loadu_si128((const __m128i *)(block->cb + i)));
  __m256i withCr = pairs(luma, _mm_loadu_si128((const __m128i *)(block->cr + i)));
  return (Coordinates){
      coordinate(_mm256_madd_epi16(withCr, bothOf(m->luma, m->crToRed))),
      coordinate(_mm256_add_epi32(
          _mm256_madd_epi16(withCr, bothOf(m->luma, m->crToGreen)),
          _mm256_madd_epi16(withCb, bothOf(0, m->cbToGreen)))),
      coordinate(_mm256_madd_epi16(withCb, bothOf(m->luma, m->cbToBlue))),
  };
}

/// Where the points of each pixel lie, and their weights in pairs.
typedef struct Places {
  uint32_t base[BLOCK + SLACK], first[BLOCK + SLACK], second[BLOCK + SLACK], end[BLOCK + SLACK];
  int32_t lowWeights[BLOCK + SLACK], highWeights[BLOCK + SLACK];
} Places;

AVX2 static inline void put(void *to, __m256i value) {
  _mm256_storeu_si256((__m256i *)to, value);
}

AVX2 static void locate(Places *places, const CColorKernel_Matrix *m, const Block *block, int32_t i) {
  enum { RED = 1, GREEN = CCOLORKERNEL_POINTS, BLUE = CCOLORKERNEL_POINTS * CCOLORKERNEL_POINTS };
  const __m256i fraction = _mm256_set1_epi32(1023);
  const __m256i red = _mm256_set1_epi32(RED), green = _mm256_set1_epi32(GREEN),
                blue = _mm256_set1_epi32(BLUE);
  Coordinates at = coordinates(m, block, i);
  __m256i fr = _mm256_and_si256(at.red, fraction);
  __m256i fg = _mm256_and_si256(at.green, fraction);
  __m256i fb = _mm256_and_si256(at.blue, fraction);
  __m256i most = _mm256_max_epi32(_mm256_max_epi32(fr, fg), fb);
  __m256i least = _mm256_min_epi32(_mm256_min_epi32(fr, fg), fb);
  __m256i middle = _mm256_sub_epi32(
      _mm256_add_epi32(_mm256_add_epi32(fr, fg), fb), _mm256_add_epi32(most, least));
  __m256i firstStep = _mm256_blendv_epi8(
      _mm256_blendv_epi8(blue, green, _mm256_cmpeq_epi32(fg, most)), red,
      _mm256_cmpeq_epi32(fr, most));
  __m256i lastStep = _mm256_blendv_epi8(
      _mm256_blendv_epi8(blue, green, _mm256_cmpeq_epi32(fg, least)), red,
      _mm256_cmpeq_epi32(fr, least));
  // Cells are at most 64, so a multiplication of 16 bits holds their steps.
  __m256i base = _mm256_add_epi32(
      _mm256_srli_epi32(at.red, 10),
      _mm256_add_epi32(
          _mm256_madd_epi16(_mm256_srli_epi32(at.green, 10), green),
          _mm256_madd_epi16(_mm256_srli_epi32(at.blue, 10), blue)));
  __m256i end = _mm256_add_epi32(base, _mm256_set1_epi32(RED + GREEN + BLUE));
  put(places->base + i, base);
  put(places->first + i, _mm256_add_epi32(base, firstStep));
  put(places->second + i, _mm256_sub_epi32(end, lastStep));
  put(places->end + i, end);
  put(places->lowWeights + i,
      _mm256_or_si256(
          _mm256_sub_epi32(_mm256_set1_epi32(1024), most),
          _mm256_slli_epi32(_mm256_sub_epi32(most, middle), 16)));
  put(places->highWeights + i,
      _mm256_or_si256(_mm256_sub_epi32(middle, least), _mm256_slli_epi32(least, 16)));
}

/// Two points of a pixel beside each other: Y', Y', Cb, Cb, Cr, Cr, 0, 0.
AVX2 static inline __m128i pointPair(const int16_t *points, uint32_t a, uint32_t b) {
  return _mm_unpacklo_epi16(
      _mm_loadl_epi64((const __m128i *)(points + 4 * (uint64_t)a)),
      _mm_loadl_epi64((const __m128i *)(points + 4 * (uint64_t)b)));
}

/// Y', Cb, Cr and 0 of the pixels `i` and `i + 4`.
AVX2 static inline __m256i sums(
    const int16_t *points, const Places *p, int32_t i, __m256i low, __m256i high) {
  int32_t j = i + 4;
  __m256i near = _mm256_set_m128i(
      pointPair(points, p->base[j], p->first[j]), pointPair(points, p->base[i], p->first[i]));
  __m256i far = _mm256_set_m128i(
      pointPair(points, p->second[j], p->end[j]), pointPair(points, p->second[i], p->end[i]));
  return _mm256_add_epi32(_mm256_madd_epi16(near, low), _mm256_madd_epi16(far, high));
}

/// Looks up and sums eight pixels. Loads beat gathers: a point is one load of 8 bytes, and all
/// three components come with it.
AVX2 static inline void interpolate(
    Result *result, const int16_t *points, const Places *p, int32_t i) {
  __m256i low = _mm256_loadu_si256((const __m256i *)(p->lowWeights + i));
  __m256i high = _mm256_loadu_si256((const __m256i *)(p->highWeights + i));
  __m256i a = sums(
      points, p, i, _mm256_shuffle_epi32(low, 0x00), _mm256_shuffle_epi32(high, 0x00));
  __m256i b = sums(
      points, p, i + 1, _mm256_shuffle_epi32(low, 0x55), _mm256_shuffle_epi32(high, 0x55));
  __m256i c = sums(
      points, p, i + 2, _mm256_shuffle_epi32(low, 0xAA), _mm256_shuffle_epi32(high, 0xAA));
  __m256i d = sums(
      points, p, i + 3, _mm256_shuffle_epi32(low, 0xFF), _mm256_shuffle_epi32(high, 0xFF));
  __m256i ab = _mm256_unpacklo_epi32(a, b), cd = _mm256_unpacklo_epi32(c, d);
  put(result->luma + i, _mm256_unpacklo_epi64(ab, cd));
  put(result->cb + i, _mm256_unpackhi_epi64(ab, cd));
  put(result->cr + i,
      _mm256_unpacklo_epi64(_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d)));
}

AVX2 static void table(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count) {
  Places places;
  // In two passes, so that no load waits for the place that it reads from.
  for (int32_t i = 0; i < count; i += 8) locate(&places, &conversion->matrix, block, i);
  for (int32_t i = 0; i < count; i += 8) interpolate(result, conversion->points, &places, i);
}

AVX2 static inline __m256 weighted(const float *w, __m256 a, __m256 b, __m256 c) {
  __m256 ab = _mm256_add_ps(
      _mm256_mul_ps(_mm256_set1_ps(w[0]), a), _mm256_mul_ps(_mm256_set1_ps(w[1]), b));
  return _mm256_add_ps(ab, _mm256_mul_ps(_mm256_set1_ps(w[2]), c));
}

AVX2 static inline __m256i place(const CColorKernel_Curves *c, __m256 light) {
  __m256i bits = _mm256_srai_epi32(_mm256_castps_si256(light), 14);
  __m256i place = _mm256_sub_epi32(
      bits, _mm256_set1_epi32((c->firstOctave + 127) * CCOLORKERNEL_OCTAVE));
  return _mm256_min_epi32(
      _mm256_max_epi32(place, _mm256_setzero_si256()),
      _mm256_set1_epi32(c->octaves * CCOLORKERNEL_OCTAVE - 1));
}

AVX2 static inline __m256 decoded(const CColorKernel_Curves *c, __m256i coordinate) {
  __m256i index = _mm256_srli_epi32(_mm256_add_epi32(coordinate, _mm256_set1_epi32(8)), 4);
  return _mm256_i32gather_ps(c->decode, index, 4);
}

AVX2 static inline void store(int32_t *out, __m256 sum, float offset) {
  _mm256_storeu_si256(
      (__m256i *)out, _mm256_cvttps_epi32(_mm256_add_ps(sum, _mm256_set1_ps(offset))));
}

AVX2 static void curves(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count) {
  const CColorKernel_Curves *c = &conversion->curves;
  for (int32_t i = 0; i < count; i += 8) {
    Coordinates at = coordinates(&conversion->matrix, block, i);
    __m256 r = decoded(c, at.red), g = decoded(c, at.green), b = decoded(c, at.blue);
    __m256 x = weighted(c->matrix, r, g, b);
    __m256 y = weighted(c->matrix + 3, r, g, b);
    __m256 z = weighted(c->matrix + 6, r, g, b);
    if (c->gain) {
      __m256 gain = _mm256_i32gather_ps(c->gain, place(c, weighted(c->weights, x, y, z)), 4);
      x = _mm256_mul_ps(x, gain);
      y = _mm256_mul_ps(y, gain);
      z = _mm256_mul_ps(z, gain);
    }
    x = _mm256_i32gather_ps(c->encode, place(c, x), 4);
    y = _mm256_i32gather_ps(c->encode, place(c, y), 4);
    z = _mm256_i32gather_ps(c->encode, place(c, z), 4);
    store(result->luma + i, weighted(c->yCbCr, x, y, z), c->offset[0]);
    store(result->cb + i, weighted(c->yCbCr + 3, x, y, z), c->offset[1]);
    store(result->cr + i, weighted(c->yCbCr + 6, x, y, z), c->offset[2]);
  }
}

AVX2 void CColorKernel_convertAVX2(
    const CColorKernel_Conversion *conversion, const CColorKernel_Source *source,
    const CColorKernel_Target *target, int32_t firstRow, int32_t endRow) {
  convertRows(conversion, source, target, firstRow, endRow, table, curves);
}

AVX2 static void brightest(
    const CColorKernel_Conversion *conversion, const Block *block, Result *result, int32_t count) {
  for (int32_t i = 0; i < count; i += 8) {
    Coordinates at = coordinates(&conversion->matrix, block, i);
    put(result->luma + i, _mm256_max_epi32(_mm256_max_epi32(at.red, at.green), at.blue));
  }
}

AVX2 void CColorKernel_measureAVX2(
    const CColorKernel_Matrix *matrix, const CColorKernel_Source *source, uint32_t *histogram,
    int32_t firstRow, int32_t endRow) {
  measureRows(matrix, source, histogram, firstRow, endRow, brightest);
}

#endif
