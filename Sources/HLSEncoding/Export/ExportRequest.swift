// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// A file that is asked for: what it is to hold, and where it goes.
public struct ExportRequest: Sendable {
  /// What a file is to hold.
  public enum Content: Sendable {
    /// What a preset makes of the source.
    case preset(ExportPreset)
    /// Pictures and sound of these settings.
    case settings(OutputSettings)
  }

  /// What the file is to hold.
  public var content: Content
  /// Where it goes.
  public var path: String
  /// Its kind.
  public var fileType: FileType

  /// The preset, where it is asked for by one.
  public var preset: ExportPreset? {
    if case .preset(let preset) = content { preset } else { nil }
  }

  /// Asks for a file.
  ///
  /// - Parameters:
  ///   - content: What it is to hold.
  ///   - path: Where it goes.
  ///   - fileType: Its kind; `nil` goes by the name's extension.
  /// - Throws: ``EncodingError`` for a kind that the preset does not make.
  public init(
    _ content: Content, to path: String, as fileType: FileType? = nil
  ) throws(EncodingError) {
    let types =
      switch content {
      case .preset(let preset): preset.fileTypes
      case .settings(let settings): settings.video == nil ? FileType.all : [.mov, .mp4, .m4v]
      }
    let text = types.map { "." + $0.fileExtension }.joined(separator: ", ")
    guard let type = fileType ?? FileType(path: path), types.contains(type) else {
      throw EncodingError(
        .settings, path, "expected a file of \(text), found '\(fileType?.rawValue ?? path)'",
        hint: "name a file that ends in one of them")
    }
    self.content = content
    self.path = path
    self.fileType = type
  }
}

/// What is asked of an export as a whole.
public struct ExportOptions: Sendable {
  /// The part of the source.
  public var range = SourceRange()
  /// What files say of themselves, by FFmpeg's names such as `title`, over what the source says; an
  /// empty text takes an entry out.
  public var metadata: [String: String] = [:]
  /// How light that is too bright for a range is mapped.
  public var toneMap = ToneMap.bt2390
  /// What a pass over the source measured of its light.
  public var measuredLight: MeasuredLight?
  /// An x264 and x265 preset.
  public var speed = "medium"
  /// Whether a frame that does not decode ends the work.
  public var isStrict = false
  /// Whether files that are there are replaced; Apple's sessions refuse to.
  public var replaces = false

  /// Creates options; all have defaults.
  public init() {}
}
