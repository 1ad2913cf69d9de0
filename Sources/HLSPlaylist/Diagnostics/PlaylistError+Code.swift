// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PlaylistError {
  /// A rule of the draft, or a limit, that a playlist can break. The numbers are sections of
  /// draft-pantos-hls-rfc8216bis-22.
  public struct Code: Hashable, Sendable {
    let rule: Rule

    init(_ rule: Rule) { self.rule = rule }

    /// The code of a stable name, such as `missing-target-duration`.
    public init?(_ name: String) {
      guard let rule = Rule(rawValue: name) else { return nil }
      self.rule = rule
    }

    /// Every code, in the order in which they are documented.
    public static let all: [Code] = Rule.allCases.map(Code.init)
  }
}

extension PlaylistError.Code: CustomStringConvertible {
  /// The stable name of the rule, such as `missing-target-duration`.
  public var description: String { rule.rawValue }
}

// MARK: - Text

extension PlaylistError.Code {
  /// The first line is not `#EXTM3U` (4.4.1.1).
  public static let missingHeader = Self(.missingHeader)
  /// Blank lines or comments stand before `#EXTM3U` (4.4.1.1).
  public static let headerNotFirst = Self(.headerNotFirst)
  /// The text begins with a byte order mark (section 4).
  public static let byteOrderMark = Self(.byteOrderMark)
  /// The text is UTF-16 or UTF-32 (section 4).
  public static let wrongEncoding = Self(.wrongEncoding)
  /// The text is not valid UTF-8 (section 4).
  public static let invalidUTF8 = Self(.invalidUTF8)
  /// A control character stands in a line (section 4).
  public static let controlCharacter = Self(.controlCharacter)
  /// A text is not in Unicode normalization form C (section 4).
  public static let notNormalized = Self(.notNormalized)
  /// Blanks begin or end a line (section 4.1).
  public static let surroundingBlank = Self(.surroundingBlank)
  /// A URI contains a blank (RFC 3986).
  public static let blankInURI = Self(.blankInURI)
}

// MARK: - Limits

extension PlaylistError.Code {
  /// A line exceeds ``ReadingLimits/lineLength``.
  public static let lineTooLong = Self(.lineTooLong)
  /// The text exceeds ``ReadingLimits/size``.
  public static let textTooLarge = Self(.textTooLarge)
  /// Segments and parts exceed ``ReadingLimits/segments``.
  public static let tooManySegments = Self(.tooManySegments)
  /// Other tags exceed ``ReadingLimits/tags``.
  public static let tooManyTags = Self(.tooManyTags)
  /// A tag exceeds ``ReadingLimits/attributes``.
  public static let tooManyAttributes = Self(.tooManyAttributes)
  /// Keys in force at once exceed ``ReadingLimits/keys``.
  public static let tooManyKeys = Self(.tooManyKeys)
  /// Variables exceed ``ReadingLimits/variables``.
  public static let tooManyVariables = Self(.tooManyVariables)
  /// Texts with variables exceed ``ReadingLimits/substitutedSize``.
  public static let substitutionTooLarge = Self(.substitutionTooLarge)
}

// MARK: - Attribute lists

extension PlaylistError.Code {
  /// An attribute list breaks its grammar (4.2).
  public static let malformedAttributeList = Self(.malformedAttributeList)
  /// A blank stands between attributes (4.2).
  public static let blankInAttributeList = Self(.blankInAttributeList)
  /// An attribute list ends with a comma (4.2).
  public static let trailingComma = Self(.trailingComma)
  /// An attribute's name has lower-case letters or other signs (4.2).
  public static let invalidAttributeName = Self(.invalidAttributeName)
  /// An attribute occurs twice (4.2); the first counts.
  public static let duplicateAttribute = Self(.duplicateAttribute)
  /// A required attribute is absent; the tag is ignored.
  public static let missingAttribute = Self(.missingAttribute)
  /// A required attribute of a key, map, part or skip is absent, without which segments cannot
  /// be understood.
  public static let missingVitalAttribute = Self(.missingVitalAttribute)
  /// A value is not of its attribute's type (4.2); the attribute is ignored.
  public static let invalidAttributeValue = Self(.invalidAttributeValue)
  /// A value that needs quotation marks has none (4.2).
  public static let unquotedString = Self(.unquotedString)
  /// A quoted string is empty (4.2).
  public static let emptyString = Self(.emptyString)
  /// Hexadecimal digits are in lower case (4.2).
  public static let lowerCaseDigits = Self(.lowerCaseDigits)
  /// A number has more decimals than are kept (18).
  public static let excessPrecision = Self(.excessPrecision)
  /// An attribute that is YES or absent has another value, which counts as absent (6.3.1).
  public static let flagNotYes = Self(.flagNotYes)
  /// Attributes of one tag exclude each other, or one needs another.
  public static let conflictingAttributes = Self(.conflictingAttributes)
}

