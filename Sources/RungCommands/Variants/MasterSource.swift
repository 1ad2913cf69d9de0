// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist
internal import HLSVariants

/// A master playlist named on the command line: a path or an http(s) URL.
struct MasterSource: Sendable {
  let name: String

  static let operand = CommandSpecification.Operand(
    "MASTER", "a multivariant playlist: a path or an http(s) URL")

  /// Reads the asset, by its name or by a URI that is not for showing.
  func asset(
    at uri: String? = nil, with reader: some ResourceReader = FileAndWebReader()
  ) async throws -> Asset {
    do {
      return try await Asset.load(uri ?? name, with: reader)
    } catch let error as PlaylistError where error.code == .wrongKind {
      throw MasterError(
        description: "\(name): \(error.reason)",
        hint: "name the playlist that lists the variants, often called master.m3u8")
    } catch let error as PlaylistError {
      throw MasterError(description: "\(name):\(error)", hint: nil)
    }
  }

  /// Whether the name is of a playlist and not of a media file.
  var isPlaylist: Bool {
    if FileAndWebReader.isWeb(name) { return true }
    guard let handle = FileHandle(forReadingAtPath: name) else { return false }
    defer { try? handle.close() }
    let start = (try? handle.read(upToCount: 10)) ?? Data()
    // A byte order mark may stand before the first tag.
    return start.starts(with: Data("#EXTM3U".utf8))
      || start.dropFirst(3).starts(with: Data("#EXTM3U".utf8))
  }
}

/// A master playlist that cannot be used.
struct MasterError: RemediableError, CustomStringConvertible {
  let description: String
  let hint: String?
}

extension SelectionError: RemediableError {
  /// What to do about it.
  var hint: String? { remedy }
}

/// A device named on the command line: a built-in profile, or a file in JSON.
enum DeviceOption {
  static let option = CommandSpecification.Option.option(
    "--device", "name", "a profile that 'rung devices' lists, or a JSON file with one")

  static func profile(_ name: String?) throws -> DeviceProfile {
    guard let name else { return .unlimited }
    if let profile = DeviceProfile.named(name) { return profile }
    guard let data = FileManager.default.contents(atPath: name) else {
      let names = DeviceProfile.builtIn.map(\.name)
      throw MasterError(
        description: "--device: expected a profile or a JSON file, found '\(name)'"
          + Suggestion.text(for: name, among: names),
        hint: "'rung devices' lists the profiles")
    }
    do {
      return try JSONDecoder().decode(DeviceProfile.self, from: data)
    } catch {
      throw MasterError(
        description: "\(name): expected a device profile in JSON: \(JSONErrorText(error).text)",
        hint: "'rung devices --json' prints profiles to start from")
    }
  }
}

/// What is wrong with a JSON file, in one line.
struct JSONErrorText {
  let text: String

  init(_ error: any Error) {
    switch error as? DecodingError {
    case .keyNotFound(let key, _)?: text = "the key '\(key.stringValue)' is missing"
    case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      text = "the value of '\(path)' is of another type"
    case .dataCorrupted(let context)?:
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      text = path.isEmpty ? "found something else" : "the value of '\(path)' is not possible"
    default: text = "found something else"
    }
  }
}
