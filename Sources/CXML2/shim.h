// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#ifndef RUNG_CXML2_SHIM_H
#define RUNG_CXML2_SHIM_H

#include <libxml/xmlversion.h>

// libxml2's headers include those of ICU, which clash with Foundation's own.
#undef LIBXML_ICU_ENABLED

#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlwriter.h>

#endif
