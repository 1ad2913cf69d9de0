// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Playlists of others that their origin calls valid, or that Shaka Packager's own tests hold as its
/// output, and that break a Must rule all the same: the rule, the clause of
/// draft-pantos-hls-rfc8216bis-22 that says so, and the playlists. Many are older than the draft.
enum CorpusExceptions {
  static let all: [(rule: String, clause: String, files: [String])] = [
    (
      "rfc-6.2.2-length",
      "6.2.2: a playlist that drops segments keeps three target durations",
      [
        "shaka/avc-ts-live-playlist-dash-dynamic-with-segment-deletion/bear-640x360-audio.m3u8",
        "shaka/avc-ts-live-playlist-dash-dynamic-with-segment-deletion/output.m3u8",
        "shaka/avc-ts-live-playlist-with-key-rotation/bear-640x360-audio.m3u8",
        "shaka/avc-ts-live-playlist-with-key-rotation/bear-640x360-video.m3u8",
        "shaka/avc-ts-live-playlist/bear-640x360-audio.m3u8",
        "shaka/avc-ts-live-playlist/bear-640x360-video.m3u8",
        "kuu/4.3.3.2_EXT-X-MEDIA-SEQUENCE/02-pass.m3u8",
        "kuu/05_EXT-X-RENDITION-REPORT/05-pass.m3u8",
        "kuu/01_EXT-X-PREFETCH/06-pass.m3u8",
      ]
    ),
    (
      "rfc-4.1-bandwidth",
      "4.1: BANDWIDTH is the greatest rate of any run of segments, the tail of a short clip included",
      [
        "shaka/avc-ts-with-encryption-exercise-emulation-prevention/output.m3u8",
        "shaka/dolby-vision-profile-10-supplemental-codecs/output.m3u8",
        "shaka/dolby-vision-profile-5-with-encryption/output.m3u8",
        "shaka/dolby-vision-profile-8-supplemental-codecs/output.m3u8",
        "shaka/dolby-vision-profile-8-with-encryption/output.m3u8",
      ]
    ),
    (
      "rfc-4.4.6.2-average",
      "4.4.6.2: an average is no greater than the peak",
      [
        "shaka/bandwidth-override/output.m3u8",
        "shaka/dolby-vision-profile-10-supplemental-codecs/output.m3u8",
        "shaka/hls-with-bandwidth-override/output.m3u8",
      ]
    ),
    (
      "rfc-4.4.6.2-supplemental-range",
      "4.4.6.2: db2g is the brand of an SDR base layer, beside VIDEO-RANGE=PQ",
      [
        "shaka/dolby-vision-profile-8-supplemental-codecs/output.m3u8"
      ]
    ),
    (
      "rfc-4.4.6.1-channel-form",
      "4.4.6.1: CHANNELS counts channels, and sound has more than 0",
      [
        "shaka/iamf-base-opus-mp4/output.m3u8",
        "shaka/iamf-base-pcm-mp4/output.m3u8",
        "shaka/iamf-simple-aac-lc-mp4/output.m3u8",
        "shaka/iamf-simple-flac-mp4/output.m3u8",
      ]
    ),
    (
      "rfc-4.4.1.1-header-not-first",
      "4.4.1.1: #EXTM3U is the first line; comments stand before it",
      [
        "kuu-files/8.7-Master-Playlist-with-Alternative-video.m3u8",
        "kuu-files/8.9-CHARACTERISTICS-attribute-containing-multiple-characteristics.m3u8",
        "kuu-files/SCTE-35_07.m3u8",
      ]
    ),
    (
      "rfc-4.4.6.1.1-groups",
      "4.4.6.1.1: members of groups have the same attributes; DEFAULT differs, or a member is missing",
      [
        "kuu-files/8.7-Master-Playlist-with-Alternative-video.m3u8",
        "kuu/4.3.4.1_EXT-X-MEDIA/19-pass.m3u8",
      ]
    ),
    (
      "rfc-3.1.2-missing-map",
      "3.1.2: segments of fragmented MP4 have an EXT-X-MAP",
      [
        "kuu-files/Low-Latency_Example-03_Byterange-addressed_Parts-02.m3u8",
        "kuu/01_EXT-X-SERVER-CONTROL/11-pass.m3u8",
        "kuu/01_EXT-X-SERVER-CONTROL/15-pass.m3u8",
        "kuu/02_EXT-X-PART-INF/05-pass.m3u8",
        "kuu/03_EXT-X-PART/01-pass.m3u8",
        "kuu/03_EXT-X-PART/07-pass.m3u8",
        "kuu/03_EXT-X-PART/09-pass.m3u8",
        "kuu/03_EXT-X-PART/14-pass.m3u8",
        "kuu/04_EXT-X-PRELOAD-HINT/05-pass.m3u8",
        "kuu/05_EXT-X-RENDITION-REPORT/05-pass.m3u8",
        "kuu/06_EXT-X-SKIP/01-pass.m3u8",
      ]
    ),
    (
      "rfc-4.2-invalid-attribute-value",
      "4.2 and 4.4.4.9: BYTERANGE is a quoted string",
      [
        "kuu-files/Low-Latency_Example-03_Byterange-addressed_Parts-02.m3u8",
        "kuu/01_EXT-X-SERVER-CONTROL/11-pass.m3u8",
        "kuu/01_EXT-X-SERVER-CONTROL/15-pass.m3u8",
        "kuu/02_EXT-X-PART-INF/05-pass.m3u8",
        "kuu/03_EXT-X-PART/01-pass.m3u8",
        "kuu/03_EXT-X-PART/07-pass.m3u8",
        "kuu/03_EXT-X-PART/09-pass.m3u8",
        "kuu/03_EXT-X-PART/14-pass.m3u8",
        "kuu/05_EXT-X-RENDITION-REPORT/05-pass.m3u8",
      ]
    ),
    (
      "rfc-4.2-unquoted-string",
      "4.2 and 4.4.4.9: BYTERANGE is a quoted string",
      [
        "kuu-files/Low-Latency_Example-03_Byterange-addressed_Parts-02.m3u8",
        "kuu/01_EXT-X-SERVER-CONTROL/11-pass.m3u8",
        "kuu/01_EXT-X-SERVER-CONTROL/15-pass.m3u8",
        "kuu/02_EXT-X-PART-INF/05-pass.m3u8",
        "kuu/03_EXT-X-PART/01-pass.m3u8",
        "kuu/03_EXT-X-PART/07-pass.m3u8",
        "kuu/03_EXT-X-PART/09-pass.m3u8",
        "kuu/03_EXT-X-PART/14-pass.m3u8",
        "kuu/05_EXT-X-RENDITION-REPORT/05-pass.m3u8",
      ]
    ),
    (
      "rfc-4.4.3.8-server-control-too-small",
      "4.4.3.8: PART-HOLD-BACK is two part targets or more",
      [
        "kuu-files/Low-Latency_Example-03_Byterange-addressed_Parts-02.m3u8",
        "kuu/01_EXT-X-SERVER-CONTROL/15-pass.m3u8",
        "kuu/04_EXT-X-PRELOAD-HINT/05-pass.m3u8",
        "kuu/05_EXT-X-RENDITION-REPORT/05-pass.m3u8",
        "kuu/06_EXT-X-SKIP/01-pass.m3u8",
      ]
    ),
    (
      "rfc-4.4.3.7-missing-part-information",
      "4.4.3.7: a playlist with parts has EXT-X-PART-INF",
      [
        "kuu/4.4.4.7_EXT-X-GAP/04-pass.m3u8"
      ]
    ),
    (
      "rfc-6.2.1-missing-end-list",
      "4.4.3.4: EXT-X-ENDLIST is required where the last segment is present",
      [
        "kuu/4.3.3.5_EXT-X-PLAYLIST-TYPE/02-pass.m3u8"
      ]
    ),
    (
      "rfc-4.2-malformed-attribute-list",
      "4.2: a comma stands after a value, here a stray quotation mark",
      [
        "kuu/4.3.4.1_EXT-X-MEDIA/10-pass.m3u8"
      ]
    ),
    (
      "rfc-4.1-surrounding-blank",
      "4.1: white space stands nowhere but where it is allowed",
      [
        "kuu/01_EXT-X-PREFETCH/01-pass.m3u8",
        "kuu/01_EXT-X-PREFETCH/03-pass.m3u8",
        "kuu/01_EXT-X-PREFETCH/04-pass.m3u8",
        "kuu/01_EXT-X-PREFETCH/06-pass.m3u8",
      ]
    ),
    (
      "rfc-4.4.4.1-missing-comma",
      "4.4.4.1: EXTINF has a comma after the duration",
      [
        "kuu/01_EXT-X-PREFETCH/01-pass.m3u8",
        "kuu/01_EXT-X-PREFETCH/03-pass.m3u8",
        "kuu/01_EXT-X-PREFETCH/04-pass.m3u8",
        "kuu/01_EXT-X-PREFETCH/07-pass.m3u8",
      ]
    ),
    (
      "rfc-4.4.4.1-duration-without-uri",
      "4.4.4.1: EXTINF has a segment; that of a prefetched one has a tag of no standard",
      [
        "kuu/01_EXT-X-PREFETCH/07-pass.m3u8"
      ]
    ),
  ]

  /// The folders of the corpus that names begin with.
  static let folders = [
    ("shaka/", "horamarques+shaka-packager/packager/app/test/testdata/"),
    ("kuu/", "kuu+hls-parser/inline/"),
    ("kuu-files/", "kuu+hls-parser/test/fixtures/m3u8/"),
  ]
}
