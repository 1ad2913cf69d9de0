// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
public import ISOBMFF

/// What one segment holds.
public struct SegmentContent: Sendable {
  /// What kind of file the segment is.
  let format: SegmentFormat
  /// Why the segment could not be read, or not as a whole.
  public internal(set) var error: String?
  /// When the first sample is decoded and the last one ends, in units of the track's time scale.
  public internal(set) var decodeTimes: Range<Int64>?
  /// When the first sample is shown, in units of the track's time scale.
  public internal(set) var presentationStart: Int64?
  /// How many samples there are.
  var sampleCount = 0
  /// How many samples have which duration.
  var sampleDurations: [UInt32: Int] = [:]
  /// What the first picture is.
  public internal(set) var firstPicture: NALUnitType.Role?
  /// When the samples that a decoder can start with are shown.
  var syncTimes: [Int64] = []
  /// Whether the first sample of each fragment is one that a decoder can start with.
  var fragmentsStartInSync = true
  /// Whether each fragment says when it is decoded.
  var hasDecodeTimes = true
  /// Whether places of samples count from the fragment.
  var isRelative = true
  /// Whether each fragment holds one run of the one track.
  var hasSingleRuns = true
  /// Whether fragments are of tracks that the initialisation section has.
  var hasKnownTracks = true
  /// Whether samples have parameter sets.
  var hasParameterSets = false
  /// Whether samples have static metadata of HDR10.
  var hasStaticMetadata = false
  /// Whether fragments say which bytes of samples are encrypted.
  var hasSampleEncryption = false
  /// Whether the bytes begin with a fragment, after what may stand before one.
  var startsWithFragment = true
  /// A hash of the bytes of all samples, in decoding order.
  public internal(set) var sampleHash: UInt64?
  /// Whether the bytes end before the samples do.
  var isCut = false
  /// Whether the bytes end before the first sample does.
  var cutsFirstSample = false
  /// The text of subtitles in WebVTT.
  var subtitles: WebVTTHead?
  /// The documents of subtitles in IMSC1, one a sample.
  var documents: [TimedText] = []

  /// What is in a segment without an initialisation section.
  var tracks: [Track] = []
  /// Whether the segment has a format that is named in it and not looked into.
  var hasUnknownFormat = false
  /// What is wrong of a transport stream's packets.
  var structure: [StructureFault] = []
  /// What is missing between a transport stream's packets.
  var packetGap: StructureFault?
  /// What the pictures of a transport stream are, in words, each format once.
  var pictureFormats: [String] = []
  /// Whether pictures of a transport stream come before their parameter sets.
  var lacksParameterSets = false
  /// Whether a transport stream begins with its tables.
  var beginsWithTables = true
  /// The number of programmes of a transport stream.
  var programCount = 1
  /// The number of streams of sound.
  var soundCount = 0
  /// Whether packed audio says when it is played.
  var hasTimestamp = true

  /// How the web delivered the segment.
  var delivery: StreamResource.Delivery?
  /// The bytes that were read.
  public internal(set) var byteCount = 0

  init(format: SegmentFormat) { self.format = format }

  /// A segment that could not be read.
  init(error: String) {
    format = .unknown
    self.error = error
  }
}

extension SegmentContent {
  /// Reads a segment of fragmented MP4.
  ///
  /// - Parameters:
  ///   - bytes: The segment.
  ///   - track: The track that the playlist is about.
  ///   - movie: The movie that the segment belongs to.
  init(_ bytes: [UInt8], of track: Track, in movie: Movie) {
    self.init(format: .fragmentedMP4)
    do throws(ISOBMFFError) {
      let segment = try ISOBMFF.MediaSegment(parsing: bytes)
      isCut = segment.isCut
      startsWithFragment = try Self.startsWithFragment(bytes)
      for fragment in segment.fragments {
        try add(fragment, bytes, track, movie)
      }
      if segment.fragments.isEmpty {
        error = "expected a movie fragment, found none"
      } else if decodeTimes == nil {
        error = "expected samples, found none"
      }
    } catch {
      self.error = "\(error)"
    }
  }

  private static func startsWithFragment(_ bytes: [UInt8]) throws(ISOBMFFError) -> Bool {
    var reader = ByteReader(bytes)
    // A cut segment ends inside mdat, which is past what is asked here.
    while let header = try? BoxHeader(parsing: &reader) {
      switch header.type {
      case "moof": return true
      case "styp", "sidx", "prft", "emsg", "free":
        guard let size = header.size, size >= UInt64(header.headerSize),
          (try? reader.skip(Int(clamping: size) - header.headerSize)) != nil
        else { return false }
      default: return false
      }
    }
    return false
  }

