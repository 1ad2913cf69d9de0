// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

extension AudioRendition {
  /// What the user should know of the codecs that were asked for.
  static func warnings(for codecs: [AudioCodec]?) -> [String] {
    guard let codecs, codecs.contains(.eac3), !codecs.contains(.ac3) else { return [] }
    return ["E-AC-3 comes without AC-3, which old devices need beside it (authoring rule 2.6)"]
  }

  /// The renditions of programmes: each in stereo AAC, or mono where all are mono, once more at a low
  /// rate where a rung needs it, and in each other codec. Members of a group of AAC have the same
  /// number of channels (Apple's appendix on audio groups). All groups have the same members, as
  /// players look for a member by its name when they change the group (rfc8216bis 4.4.6.1.1).
  ///
  /// - Parameters:
  ///   - programs: What is heard.
  ///   - codecs: What is wanted beside AAC; `nil` for AC-3 and E-AC-3 where a programme has
  ///     surround sound (authoring rule 2.6 wants both or none).
  ///   - rungs: The pictures, some of which need AAC at a low rate.
  ///   - stereoBitRate: The rate of stereo AAC, where it is not the table's.
  ///   - isWidened: Whether there is other sound in the groups that is more than mono.
  /// - Returns: The renditions, group by group.
  static func renditions(
    of programs: [AudioProgram], in codecs: [AudioCodec]?, beside rungs: [VideoRung],
    stereoBitRate: Int? = nil, isWidened: Bool = false
  ) -> [AudioRendition] {
    let isStereo = isWidened || programs.contains { $0.layout.channels.count > 1 }
    let hasSurround = programs.contains { $0.layout.surround != nil }
    let wanted = Set(codecs ?? (hasSurround ? [.ac3, .eac3] : [])).union([.aac])
    let rates =
      rungs.isEmpty
      ? [false]
      : [false, true].filter { isLow in
        rungs.contains { $0.usesLowRateAudio == isLow }
      }
    var groups = rates.map { (AudioCodec.aac, $0) }
    groups += AudioCodec.allCases.filter { $0 != .aac && wanted.contains($0) }.map { ($0, false) }
    var renditions: [AudioRendition] = []
    for (codec, isLowRate) in groups {
      for (index, program) in programs.enumerated() {
        let own = codec.layout(for: program.layout)
        let layout = codec == .aac && own == .mono && isStereo ? .stereo : own
        let count = layout.channels.count
        let usual =
          isLowRate ? AudioCodec.lowRate(channels: count) : codec.bitRate(channels: count)
        let asked = stereoBitRate.map { count == 1 ? $0 / 2 : $0 }
        let rate = codec == .aac && !isLowRate ? asked ?? usual : usual
        let role = program.role == .main ? "" : "-\(program.role.rawValue)"
        let stem =
          "audio-\(codec.rawValue)-\(rate / 1000)k-\(program.language.lowercased())\(role)"
        let isTaken = renditions.contains { $0.directory == stem }
        renditions.append(
          AudioRendition(
            program: program, codec: codec, layout: layout, bitRate: rate, isLowRate: isLowRate,
            directory: isTaken ? "\(stem)-\(index + 1)" : stem))
      }
    }
    return renditions
  }
}
