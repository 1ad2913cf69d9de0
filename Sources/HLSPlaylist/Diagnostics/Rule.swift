// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The rules that a playlist can break, each under the name that messages and JSON show, with
/// what breaking it leads to.
enum Rule: String, Hashable, Sendable, CaseIterable {
  // Text
  case missingHeader = "missing-header"
  case headerNotFirst = "header-not-first"
  case byteOrderMark = "byte-order-mark"
  case wrongEncoding = "wrong-encoding"
  case invalidUTF8 = "invalid-utf8"
  case controlCharacter = "control-character"
  case notNormalized = "not-normalized"
  case surroundingBlank = "surrounding-blank"
  case blankInURI = "blank-in-uri"
  // Limits
  case lineTooLong = "line-too-long"
  case textTooLarge = "text-too-large"
  case tooManySegments = "too-many-segments"
  case tooManyTags = "too-many-tags"
  case tooManyAttributes = "too-many-attributes"
  case tooManyKeys = "too-many-keys"
  case tooManyVariables = "too-many-variables"
  case substitutionTooLarge = "substitution-too-large"
  // Attribute lists
  case malformedAttributeList = "malformed-attribute-list"
  case blankInAttributeList = "blank-in-attribute-list"
  case trailingComma = "trailing-comma"
  case invalidAttributeName = "invalid-attribute-name"
  case duplicateAttribute = "duplicate-attribute"
  case missingAttribute = "missing-attribute"
  case missingVitalAttribute = "missing-vital-attribute"
  case invalidAttributeValue = "invalid-attribute-value"
  case unquotedString = "unquoted-string"
  case emptyString = "empty-string"
  case lowerCaseDigits = "lower-case-digits"
  case excessPrecision = "excess-precision"
  case flagNotYes = "flag-not-yes"
  case conflictingAttributes = "conflicting-attributes"
  // Forward compatibility
  case unknownTag = "unknown-tag"
  case unknownAttribute = "unknown-attribute"
  case unknownValue = "unknown-value"
  case unknownRequiredAttribute = "unknown-required-attribute"
  // Variables
  case undefinedVariable = "undefined-variable"
  case malformedReference = "malformed-reference"
  case duplicateVariable = "duplicate-variable"
  case invalidDefinition = "invalid-definition"
  // Both kinds of playlist
  case mixedPlaylist = "mixed-playlist"
  case wrongKind = "wrong-kind"
  case duplicateTag = "duplicate-tag"
  case unexpectedValue = "unexpected-value"
  case invalidValue = "invalid-value"
  case emptyPlaylist = "empty-playlist"
  case unsupportedVersion = "unsupported-version"
  case versionTooLow = "version-too-low"
  // Media playlists
  case missingTargetDuration = "missing-target-duration"
  case invalidTargetDuration = "invalid-target-duration"
  case durationExceedsTarget = "duration-exceeds-target"
  case misplacedTag = "misplaced-tag"
  case invalidSequence = "invalid-sequence"
  case unknownPlaylistType = "unknown-playlist-type"
  case missingEndList = "missing-end-list"
  case uriWithoutDuration = "uri-without-duration"
  case durationWithoutURI = "duration-without-uri"
  case missingComma = "missing-comma"
  case invalidDuration = "invalid-duration"
  case zeroDuration = "zero-duration"
  case danglingTag = "dangling-tag"
  case undefinedByteRange = "undefined-byte-range"
  case missingRangeOffset = "missing-range-offset"
  case missingMap = "missing-map"
  case mapNeedsIV = "map-needs-iv"
  case attributesBesideNone = "attributes-beside-none"
  case unexpectedIV = "unexpected-iv"
  case invalidDate = "invalid-date"
  case dateWithoutZone = "date-without-zone"
  case invalidDateRange = "invalid-date-range"
  case missingProgramDateTime = "missing-program-date-time"
  case missingPartInformation = "missing-part-information"
  case partDuration = "part-duration"
  case missingPartHoldBack = "missing-part-hold-back"
  case serverControlTooSmall = "server-control-too-small"
  case hintAfterEnd = "hint-after-end"
  case repeatedHint = "repeated-hint"
  case absoluteReportURI = "absolute-report-uri"
  // Multivariant playlists
  case streamWithoutURI = "stream-without-uri"
  case uriWithoutStream = "uri-without-stream"
  case missingBandwidth = "missing-bandwidth"
  case scoreNotPositive = "score-not-positive"
  case missingGroup = "missing-group"
  case mixedClosedCaptions = "mixed-closed-captions"
  case codecsLackAudio = "codecs-lack-audio"
  case missingBaseCodec = "missing-base-codec"
  case missingRenditionURI = "missing-rendition-uri"
  case unexpectedAttribute = "unexpected-attribute"
  case invalidInStreamID = "invalid-instream-id"
  case duplicateRendition = "duplicate-rendition"
  case duplicateDefault = "duplicate-default"
  case defaultNotAutoselected = "default-not-autoselected"
  case invalidSessionData = "invalid-session-data"
  case duplicateSessionData = "duplicate-session-data"
  case invalidSessionKey = "invalid-session-key"
  case duplicateSessionKey = "duplicate-session-key"
  case unknownPathway = "unknown-pathway"
  // Updates
  case missingPreviousPlaylist = "missing-previous-playlist"
  case inconsistentReload = "inconsistent-reload"
  // Writing
  case unwritable = "unwritable"
}

extension Rule {
  /// What breaking the rule leads to in the strict dialect.
  var severity: Severity {
    switch self {
    case .unknownTag, .unknownAttribute, .unknownValue, .unknownRequiredAttribute:
      .ignored
    case .notNormalized, .blankInURI, .emptyPlaylist, .lowerCaseDigits, .excessPrecision,
      .flagNotYes,
      .malformedReference, .unexpectedValue, .missingEndList, .zeroDuration, .danglingTag,
      .dateWithoutZone, .repeatedHint:
      .warning
    default: .error
    }
  }

  /// Whether a playlist that breaks the rule still has a clear meaning, which the lenient
  /// dialect takes.
  var isTolerable: Bool {
    switch self {
    case .missingHeader, .wrongEncoding, .lineTooLong, .textTooLarge, .tooManySegments,
      .tooManyTags, .tooManyAttributes, .tooManyKeys, .tooManyVariables, .substitutionTooLarge,
      .malformedAttributeList, .missingVitalAttribute, .undefinedVariable, .duplicateVariable,
      .invalidDefinition, .mixedPlaylist, .wrongKind, .duplicateTag, .invalidValue,
      .uriWithoutDuration, .undefinedByteRange, .streamWithoutURI, .missingPreviousPlaylist,
      .inconsistentReload, .unwritable:
      false
    default: true
    }
  }
}