  private mutating func add(
    _ fragment: ISOBMFF.MediaSegment.Fragment, _ bytes: [UInt8], _ track: Track, _ movie: Movie
  ) throws(ISOBMFFError) {
    let moof = fragment.movieFragment
    hasSingleRuns = hasSingleRuns && moof.tracks.count == 1 && moof.tracks[0].runs.count == 1
    for part in moof.tracks {
      hasDecodeTimes = hasDecodeTimes && part.baseDecodeTime != nil
      isRelative = isRelative && part.baseDataOffset == nil && part.isRelativeToFragment
      hasKnownTracks = hasKnownTracks && movie.track(part.trackID) != nil
      hasSampleEncryption =
        hasSampleEncryption || part.otherBoxes.contains { $0.type == "senc" || $0.type == "saiz" }
    }
    let samples = try moof.samples(
      of: track, at: UInt64(fragment.range.lowerBound), decodeTime: decodeTimes?.upperBound ?? 0)
    guard let first = samples.first, let last = samples.last else { return }
    let end = last.decodeTime.addingReportingOverflow(Int64(last.duration)).partialValue
    let start = decodeTimes?.lowerBound ?? first.decodeTime
    decodeTimes = start..<max(end, start)
    let shown = samples.lazy.map(\.presentationTime).min() ?? first.presentationTime
    presentationStart = min(presentationStart ?? shown, shown)
    let firstEnd = first.offset.addingReportingOverflow(UInt64(first.size))
    if sampleCount == 0 {
      cutsFirstSample = firstEnd.overflow || firstEnd.partialValue > UInt64(bytes.count)
    }
    sampleCount += samples.count
    hash(samples, in: bytes)
    for sample in samples {
      sampleDurations[sample.duration, default: 0] += 1
      if sample.isSync { syncTimes.append(sample.presentationTime) }
    }
    fragmentsStartInSync = fragmentsStartInSync && first.isSync
    addPicture(first, bytes, track)
    addDocuments(samples, bytes, track)
  }

  /// Reads the documents of IMSC1; a segment has few.
  private mutating func addDocuments(_ samples: [Sample], _ bytes: [UInt8], _ track: Track) {
    guard case .subtitle? = track.sampleEntries.first else { return }
    for sample in samples.prefix(64) where sample.size > 0 {
      let end = sample.offset.addingReportingOverflow(UInt64(sample.size))
      guard !end.overflow else { continue }
      documents.append(TimedText(bytes.part(sample.offset..<end.partialValue)))
    }
  }

  /// Adds the bytes of samples to the hash: FNV-1a over words of 8 bytes, and the rest.
  private mutating func hash(_ samples: [Sample], in bytes: [UInt8]) {
    var hash = sampleHash ?? 0xcbf2_9ce4_8422_2325
    let span = bytes.span
    for sample in samples {
      guard let start = Int(exactly: sample.offset), start <= span.count else { continue }
      var at = start
      let end = min(start.addingReportingOverflow(Int(sample.size)).partialValue, span.count)
      while at < end {
        var word: UInt64 = 0
        for index in at..<min(at + 8, end) { word = word << 8 | UInt64(span[index]) }
        hash = (hash ^ word) &* 0x100_0000_01b3
        at += 8
      }
    }
    sampleHash = hash
  }

  /// What the NAL units of a fragment's first sample are.
  private mutating func addPicture(_ sample: Sample, _ bytes: [UInt8], _ track: Track) {
    guard case .video(let entry)? = track.sampleEntries.first,
      let configuration = entry.configuration, let codec = configuration.nalUnitCodec,
      let size = configuration.lengthSize, let start = Int(exactly: sample.offset)
    else { return }
    let (end, overflow) = start.addingReportingOverflow(Int(sample.size))
    guard !overflow, end <= bytes.count else { return }
    let data = Array(bytes[start..<end])
    var scanner = NALUnitScanner(.lengths(size))
    while let unit = try? scanner.next(in: data.span) {
      guard !unit.isEmpty else { continue }
      let role = codec.type(ofUnitStartingWith: data[unit.lowerBound]).role
      if role.isPicture {
        if firstPicture == nil { firstPicture = role }
        return
      }
      hasParameterSets = hasParameterSets || role.isParameterSet
      if role == .prefixSEI,
        let messages = try? SEIMessage.messages(in: data.span.extracting(unit), codec: codec)
      {
        hasStaticMetadata = hasStaticMetadata || messages.contains(where: \.isStaticHDRMetadata)
      }
    }
  }
}
