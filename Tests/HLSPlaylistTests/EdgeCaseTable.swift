// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension EdgeCaseTests {
  /// Numbers are those of the project's list of edge cases; a row that both dialects refuse although
  /// players differ follows the draft's MUST.
  static let table = ##"""
    1 | !missing-header | !missing-header
    2 | empty-playlist | empty-playlist | #EXTM3U
    3 | !header-not-first | header-not-first | ⏎‹M›‹S›
    3 | !header-not-first | header-not-first | # comment⏎‹M›‹S›
    7 | !missing-header | !missing-header | #EXTM3U8⏎‹S›
    7 | !missing-header | !missing-header | #extm3u⏎‹S›
    9 | - | - | #EXTM3U␍⏎#EXT-X-TARGETDURATION:6⏎#EXTINF:6,␍⏎a.ts⏎
    10 | !missing-header | !missing-header | #EXTM3U␍#EXT-X-TARGETDURATION:6␍#EXTINF:6,␍a.ts
    11 | - | - | ‹M›#EXTINF:6,⏎a.ts
    11 | - | - | ‹M›‹S›#EXT-X-ENDLIST
    11 | - | - | ‹V›#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
    13 | !surrounding-blank | surrounding-blank | ‹M›#EXTINF:6,⏎  a.ts⏎
    14 | blank-in-uri | blank-in-uri | ‹M›#EXTINF:6,⏎a b.ts⏎
    15 | - | - | ‹M›#EXTINF:6,⏎a　b.ts⏎
    18 | - | - | ‹M›#EXTINF:6,⏎a⏎
    21 | - | - | ‹M›#EXTINF:6,⏎# comment⏎a.ts⏎
    21 | - | - | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1⏎# comment⏎v.m3u8⏎
    22 | !uri-without-duration | !uri-without-duration | ‹M›‹S›JUNK⏎‹S›
    23 | !missing-header | !missing-header | <!DOCTYPE html>⏎<html></html>
    25 | - | - | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720⏎v⏎
    26 | !blank-in-attribute-list | blank-in-attribute-list | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1, CODECS="x"⏎v⏎
    27 | !malformed-attribute-list | !malformed-attribute-list | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH = 1⏎v⏎
    29 | !malformed-attribute-list | !malformed-attribute-list | #EXTM3U⏎#EXT-X-STREAM-INF:CODECS="x"BANDWIDTH=1⏎v⏎
    30 | !malformed-attribute-list | !malformed-attribute-list | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=⏎v⏎
    31 | !malformed-attribute-list | !malformed-attribute-list | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="⏎v⏎
    33 | !malformed-attribute-list | !malformed-attribute-list | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="a"b"⏎v⏎
    34 | !duplicate-attribute | duplicate-attribute | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,BANDWIDTH=2⏎v⏎
    35 | !trailing-comma | trailing-comma | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,⏎v⏎
    37 | !unquoted-string | unquoted-string | ‹M›#EXT-X-MAP:URI='x'⏎‹S›
    38 | - | - | ‹M›#EXT-X-MAP:URI="x?a=b&c=d,e"⏎‹S›
    39 | malformed-reference | malformed-reference | ‹M›#EXTINF:6,⏎a{$}.ts⏎
    41 | !invalid-attribute-value | invalid-attribute-value | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1920X1080⏎v⏎
    41 | !invalid-attribute-value | invalid-attribute-value | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1920x⏎v⏎
    41 | !invalid-attribute-value | invalid-attribute-value | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION="1920x1080"⏎v⏎
    42 | - | - | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,FRAME-RATE=29.97⏎v⏎
    43 | !score-not-positive | score-not-positive | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,SCORE=0⏎v⏎
    43 | !invalid-attribute-value | invalid-attribute-value | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,SCORE=-1⏎v⏎
    45 | unknown-attribute | unknown-attribute | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,FOO=BAR⏎v⏎
    46 | unknown-required-attribute | unknown-required-attribute | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,REQ-FOO="x"⏎v⏎
    46 | unknown-required-attribute | unknown-required-attribute | ‹V›‹A›,REQ-FOO="x"⏎
    49 | unknown-value | unknown-value | ‹M›‹D›#EXT-X-DATERANGE:ID="a",START-DATE="2020-01-01T00:00:00Z",CUE="PRE,FOO"⏎
    49 | !invalid-date-range | invalid-date-range | ‹M›‹D›#EXT-X-DATERANGE:ID="a",START-DATE="2020-01-01T00:00:00Z",CUE="PRE,POST"⏎
    50 | !missing-target-duration | missing-target-duration | #EXTM3U⏎‹S›
    51 | !invalid-target-duration | invalid-target-duration | #EXTM3U⏎#EXT-X-TARGETDURATION:0⏎‹S›
    51 | !invalid-target-duration | invalid-target-duration | #EXTM3U⏎#EXT-X-TARGETDURATION:-10⏎‹S›
    51 | !invalid-target-duration | invalid-target-duration | #EXTM3U⏎#EXT-X-TARGETDURATION:NaN⏎‹S›
    51 | !invalid-target-duration | invalid-target-duration | #EXTM3U⏎#EXT-X-TARGETDURATION:⏎‹S›
    53 | !duplicate-tag | !duplicate-tag | ‹M›#EXT-X-TARGETDURATION:6⏎‹S›
    54 | - | - | ‹M›#EXTINF:6.4,⏎a.ts⏎
    54 | !duration-exceeds-target | duration-exceeds-target | ‹M›#EXTINF:6.5,⏎a.ts⏎
    55 | !missing-comma | missing-comma | ‹M›#EXTINF:6⏎a.ts⏎
    57 | - | - | ‹M›#EXTINF:.36,⏎a.ts⏎
    58 | !invalid-duration | invalid-duration | ‹M›#EXTINF:-1,channel⏎a.ts⏎
    59 | !invalid-duration | invalid-duration | ‹M›#EXTINF:⏎a.ts⏎
    61 | zero-duration | zero-duration | ‹M›#EXTINF:0,⏎a.ts⏎
    62 | - | - | ‹M›#EXTINF:0.000011,⏎a.ts⏎
    63 | !uri-without-duration | !uri-without-duration | ‹M›a.ts⏎
    65 | !duration-without-uri | duration-without-uri | ‹M›‹S›#EXTINF:6,⏎
    66 | !version-too-low | version-too-low | #EXTM3U⏎#EXT-X-VERSION:2⏎#EXT-X-TARGETDURATION:6⏎#EXTINF:5.5,⏎a⏎
    66 | !version-too-low | version-too-low | #EXTM3U⏎#EXT-X-TARGETDURATION:6⏎#EXTINF:5.5,⏎a⏎
    67 | !invalid-sequence | invalid-sequence | ‹M›#EXT-X-MEDIA-SEQUENCE:-11⏎‹S›
    69 | !duplicate-tag | !duplicate-tag | ‹M›#EXT-X-MEDIA-SEQUENCE:1⏎#EXT-X-MEDIA-SEQUENCE:1⏎‹S›
    70 | - | - | ‹M›#EXT-X-MEDIA-SEQUENCE:9223372036854775808⏎‹S›
    71 | !misplaced-tag | misplaced-tag | ‹M›‹S›#EXT-X-DISCONTINUITY-SEQUENCE:1⏎
    71 | !misplaced-tag | misplaced-tag | ‹M›#EXT-X-DISCONTINUITY⏎#EXT-X-DISCONTINUITY-SEQUENCE:1⏎‹S›
    73 | dangling-tag | dangling-tag | ‹M›‹S›#EXT-X-DISCONTINUITY⏎
    74 | - | - | ‹M›‹S›#EXT-X-ENDLIST⏎‹S›
    75 | !duplicate-tag | !duplicate-tag | ‹M›‹S›#EXT-X-ENDLIST⏎#EXT-X-ENDLIST⏎
    77 | !unknown-playlist-type | unknown-playlist-type | ‹M›#EXT-X-PLAYLIST-TYPE:live⏎‹S›
    77 | !unknown-playlist-type | unknown-playlist-type | ‹M›#EXT-X-PLAYLIST-TYPE:⏎‹S›
    78 | missing-end-list | missing-end-list | ‹M›#EXT-X-PLAYLIST-TYPE:VOD⏎‹S›
    79 | - | - | ‹M›#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00+0800⏎‹S›
    79 | - | - | ‹M›#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00+08:00⏎‹S›
    79 | - | - | ‹M›#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00.123456789Z⏎‹S›
    79 | date-without-zone | date-without-zone | ‹M›#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00⏎‹S›
    79 | !invalid-date | invalid-date | ‹M›#EXT-X-PROGRAM-DATE-TIME:foo⏎‹S›
    79 | !invalid-date | invalid-date | ‹M›#EXT-X-PROGRAM-DATE-TIME:2020-01-01⏎‹S›
    81 | - | - | ‹M›#EXTINF:6,⏎#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z⏎a.ts⏎
    82 | - | - | ‹M›#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z⏎#EXT-X-MAP:URI="i"⏎‹S›
    83 | !uri-without-duration | !uri-without-duration | ‹M›#EXT-X-GAP⏎a.ts⏎
    85 | - | - | ‹M›#EXT-X-GAP⏎‹S›#EXT-X-GAP⏎‹S›
    86 | - | - | ‹M›#EXT-X-BITRATE:1500⏎‹S›‹S›
    89 | !undefined-byte-range | !undefined-byte-range | ‹M›#EXT-X-BYTERANGE:5⏎‹S›
    89 | !undefined-byte-range | !undefined-byte-range | ‹M›‹S›#EXT-X-BYTERANGE:5⏎‹S›
    89 | !undefined-byte-range | !undefined-byte-range | ‹M›#EXT-X-BYTERANGE:5@0⏎#EXTINF:6,⏎b.ts⏎#EXT-X-BYTERANGE:5⏎‹S›
    90 | - | - | ‹M›#EXT-X-BYTERANGE:5@0⏎‹S›#EXT-X-BYTERANGE:5@0⏎‹S›
    91 | !undefined-byte-range | !undefined-byte-range | ‹M›#EXT-X-BYTERANGE:5@18446744073709551615⏎‹S›
    93 | - | - | ‹M›#EXT-X-DEFINE:NAME="x",VALUE="a"⏎#EXT-X-BYTERANGE:5@0⏎‹S›#EXT-X-BYTERANGE:5⏎#EXTINF:6,⏎{$x}.ts⏎
    94 | !missing-range-offset | missing-range-offset | ‹M›#EXT-X-MAP:URI="i",BYTERANGE="720"⏎‹S›
    95 | unknown-attribute | unknown-attribute | ‹M›#EXT-X-MAP:URI="i",X=1⏎‹S›
    97 | !missing-map | missing-map | ‹M›#EXTINF:6,⏎a.m4s⏎
    98 | !version-too-low | version-too-low | #EXTM3U⏎#EXT-X-VERSION:5⏎#EXT-X-TARGETDURATION:6⏎#EXT-X-MAP:URI="i"⏎‹S›
    98 | !version-too-low | version-too-low | #EXTM3U⏎#EXT-X-VERSION:4⏎#EXT-X-TARGETDURATION:6⏎#EXT-X-I-FRAMES-ONLY⏎#EXT-X-MAP:URI="i"⏎‹S›
    98 | - | - | #EXTM3U⏎#EXT-X-VERSION:5⏎#EXT-X-TARGETDURATION:6⏎#EXT-X-I-FRAMES-ONLY⏎#EXT-X-MAP:URI="i"⏎‹S›
    99 | !map-needs-iv | map-needs-iv | ‹M›#EXT-X-KEY:METHOD=AES-128,URI="k"⏎#EXT-X-MAP:URI="i"⏎‹S›
    99 | - | - | ‹M›#EXT-X-MAP:URI="i"⏎#EXT-X-KEY:METHOD=AES-128,URI="k"⏎‹S›
    101 | !attributes-beside-none | attributes-beside-none | ‹M›#EXT-X-KEY:METHOD=NONE,URI="k"⏎‹S›
    102 | - | - | ‹M›#EXT-X-KEY:METHOD=NONE⏎‹S›
    103 | - | - | ‹M›‹S›#EXT-X-KEY:METHOD=AES-128,URI="k"⏎‹S›#EXT-X-KEY:METHOD=NONE⏎‹S›
    105 | unknown-value | unknown-value | ‹M›#EXT-X-KEY:METHOD=SAMPLE-AES-CENC,URI="k"⏎‹S›
    106 | !unexpected-iv | unexpected-iv | ‹M›#EXT-X-KEY:METHOD=AES-256-GCM,URI="k",IV=0x1⏎‹S›
    107 | - | - | ‹M›#EXT-X-KEY:METHOD=AES-128,URI="k"⏎‹S›
    111 | !part-duration | part-duration | ‹M›‹L›#EXT-X-PART:DURATION=1.1,URI="p"⏎‹S›
    111 | !part-duration | part-duration | ‹M›‹L›#EXT-X-PART:DURATION=0.8,URI="p"⏎#EXT-X-PART:DURATION=1,URI="p"⏎‹S›
    111 | - | - | ‹M›‹L›#EXT-X-PART:DURATION=0.8,URI="p",INDEPENDENT=YES⏎#EXT-X-PART:DURATION=0.1,URI="p"⏎‹S›
    113 | !undefined-byte-range | !undefined-byte-range | ‹M›‹L›#EXT-X-PART:DURATION=1,URI="p",BYTERANGE="5"⏎‹S›
    114 | !misplaced-tag | misplaced-tag | ‹M›‹L›#EXT-X-PART:DURATION=1,URI="p"⏎#EXT-X-MAP:URI="i"⏎‹S›
    115 | !server-control-too-small | server-control-too-small | #EXTM3U⏎#EXT-X-SERVER-CONTROL:HOLD-BACK=17⏎#EXT-X-TARGETDURATION:6⏎‹S›
    115 | !server-control-too-small | server-control-too-small | ‹M›#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=35⏎‹S›
    115 | !server-control-too-small | server-control-too-small | ‹M›#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=1⏎#EXT-X-PART-INF:PART-TARGET=1⏎‹S›
    115 | !conflicting-attributes | conflicting-attributes | ‹M›#EXT-X-SERVER-CONTROL:CAN-SKIP-DATERANGES=YES⏎‹S›
    117 | - | - | ‹M›‹L›‹S›#EXT-X-PRELOAD-HINT:TYPE=PART,URI="p",BYTERANGE-START=5⏎
    118 | - | - | ‹M›‹S›#EXT-X-RENDITION-REPORT:URI="../b.m3u8"⏎
    119 | - | - | ‹M›#EXT-X-SKIP:SKIPPED-SEGMENTS=3⏎‹S›
    121 | - | - | ‹M›‹D›#EXT-X-DATERANGE:ID="a",START-DATE="2020-01-01T00:00:00Z"⏎#EXT-X-DATERANGE:ID="a",DURATION=5⏎
    122 | !invalid-date-range | invalid-date-range | ‹M›‹D›#EXT-X-DATERANGE:ID="a",START-DATE="2020-01-01T00:00:00Z",X-A="1"⏎#EXT-X-DATERANGE:ID="a",X-A="2"⏎
    123 | !invalid-date-range | invalid-date-range | ‹M›‹D›#EXT-X-DATERANGE:ID="a",START-DATE="2020-01-01T00:00:00Z",END-DATE="2019-01-01T00:00:00Z"⏎
    123 | !invalid-date-range | invalid-date-range | ‹M›‹D›#EXT-X-DATERANGE:ID="a",START-DATE="2020-01-01T00:00:00Z",DURATION=-1⏎
    123 | !invalid-date-range | invalid-date-range | ‹M›‹D›#EXT-X-DATERANGE:ID="a",START-DATE="2020-01-01T00:00:00Z",DURATION="2.2"⏎
    126 | !missing-program-date-time | missing-program-date-time | ‹M›‹S›#EXT-X-DATERANGE:ID="a",START-DATE="2020-01-01T00:00:00Z"⏎
    127 | !stream-without-uri | !stream-without-uri | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1⏎
    129 | !missing-bandwidth | missing-bandwidth | #EXTM3U⏎#EXT-X-STREAM-INF:⏎v⏎
    130 | !missing-bandwidth | missing-bandwidth | #EXTM3U⏎#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=5⏎v⏎
    131 | !missing-group | missing-group | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="g"⏎v⏎
    131 | - | - | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="g"⏎v⏎‹A›⏎
    133 | !duplicate-rendition | duplicate-rendition | ‹V›‹A›⏎‹A›⏎
    133 | - | - | ‹V›‹A›⏎#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="h",NAME="n"⏎
    134 | !duplicate-default | duplicate-default | ‹V›‹A›,DEFAULT=YES⏎#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="m",DEFAULT=YES⏎
    135 | !default-not-autoselected | default-not-autoselected | ‹V›‹A›,DEFAULT=YES,AUTOSELECT=NO⏎
    135 | - | - | ‹V›‹A›,DEFAULT=YES⏎
    137 | - | - | ‹V›‹A›⏎
    138 | !missing-rendition-uri | missing-rendition-uri | ‹V›#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="g",NAME="n"⏎
    139 | !unexpected-attribute | unexpected-attribute | ‹V›#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n",INSTREAM-ID="CC1",URI="u"⏎
    139 | !invalid-instream-id | invalid-instream-id | ‹V›#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n"⏎
    139 | !invalid-instream-id | invalid-instream-id | ‹V›#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n",INSTREAM-ID="CC5"⏎
    139 | !invalid-instream-id | invalid-instream-id | ‹V›#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n",INSTREAM-ID="SERVICE0"⏎
    139 | !invalid-instream-id | invalid-instream-id | ‹V›#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="g",NAME="n",INSTREAM-ID="SERVICE64"⏎
    141 | !missing-group | missing-group | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS="NONE"⏎v⏎
    142 | !mixed-closed-captions | mixed-closed-captions | ‹V›#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE⏎w⏎
    143 | !codecs-lack-audio | codecs-lack-audio | #EXTM3U⏎‹A›⏎#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="g",CODECS="avc1.64001f"⏎v⏎
    145 | - | - | ‹V›#EXT-X-STREAM-INF:BANDWIDTH=2⏎v.m3u8⏎
    147 | !missing-base-codec | missing-base-codec | #EXTM3U⏎#EXT-X-STREAM-INF:BANDWIDTH=1,SUPPLEMENTAL-CODECS="dvh1.08.07/db4h"⏎v⏎
    150 | !invalid-session-data | invalid-session-data | ‹V›#EXT-X-SESSION-DATA:DATA-ID="a",VALUE="b",URI="c"⏎
    150 | !invalid-session-data | invalid-session-data | ‹V›#EXT-X-SESSION-DATA:DATA-ID="a"⏎
    150 | !duplicate-session-data | duplicate-session-data | ‹V›#EXT-X-SESSION-DATA:DATA-ID="a",VALUE="b"⏎#EXT-X-SESSION-DATA:DATA-ID="a",VALUE="c"⏎
    150 | unknown-value | unknown-value | ‹V›#EXT-X-SESSION-DATA:DATA-ID="a",URI="b",FORMAT=bad⏎
    151 | !invalid-session-key | invalid-session-key | ‹V›#EXT-X-SESSION-KEY:METHOD=NONE⏎
    151 | !duplicate-session-key | duplicate-session-key | ‹V›#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"⏎#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"⏎
    153 | !undefined-variable | !undefined-variable | ‹M›#EXTINF:6,⏎{$a}.ts⏎#EXT-X-DEFINE:NAME="a",VALUE="b"⏎
    153 | - | - | ‹M›#EXT-X-DEFINE:NAME="a",VALUE="{$b}"⏎#EXTINF:6,⏎{$a}.ts⏎
    153 | - | - | ‹M›#EXT-X-DEFINE:NAME="a",VALUE=""⏎#EXTINF:6,⏎{$a}.ts⏎
    153 | !invalid-definition | !invalid-definition | #EXTM3U⏎#EXT-X-DEFINE:IMPORT="a"⏎#EXT-X-STREAM-INF:BANDWIDTH=1⏎v⏎
    153 | !invalid-definition | !invalid-definition | ‹M›#EXT-X-DEFINE:NAME="a",VALUE="b",IMPORT="c"⏎‹S›
    153 | !invalid-definition | !invalid-definition | ‹M›#EXT-X-DEFINE:NAME="a"⏎‹S›
    153 | !invalid-definition | !invalid-definition | ‹M›#EXT-X-DEFINE:QUERYPARAM="a"⏎‹S›
    153 | !duplicate-variable | !duplicate-variable | ‹M›#EXT-X-DEFINE:NAME="a",VALUE="b"⏎#EXT-X-DEFINE:NAME="a",VALUE="b"⏎‹S›
    154 | - | - | ‹M›#EXTINF:6,{$a}⏎a.ts⏎
    155 | !mixed-playlist | !mixed-playlist | ‹V›‹S›
    157 | unknown-tag | unknown-tag | ‹M›#EXT-X-FOO:bar⏎#EXT-X-CUE-OUT⏎‹S›
    158 | unknown-attribute | unknown-attribute | ‹V›#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,AUDIO="a",URI="i"⏎
    """##
}
