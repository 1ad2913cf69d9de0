// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#ifndef CPROGRAMPAGES_H
#define CPROGRAMPAGES_H

/// Lets go of the pages in memory of what the program and its libraries cannot write.
void CProgramPages_release(void);

#endif
