// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#if defined(__x86_64__)

#include <immintrin.h>

#include "Builds.h"
#include "Curves.h"
#include "Rows.h"

#define AVX2 __attribute__((target("avx2")))

/// R'G'B' of eight pixels as coordinates.
typedef struct EightCoordinates {
  __m256i red, green, blue;
} EightCoordinates;

/// Two values of 16 bits side by side in each of eight lanes.
AVX2 static inline __m256i pairs(__m128i a, __m128i b) {
  return _mm256_set_m128i(_mm_unpackhi_epi16(a, b), _mm_unpacklo_epi16(a, b));
}

AVX2 static inline __m256i bothOf(int32_t low, int32_t high) {
  return _mm256_set1_epi32((low & 0xFFFF) | (int32_t)((uint32_t)high << 16));
}

AVX2 static inline __m256i eightCoordinates(__m256i sum) {
  __m256i value = _mm256_srai_epi32(_mm256_add_epi32(sum, _mm256_set1_epi32(512)), 10);
  return _mm256_min_epi32(
      _mm256_max_epi32(value, _mm256_setzero_si256()), _mm256_set1_epi32(65536));
}

AVX2 static inline EightCoordinates coordinatesOfEight(
    const CColorKernel_Matrix *m, const Block *block, int32_t i) {
  __m128i luma = _mm_loadu_si128((const __m128i *)(block->luma + i));
  __m256i withCb = pairs(luma, _mm_loadu_si128((const __m128i *)(block->cb + i)));
  __m256i withCr = pairs(luma, _mm_loadu_si128((const __m128i *)(block->cr + i)));
  return (EightCoordinates){
      eightCoordinates(_mm256_madd_epi16(withCr, bothOf(m->luma, m->crToRed))),
      eightCoordinates(_mm256_add_epi32(
          _mm256_madd_epi16(withCr, bothOf(m->luma, m->crToGreen)),
          _mm256_madd_epi16(withCb, bothOf(0, m->cbToGreen)))),
      eightCoordinates(_mm256_madd_epi16(withCb, bothOf(m->luma, m->cbToBlue))),
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
  EightCoordinates at = coordinatesOfEight(m, block, i);
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

AVX2 void CColorKernel_convertAVX2(
    const CColorKernel_Conversion *conversion, const CColorKernel_Source *source,
    const CColorKernel_Target *target, int32_t firstRow, int32_t endRow) {
  convertRows(conversion, source, target, firstRow, endRow, table);
}

AVX2 void CColorKernel_measureAVX2(
    const CColorKernel_Matrix *matrix, const CColorKernel_Source *source, uint32_t *histogram,
    int32_t firstRow, int32_t endRow) {
  measureRows(matrix, source, histogram, firstRow, endRow);
}

#endif
