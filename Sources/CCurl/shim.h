// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#ifndef RUNG_CCURL_SHIM_H
#define RUNG_CCURL_SHIM_H

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#if LIBCURL_VERSION_NUM < 0x075500
#error "needs libcurl 7.85 or newer"
#endif

// `curl_easy_setopt`, `curl_easy_getinfo`, `curl_multi_setopt` and `curl_share_setopt` are variadic,
// which Swift does not import.

static inline CURLcode CCurl_set_long(CURL *_Nonnull easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode CCurl_set_string(
    CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode CCurl_set_pointer(
    CURL *_Nonnull easy, CURLoption option, void *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*CCurl_data_callback)(
    char *_Nonnull bytes, size_t size, size_t count, void *_Nullable context);

static inline CURLcode CCurl_set_data_callback(
    CURL *_Nonnull easy, CURLoption option, CCurl_data_callback _Nonnull callback) {
  return curl_easy_setopt(easy, option, callback);
}

typedef curl_socket_t (*CCurl_socket_callback)(
    void *_Nullable context, curlsocktype purpose, struct curl_sockaddr *_Nonnull address);

static inline CURLcode CCurl_set_socket_callback(
    CURL *_Nonnull easy, CCurl_socket_callback _Nonnull callback) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline CURLcode CCurl_get_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode CCurl_get_string(
    CURL *_Nonnull easy, CURLINFO info, const char *_Nullable *_Nonnull value) {
  return curl_easy_getinfo(easy, info, (char **)value);
}

static inline CURLMcode CCurl_multi_set_long(
    CURLM *_Nonnull multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

/// The result of a message is in a union.
static inline CURLcode CCurl_message_result(const CURLMsg *_Nonnull message) {
  return message->data.result;
}

/// `CURL_SOCKET_BAD` is a macro of a negative number.
static inline curl_socket_t CCurl_bad_socket(void) { return CURL_SOCKET_BAD; }

/// `curl_global_init` takes flags that are macros of shifts.
static inline CURLcode CCurl_initialize(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

#endif
