// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#ifndef RUNG_CX265_SHIM_H
#define RUNG_CX265_SHIM_H

#include <x265.h>

/// `x265_api_get` is a macro that pastes `X265_BUILD` into the symbol's name.
static inline const x265_api *_Nullable CX265_api_get(int bitDepth) {
  return x265_api_get(bitDepth);
}


#endif
