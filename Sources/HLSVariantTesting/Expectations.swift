// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
public import HLSVariants
public import Testing

/// Expects a download to take a variant, and prints why when it takes another.
///
/// ```swift
/// expectDownload(of: .hdr10AndSDR, DownloadConfiguration(try VariantQualifier("peakBitRate < 5000000")),
///   takes: "variant-3.m3u8", on: .named("iphone-12"))
/// ```
///
/// - Parameters:
///   - master: The playlist.
///   - configuration: The rules.
///   - uri: The URI of the expected variant, as the playlist writes it.
///   - device: The device; any device where there is none.
///   - sourceLocation: Where the expectation stands.
public func expectDownload(
  of master: Master, _ configuration: DownloadConfiguration, takes uri: String,
  on device: DeviceProfile? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    let selection = try master.asset.select(configuration, on: device ?? .unlimited)
    let found = selection.primary.variant.stream.uri
    #expect(
      found == uri, "\(selection.explanation.description)", sourceLocation: sourceLocation)
  } catch {
    Issue.record("expected \(uri), found an error: \(error)", sourceLocation: sourceLocation)
  }
}

/// Expects a download to warn of something, and prints the warnings when it does not.
public func expectWarning(
  _ code: SelectionWarning.Code, downloading master: Master,
  _ configuration: DownloadConfiguration, on device: DeviceProfile? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    let selection = try master.asset.select(configuration, on: device ?? .unlimited)
    let warnings = selection.warnings
    #expect(
      warnings.contains { $0.code == code },
      "\(warnings.map(\.description).joined(separator: "\n"))", sourceLocation: sourceLocation)
  } catch {
    Issue.record(
      "expected the warning \(code.rawValue), found an error: \(error)",
      sourceLocation: sourceLocation)
  }
}
