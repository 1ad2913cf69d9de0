// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#ifndef RUNG_CLINUX_SHIM_H
#define RUNG_CLINUX_SHIM_H

// `unistd.h` declares it for GNU sources alone, which Swift's importer does not ask for.
int syncfs(int descriptor);

#endif
