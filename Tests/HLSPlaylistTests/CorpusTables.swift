// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What this reader makes of corpus playlists that need a word: clauses are of
/// draft-pantos-hls-rfc8216bis-22.
enum CorpusTables {
  /// Playlists that their origin rejects, with the rule that rejects them here; `-` where the
  /// draft does not, with its reason.
  static let rejected = rows(
    """
    carlanton+m3u8-parser/src/test/resources/media/media-lenient.m3u8 | - | 6.3.1: unknown tags and attributes are ignored
    carlanton+m3u8-parser/src/test/resources/multivariant/multivariant-lenient.m3u8 | - | 6.3.1: unknown tags and attributes are ignored
    kuu+hls-parser/inline/4.3.1.1_EXTM3U/02-fail.m3u8 | missing-header
    kuu+hls-parser/inline/4.3.1.1_EXTM3U/04-fail.m3u8 | missing-header
    kuu+hls-parser/inline/4.3.1.2_EXT-X-VERSION/02-fail.m3u8 | duplicate-tag
    kuu+hls-parser/inline/4.3.2.1_EXTINF/04-fail.m3u8 | version-too-low
    kuu+hls-parser/inline/4.3.2.2_EXT-X-BYTERANGE/03-fail.m3u8 | undefined-byte-range
    kuu+hls-parser/inline/4.3.2.2_EXT-X-BYTERANGE/04-fail.m3u8 | undefined-byte-range
    kuu+hls-parser/inline/4.3.2.4_EXT-X-KEY/05-fail.m3u8 | attributes-beside-none
    kuu+hls-parser/inline/4.3.2.4_EXT-X-KEY/08-fail.m3u8 | version-too-low
    kuu+hls-parser/inline/4.3.2.5_EXT-X-MAP/03-fail.m3u8 | missing-vital-attribute
    kuu+hls-parser/inline/4.3.2.5_EXT-X-MAP/05-fail.m3u8 | version-too-low
    kuu+hls-parser/inline/4.3.2.7_EXT-X-DATERANGE/08-fail.m3u8 | invalid-date-range
    kuu+hls-parser/inline/4.3.2.7_EXT-X-DATERANGE/16-fail.m3u8 | invalid-date-range
    kuu+hls-parser/inline/4.3.2.7_EXT-X-DATERANGE/19-fail.m3u8 | invalid-date-range
    kuu+hls-parser/inline/4.3.2.7_EXT-X-DATERANGE/20-fail.m3u8 | invalid-date-range
    kuu+hls-parser/inline/4.3.2.7_EXT-X-DATERANGE/24-fail.m3u8 | invalid-date-range
    kuu+hls-parser/inline/4.3.2_Media-Segment-Tags/02-fail.m3u8 | mixed-playlist
    kuu+hls-parser/inline/4.4.4.7_EXT-X-GAP/01-fail.m3u8 | uri-without-duration
    kuu+hls-parser/inline/4.3.3.6_EXT-X-I-FRAMES-ONLY/01-fail.m3u8 | version-too-low
    kuu+hls-parser/inline/4.3.4.1_EXT-X-MEDIA/01-fail.m3u8 | missing-attribute
    kuu+hls-parser/inline/4.3.4.2_EXT-X-STREAM-INF/01-fail.m3u8 | stream-without-uri
    kuu+hls-parser/inline/4.3.4.2_EXT-X-STREAM-INF/03-fail.m3u8 | missing-bandwidth
    kuu+hls-parser/inline/4.3.4.3_EXT-X-I-FRAME-STREAM-INF/01-fail.m3u8 | missing-attribute
    kuu+hls-parser/inline/4.3.4.4_EXT-X-SESSION-DATA/03-fail.m3u8 | invalid-session-data
    kuu+hls-parser/inline/4.3.4.4_EXT-X-SESSION-DATA/06-fail.m3u8 | invalid-session-data
    kuu+hls-parser/inline/4.3.4.5_EXT-X-SESSION-KEY/01-fail.m3u8 | invalid-session-key
    kuu+hls-parser/inline/4.3.4.5_EXT-X-SESSION-KEY/03-fail.m3u8 | duplicate-session-key
    kuu+hls-parser/inline/4.3.4_Master-Playlist-Tags/02-fail.m3u8 | mixed-playlist
    kuu+hls-parser/inline/4.3.5.1_EXT-X-INDEPENDENT-SEGMENTS/05-fail.m3u8 | duplicate-tag
    kuu+hls-parser/inline/4.3.5.2_EXT-X-START/07-fail.m3u8 | missing-attribute
    kuu+hls-parser/inline/7_EXT-X-VERSION/05-fail.m3u8 | version-too-low
    kuu+hls-parser/inline/7_EXT-X-VERSION/08-fail.m3u8 | version-too-low
    kuu+hls-parser/inline/7_EXT-X-VERSION/26-fail.m3u8 | version-too-low
    kuu+hls-parser/inline/7_EXT-X-VERSION/29-fail.m3u8 | version-too-low
    kuu+hls-parser/inline/01_EXT-X-SERVER-CONTROL/10-fail.m3u8 | server-control-too-small
    kuu+hls-parser/inline/01_EXT-X-SERVER-CONTROL/12-fail.m3u8 | missing-part-hold-back
    kuu+hls-parser/inline/01_EXT-X-SERVER-CONTROL/14-fail.m3u8 | server-control-too-small
    kuu+hls-parser/inline/02_EXT-X-PART-INF/04-fail.m3u8 | invalid-value
    kuu+hls-parser/inline/02_EXT-X-PART-INF/06-fail.m3u8 | part-duration
    kuu+hls-parser/inline/02_EXT-X-PART-INF/08-fail.m3u8 | part-duration
    kuu+hls-parser/inline/03_EXT-X-PART/04-fail.m3u8 | misplaced-tag
    kuu+hls-parser/inline/03_EXT-X-PART/06-fail.m3u8 | misplaced-tag
    kuu+hls-parser/inline/03_EXT-X-PART/08-fail.m3u8 | - | 4.4.4.9: old parts are removed by the server's choice, no playlist is wrong for having them
    kuu+hls-parser/inline/04_EXT-X-PRELOAD-HINT/02-fail.m3u8 | missing-attribute
    kuu+hls-parser/inline/04_EXT-X-PRELOAD-HINT/06-fail.m3u8 | missing-attribute
    kuu+hls-parser/inline/04_EXT-X-PRELOAD-HINT/09-fail.m3u8 | - | 4.4.5.3: no playlist has to have a hint outside the low-latency profile of appendix B
    kuu+hls-parser/inline/04_EXT-X-PRELOAD-HINT/12-fail.m3u8 | - | 4.4.5.3: a second hint of a type SHOULD NOT be; clients use the first
    kuu+hls-parser/inline/05_EXT-X-RENDITION-REPORT/02-fail.m3u8 | missing-attribute
    kuu+hls-parser/inline/05_EXT-X-RENDITION-REPORT/04-fail.m3u8 | absolute-report-uri
    kuu+hls-parser/inline/06_EXT-X-SKIP/02-fail.m3u8 | missing-vital-attribute
    kuu+hls-parser/inline/06_EXT-X-SKIP/05-fail.m3u8 | version-too-low
    globocom+m3u8/inline/invalid_versioned_playlists/M3U8_RULE_IV.m3u8 | version-too-low
    globocom+m3u8/inline/invalid_versioned_playlists/M3U8_RULE_FLOATING_POINT.m3u8 | version-too-low
    globocom+m3u8/inline/invalid_versioned_playlists/M3U8_RULE_BYTE_RANGE.m3u8 | version-too-low
    """)

