// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import Synchronization

/// A file of a package while its bytes come: beside its name, and moved there when it is whole.
final class PartFile: ByteSink {
  private struct State {
    var descriptor: Int32 = -1
    var count: UInt64
    var validator: Validator?
  }

  private let folder: PackageFolder
  private let path: String
  private let mode: mode_t
  private let state: Mutex<State>
  private let onOpen: @Sendable (Validator, UInt64?) throws(OfflineError) -> Void
  private let onChange: @Sendable (Int) throws(OfflineError) -> Void

  private var part: String { path + ".part" }

  /// Prepares a file. Nothing is opened before there are bytes.
  ///
  /// - Parameters:
  ///   - folder: The package.
  ///   - path: The file's name in the end.
  ///   - mode: Who may read it.
  ///   - kept: The version of the bytes that an earlier run left; `nil` to drop them.
  ///   - onOpen: Told the version, and how many bytes will come, before the first bytes of it.
  ///   - onChange: Told by how many bytes the file will grow, or has shrunk.
  init(
    _ folder: PackageFolder, _ path: String, mode: mode_t, kept: Validator?,
    onOpen: @escaping @Sendable (Validator, UInt64?) throws(OfflineError) -> Void,
    onChange: @escaping @Sendable (Int) throws(OfflineError) -> Void
  ) {
    self.folder = folder
    self.path = path
    self.mode = mode
    self.onOpen = onOpen
    self.onChange = onChange
    let count = kept.flatMap { _ in folder.length(of: path + ".part") } ?? 0
    state = Mutex(State(count: count, validator: count > 0 ? kept : nil))
  }

  deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

  var count: UInt64 { state.withLock { $0.count } }

  var validator: Validator? { state.withLock { $0.validator } }

  func open(_ validator: Validator, length: UInt64?) throws(OfflineError) {
    try state.withLock { (state: inout State) throws(OfflineError) in
      if state.descriptor < 0 {
        let flags = O_WRONLY | O_CREAT | (state.count > 0 ? O_APPEND : O_TRUNC)
        state.descriptor = try folder.open(part, flags: flags, mode: mode)
      }
      if state.validator == nil {
        state.validator = validator
        try onOpen(validator, length)
      }
    }
  }

  func write(_ bytes: Span<UInt8>) throws(OfflineError) {
    try onChange(bytes.count)
    // A span cannot be captured by the closure that `withLock` takes.
    let descriptor = state.withLock { $0.descriptor }
    guard bytes.writeAll(to: descriptor) else { throw folder.error(path) }
    state.withLock { $0.count += UInt64(bytes.count) }
  }

  func restart() throws(OfflineError) {
    let lost = state.withLock { state in
      if state.descriptor >= 0 { close(state.descriptor) }
      defer { state = State(count: 0) }
      return state.count
    }
    folder.remove(part)
    try onChange(-Int(clamping: lost))
  }

  /// Moves the file to its name.
  func finish() throws(OfflineError) {
    state.withLock { state in
      if state.descriptor >= 0 { close(state.descriptor) }
      state.descriptor = -1
    }
    try folder.rename(part, to: path)
  }
}