// MARK: - Forward compatibility

extension PlaylistError.Code {
  /// A tag is not known (6.3.1).
  public static let unknownTag = Self(.unknownTag)
  /// An attribute is not known (6.3.1).
  public static let unknownAttribute = Self(.unknownAttribute)
  /// An enumerated value is not known (6.3.1).
  public static let unknownValue = Self(.unknownValue)
  /// An attribute that must be understood is not known; its tag is ignored (6.3.1).
  public static let unknownRequiredAttribute = Self(.unknownRequiredAttribute)
}

// MARK: - Variables

extension PlaylistError.Code {
  /// A reference has no earlier definition (4.3).
  public static let undefinedVariable = Self(.undefinedVariable)
  /// A text looks like a reference to a variable and is none (4.3).
  public static let malformedReference = Self(.malformedReference)
  /// A variable is defined twice (4.4.2.3).
  public static let duplicateVariable = Self(.duplicateVariable)
  /// A definition is not one of the three kinds, or has no value to give (4.4.2.3).
  public static let invalidDefinition = Self(.invalidDefinition)
}

// MARK: - Both kinds of playlist

extension PlaylistError.Code {
  /// Tags of media and multivariant playlists stand in one playlist (4.4).
  public static let mixedPlaylist = Self(.mixedPlaylist)
  /// The playlist is of the other kind than was asked for.
  public static let wrongKind = Self(.wrongKind)
  /// A tag that may stand once stands twice (4.4).
  public static let duplicateTag = Self(.duplicateTag)
  /// A tag that has no value has one.
  public static let unexpectedValue = Self(.unexpectedValue)
  /// A tag's value is not of its type.
  public static let invalidValue = Self(.invalidValue)
  /// The playlist has no tag that tells its kind (4.1); it counts as multivariant.
  public static let emptyPlaylist = Self(.emptyPlaylist)
  /// The declared version is above 13 (4.4.1.2).
  public static let unsupportedVersion = Self(.unsupportedVersion)
  /// The declared version is below what the content needs (section 8).
  public static let versionTooLow = Self(.versionTooLow)
}

// MARK: - Media playlists

extension PlaylistError.Code {
  /// There is no target duration (4.4.3.1); the longest segment's counts.
  public static let missingTargetDuration = Self(.missingTargetDuration)
  /// The target duration is no whole number of at least 1 (4.4.3.1).
  public static let invalidTargetDuration = Self(.invalidTargetDuration)
  /// A segment's rounded duration exceeds the target duration (4.4.3.1).
  public static let durationExceedsTarget = Self(.durationExceedsTarget)
  /// A tag stands after what it must precede (4.4.3.2, 4.4.3.3, 4.4.4.9).
  public static let misplacedTag = Self(.misplacedTag)
  /// A sequence number is no whole number (4.4.3.2, 4.4.3.3); 0 counts.
  public static let invalidSequence = Self(.invalidSequence)
  /// The playlist type is neither EVENT nor VOD (4.4.3.5).
  public static let unknownPlaylistType = Self(.unknownPlaylistType)
  /// A VOD playlist has no EXT-X-ENDLIST (6.2.1).
  public static let missingEndList = Self(.missingEndList)
  /// A segment has no EXTINF (4.4.4.1).
  public static let uriWithoutDuration = Self(.uriWithoutDuration)
  /// An EXTINF has no URI (4.4.4.1).
  public static let durationWithoutURI = Self(.durationWithoutURI)
  /// An EXTINF has no comma (4.4.4.1).
  public static let missingComma = Self(.missingComma)
  /// A duration is no number of at least 0 (4.4.4.1); 0 counts.
  public static let invalidDuration = Self(.invalidDuration)
  /// A segment lasts no time.
  public static let zeroDuration = Self(.zeroDuration)
  /// A segment's tag has no segment after it.
  public static let danglingTag = Self(.danglingTag)
  /// A byte range has no offset and nothing to continue, or ends beyond 64 bits (4.4.4.2).
  public static let undefinedByteRange = Self(.undefinedByteRange)
  /// A map's byte range has no offset (4.4.4.5); 0 counts.
  public static let missingRangeOffset = Self(.missingRangeOffset)
  /// A segment of fragmented MP4 has no EXT-X-MAP (3.1.2).
  public static let missingMap = Self(.missingMap)
  /// A map is encrypted with AES-128 by a key without IV (4.4.4.5).
  public static let mapNeedsIV = Self(.mapNeedsIV)
  /// A key of method NONE has other attributes (4.4.4.4).
  public static let attributesBesideNone = Self(.attributesBesideNone)
  /// A key has an IV that its method forbids (4.4.4.4).
  public static let unexpectedIV = Self(.unexpectedIV)
  /// A date is not ISO 8601 (4.4.4.6).
  public static let invalidDate = Self(.invalidDate)
  /// A date has no zone and counts as UTC (4.4.4.6).
  public static let dateWithoutZone = Self(.dateWithoutZone)
  /// A date range breaks its rules (4.4.5.1); what is wrong of it is ignored.
  public static let invalidDateRange = Self(.invalidDateRange)
  /// A playlist with date ranges has no EXT-X-PROGRAM-DATE-TIME (4.4.5.1).
  public static let missingProgramDateTime = Self(.missingProgramDateTime)
  /// A playlist with parts has no EXT-X-PART-INF (4.4.3.7).
  public static let missingPartInformation = Self(.missingPartInformation)
  /// A part is longer than the part target or shorter than 85 % of it (4.4.4.9).
  public static let partDuration = Self(.partDuration)
  /// A playlist with parts has no PART-HOLD-BACK (4.4.3.8).
  public static let missingPartHoldBack = Self(.missingPartHoldBack)
  /// A distance of the server control is below its least value (4.4.3.8).
  public static let serverControlTooSmall = Self(.serverControlTooSmall)
  /// A preload hint stands in a playlist that has ended (4.4.5.3).
  public static let hintAfterEnd = Self(.hintAfterEnd)
  /// A second preload hint has the same type (4.4.5.3); the first counts.
  public static let repeatedHint = Self(.repeatedHint)
  /// A rendition report's URI is not relative (4.4.5.4).
  public static let absoluteReportURI = Self(.absoluteReportURI)
}