  /// Playlists that the lenient reader refuses although their origin does not say so.
  static let refused = rows(
    """
    globocom+m3u8/tests/playlists/relative-playlist.m3u8 | mixed-playlist | 4.4.6: EXT-X-SESSION-KEY is no tag of media playlists
    globocom+m3u8/inline/playlists/PLAYLIST_WITH_SESSION_ENCRYPTED_SEGMENTS.m3u8 | mixed-playlist | 4.4.6: as above
    globocom+m3u8/inline/playlists/PLAYLIST_WITH_SESSION_ENCRYPTED_SEGMENTS_AND_IV.m3u8 | mixed-playlist | 4.4.6: as above
    globocom+m3u8/inline/playlists/PLAYLIST_WITH_SESSION_ENCRYPTED_SEGMENTS_AND_IV_SORTED.m3u8 | mixed-playlist | 4.4.6: as above
    Comcast+mamba/mambaTests/Fixtures/hls_writer_parser_roundtrip_tester.txt | mixed-playlist | 4.4: a playlist with tags of both kinds
    carlanton+m3u8-parser/src/test/resources/media/iframe.m3u8 | undefined-byte-range | 4.4.4.2: without offset after another resource
    androidx+media/inline/HlsMediaPlaylistParserTest/001-parseMediaPlaylist.m3u8 | undefined-byte-range | 4.4.4.2: without offset after a whole resource
    androidx+media/inline/HlsMediaPlaylistParserTest/002-parseMediaPlaylist_withByteRanges.m3u8 | undefined-byte-range | 4.4.4.2: without offset at the first segment
    androidx+media/inline/HlsMediaPlaylistParserTest/017-parseMediaPlaylist_withParts_parsesPartWithAllAttributes.m3u8 | undefined-byte-range | 4.4.4.9: a part without offset after another resource
    videojs+m3u8-parser/test/fixtures/integration/llhls-delta-byte-range.m3u8 | undefined-byte-range | 4.4.4.9: a part without offset at the start of a segment
    videojs+m3u8-parser/test/fixtures/integration/llhls-byte-range.m3u8 | invalid-value | 4.4.4.2: '@' without an offset
    carlanton+m3u8-parser/src/test/resources/open-m3u8/twoMediaPlaylists.m3u8 | duplicate-tag | 4.4.3: EXT-X-TARGETDURATION stands twice
    androidx+media/inline/HlsMultivariantPlaylistParserTest/010-PLAYLIST_WITH_CONTENT_STEERING_INFO_APPEARING_TWICE.m3u8 | duplicate-tag | 4.4.6.6: the origin rejects it as well
    Comcast+mamba/inline/PlaylistStructureTests/001-testDeleteEntireFooter.m3u8 | duplicate-tag | 4.4.3.4: EXT-X-ENDLIST stands twice
    Comcast+mamba/mambaTests/Fixtures/hls_master_playlist_sap.m3u8 | stream-without-uri | 4.4.6.2: the URI line is required
    Comcast+mamba/inline/MasterPlaylistStreamSummaryTests/006-testErrors.m3u8 | stream-without-uri | 4.4.6.2: as above
    Comcast+mamba/inline/PlaylistStructureMasterTests/001-testMissingUri.m3u8 | stream-without-uri | 4.4.6.2: as above
    videojs+m3u8-parser/test/fixtures/integration/empty.m3u8 | missing-header | 4.4.1.1: EXTM3U is the first line
    videojs+m3u8-parser/test/fixtures/integration/manifestNoExtM3u.m3u8 | missing-header | 4.4.1.1: as above
    videojs+m3u8-parser/test/fixtures/integration/start.m3u8 | missing-header | 4.4.1.1: as above
    globocom+m3u8/inline/playlists/VARIANT_PLAYLIST_WITH_STABLE_VARIANT_ID.m3u8 | missing-header | 4.4.1.1: as above
    globocom+m3u8/inline/playlists/VARIANT_PLAYLIST_WITH_IFRAME_STABLE_VARIANT_ID.m3u8 | missing-header | 4.4.1.1: as above
    globocom+m3u8/inline/playlists/VARIANT_PLAYLIST_WITH_STABLE_RENDITION_ID.m3u8 | missing-header | 4.4.1.1: as above
    globocom+m3u8/inline/playlists/WINDOWS_PLAYLIST.m3u8 | missing-header | cut out of its test with a backslash before it
    globocom+m3u8/inline/playlists/SIMPLE_PLAYLIST_MESSY.m3u8 | uri-without-duration | 4.4.4.1: a line that is no tag is a URI, and needs EXTINF
    androidx+media/inline/HlsMediaPlaylistParserTest/010-parseMediaPlaylist_withSkippedSegments_correctlyMergedSegmen.m3u8 | uri-without-duration | 4.4.4.1: as above
    Comcast+mamba/inline/PlaylistStructureAndEditingTests/005-testDeltaUpdateCorrectlyCalculatesMediaSequencesInTagGroups.m3u8 | uri-without-duration | 4.4.4.1: as above
    Comcast+mamba/inline/PlaylistWriterTests/001-testCustomIdentityString.m3u8 | uri-without-duration | cut out of its test with a name of the code in it
    videojs+m3u8-parser/inline/parser/009-Widevine_EXT-X-KEY_attributes_not_attached_to_manifest_if_ME.m3u8 | uri-without-duration | 4.4.4.1: attributes on a line of their own
    videojs+m3u8-parser/inline/parser/013-byterange_offset_defaults_to_next_byte.m3u8 | uri-without-duration | 4.4.4.1: as above
    videojs+m3u8-parser/inline/parser/008-parses_Widevine_EXT-X-KEY_attributes_and_attaches_to_manifes.m3u8 | missing-vital-attribute | 4.4.4.4: a key has a URI
    videojs+m3u8-parser/inline/parser/010-Widevine_EXT-X-KEY_attributes_not_attached_to_manifest_if_UR.m3u8 | missing-vital-attribute | 4.4.4.4: as above
    videojs+m3u8-parser/inline/parser/011-Widevine_EXT-X-KEY_attributes_not_attached_to_manifest_if_KE.m3u8 | missing-vital-attribute | 4.4.4.4: as above
    videojs+m3u8-parser/inline/parser/012-Widevine_EXT-X-KEY_attributes_not_attached_to_manifest_if_KE.m3u8 | missing-vital-attribute | 4.4.4.4: as above
    kuu+hls-parser/inline/4.3.4.1_EXT-X-MEDIA/10-pass.m3u8 | malformed-attribute-list | 4.2: a comma is missing
    androidx+media/inline/HlsMediaSourceTest/021-refreshPlaylist_targetLiveOffsetRemainsInWindow.m3u8 | malformed-attribute-list | 4.2: an attribute has '=' before its value
    androidx+media/inline/HlsMediaSourceTest/022-refreshPlaylist_targetLiveOffsetRemainsInWindow.m3u8 | malformed-attribute-list | 4.2: as above
    androidx+media/inline/HlsMediaSourceTest/023-refreshPlaylist_targetLiveOffsetRemainsInWindow.m3u8 | malformed-attribute-list | 4.2: as above
    androidx+media/inline/HlsMediaSourceTest/024-refreshPlaylist_targetLiveOffsetRemainsInWindow.m3u8 | malformed-attribute-list | 4.2: as above
    androidx+media/inline/HlsMediaPlaylistParserTest/064-mapTag.m3u8 | malformed-attribute-list | cut out of its test without a line end
    androidx+media/inline/HlsMediaPlaylistParserTest/066-encryptedMapTag.m3u8 | malformed-attribute-list | cut out of its test without a line end
    androidx+media/inline/HlsMediaPlaylistParserTest/067-encryptedMapTagWithNoIvFails.m3u8 | malformed-attribute-list | cut out of its test without a line end
    androidx+media/inline/HlsMediaPlaylistParserTest/070-variableSubstitution.m3u8 | malformed-attribute-list | cut out of its test without a line end
    androidx+media/inline/HlsMediaPlaylistParserTest/072-queryParamSubstitution.m3u8 | malformed-attribute-list | cut out of its test without a line end
    androidx+media/inline/HlsMultivariantPlaylistParserTest/023-PLAYLIST_WITH_DUPLICATE_VARIABLE_AND_QUERY_PARAM_NAMES.m3u8 | duplicate-variable | 4.4.2.3: the origin rejects it as well
    androidx+media/inline/HlsMultivariantPlaylistParserTest/024-PLAYLIST_WITH_DUPLICATE_VARIABLE_NAMES.m3u8 | duplicate-variable | 4.4.2.3: the origin rejects it as well
    androidx+media/inline/HlsMultivariantPlaylistParserTest/025-PLAYLIST_WITH_DUPLICATE_QUERY_PARAM_NAMES.m3u8 | duplicate-variable | 4.4.2.3: the origin rejects it as well
    androidx+media/inline/HlsMultivariantPlaylistParserTest/031-parseMultivariantPlaylist_dependentPlaylistWithoutImport_pla.m3u8 | undefined-variable | 4.3: the origin rejects it as well
    androidx+media/inline/HlsMediaPlaylistParserTest/075-queryParamSubstitution_duplicateVariableName_throws.m3u8 | duplicate-variable | 4.4.2.3: the origin rejects it as well
    androidx+media/inline/HlsMediaPlaylistParserTest/076-queryParamSubstitution_duplicateVariableAndQueryParamName_th.m3u8 | duplicate-variable | 4.4.2.3: the origin rejects it as well
    androidx+media/inline/HlsMediaPlaylistParserTest/077-queryParamSubstitution_duplicateVariableAndImportName_throws.m3u8 | duplicate-variable | 4.4.2.3: the origin rejects it as well
    androidx+media/inline/HlsMediaPlaylistParserTest/078-queryParamSubstitution_duplicateQueryParamAndImportName_thro.m3u8 | duplicate-variable | 4.4.2.3: the origin rejects it as well
    androidx+media/inline/HlsMediaPlaylistParserTest/073-queryParamSubstitution_queryParam_isCaseSensitiveOrThrows.m3u8 | invalid-definition | 4.4.2.3: the origin rejects it as well
    videojs+m3u8-parser/inline/parser/026-named_and_imported_substiutions_work.m3u8 | mixed-playlist | 4.4: a playlist with tags of both kinds
    """)

  /// A cell of each row by the path in its first: code and reason.
  private static func rows(_ table: String) -> [String: (code: String, reason: String)] {
    var rows: [String: (code: String, reason: String)] = [:]
    for line in table.split(separator: "\n") {
      let cells = line.split(separator: " | ").map(String.init)
      rows[cells[0]] = (cells[1], cells.count > 2 ? cells[2] : "")
    }
    return rows
  }
}
