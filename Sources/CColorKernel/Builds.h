// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// The builds of the kernel: the same arithmetic for different processors.

#ifndef CCOLORKERNEL_BUILDS_H
#define CCOLORKERNEL_BUILDS_H

#include "CColorKernel.h"

void CColorKernel_convertScalar(
    const CColorKernel_Conversion *conversion, const CColorKernel_Source *source,
    const CColorKernel_Target *target, int32_t firstRow, int32_t endRow);
void CColorKernel_measureScalar(
    const CColorKernel_Matrix *matrix, const CColorKernel_Source *source, uint32_t *histogram,
    int32_t firstRow, int32_t endRow);

#if defined(__x86_64__)
void CColorKernel_convertAVX2(
    const CColorKernel_Conversion *conversion, const CColorKernel_Source *source,
    const CColorKernel_Target *target, int32_t firstRow, int32_t endRow);
void CColorKernel_measureAVX2(
    const CColorKernel_Matrix *matrix, const CColorKernel_Source *source, uint32_t *histogram,
    int32_t firstRow, int32_t endRow);
#endif

#endif
