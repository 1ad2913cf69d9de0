// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#ifndef RUNG_CLIBAV_SHIM_H
#define RUNG_CLIBAV_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/hdr_dynamic_metadata.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

#if LIBAVCODEC_VERSION_MAJOR < 59
#error "Rung needs FFmpeg 5.1 or later"
#endif

/// `AVERROR` is a function-like macro, which Swift does not import.
static inline int CLibAV_AVERROR(int code) { return AVERROR(code); }

/// `AVERROR_EOF` is a function-like macro underneath.
static inline int CLibAV_AVERROR_EOF(void) { return AVERROR_EOF; }

/// `AVERROR_EXIT` is a function-like macro underneath.
static inline int CLibAV_AVERROR_EXIT(void) { return AVERROR_EXIT; }

/// `AVERROR_INVALIDDATA` is a function-like macro underneath.
static inline int CLibAV_AVERROR_INVALIDDATA(void) { return AVERROR_INVALIDDATA; }

/// `AVERROR_PATCHWELCOME` is a function-like macro underneath.
static inline int CLibAV_AVERROR_PATCHWELCOME(void) { return AVERROR_PATCHWELCOME; }

/// `AV_NOPTS_VALUE` is a cast, which Swift does not import.
static inline int64_t CLibAV_AV_NOPTS_VALUE(void) { return AV_NOPTS_VALUE; }

/// `AVFormatContext.duration` may be any value; the macro tells whether it means anything.
static inline int CLibAV_hasDuration(const AVFormatContext *_Nonnull context) {
  return context->duration != AV_NOPTS_VALUE && context->duration > 0;
}

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// `mallopt` is no part of Swift's module of the C library.
///
/// Blocks of 16 KiB and more come from the system every time, which gives zeros without touching
/// them, and what is free goes back to it: glibc would recycle both. Filling all new memory
/// (M_PERTURB) does the same and costs libx264 half as much memory again.
static inline void CLibAV_freshen_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 16 * 1024);
  malloc_trim(0);
#endif
}

#endif
