// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#ifndef RUNG_CCRYPTO_SHIM_H
#define RUNG_CCRYPTO_SHIM_H

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/// `prctl` takes variable arguments, which Swift does not call.
static inline int CCrypto_forbid_dumps(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

#endif