// MARK: - Multivariant playlists

extension PlaylistError.Code {
  /// An EXT-X-STREAM-INF has no URI line (4.4.6.2).
  public static let streamWithoutURI = Self(.streamWithoutURI)
  /// A URI line follows no EXT-X-STREAM-INF (4.4.6.2).
  public static let uriWithoutStream = Self(.uriWithoutStream)
  /// A stream has no BANDWIDTH (4.4.6.2); its average counts.
  public static let missingBandwidth = Self(.missingBandwidth)
  /// A score is not above 0 (4.4.6.2).
  public static let scoreNotPositive = Self(.scoreNotPositive)
  /// A variant names a group that does not exist (4.4.6.2).
  public static let missingGroup = Self(.missingGroup)
  /// CLOSED-CAPTIONS is NONE on some variants alone (4.4.6.2).
  public static let mixedClosedCaptions = Self(.mixedClosedCaptions)
  /// CODECS names no audio format although the variant has an audio group (4.4.6.2).
  public static let codecsLackAudio = Self(.codecsLackAudio)
  /// SUPPLEMENTAL-CODECS stands without CODECS (4.4.6.2).
  public static let missingBaseCodec = Self(.missingBaseCodec)
  /// A rendition of subtitles has no URI (4.4.6.1).
  public static let missingRenditionURI = Self(.missingRenditionURI)
  /// An attribute does not apply to the type of rendition (4.4.6.1).
  public static let unexpectedAttribute = Self(.unexpectedAttribute)
  /// An INSTREAM-ID is absent or none of its values (4.4.6.1).
  public static let invalidInStreamID = Self(.invalidInStreamID)
  /// Two renditions of a group have one name (4.4.6.1).
  public static let duplicateRendition = Self(.duplicateRendition)
  /// Two renditions of a group are the default (4.4.6.1).
  public static let duplicateDefault = Self(.duplicateDefault)
  /// A rendition is the default and not to be selected automatically (4.4.6.1).
  public static let defaultNotAutoselected = Self(.defaultNotAutoselected)
  /// Session data has neither or both of VALUE and URI (4.4.6.4).
  public static let invalidSessionData = Self(.invalidSessionData)
  /// Session data has the identifier and language of an earlier one (4.4.6.4).
  public static let duplicateSessionData = Self(.duplicateSessionData)
  /// A session key has the method NONE (4.4.6.5); it is ignored.
  public static let invalidSessionKey = Self(.invalidSessionKey)
  /// A session key repeats an earlier one (4.4.6.5).
  public static let duplicateSessionKey = Self(.duplicateSessionKey)
  /// Content steering begins with a pathway of no variant (4.4.6.6).
  public static let unknownPathway = Self(.unknownPathway)
}

// MARK: - Updates

extension PlaylistError.Code {
  /// A delta update cannot be applied: the skipped segments are not known (6.3.7).
  public static let missingPreviousPlaylist = Self(.missingPreviousPlaylist)
  /// A reloaded playlist contradicts the one before it (6.2.1).
  public static let inconsistentReload = Self(.inconsistentReload)
}

// MARK: - Writing

extension PlaylistError.Code {
  /// A value of the model cannot be written into a playlist.
  public static let unwritable = Self(.unwritable)
}
