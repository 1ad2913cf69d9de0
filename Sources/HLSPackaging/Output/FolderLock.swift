// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// The right to write to a folder, which one process at a time can hold.
///
/// The lock is on the folder itself and ends with the process, however that ends, so that nothing
/// has to be cleaned up.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock; `nil` when another process holds it. Where a folder or its file system has no
  /// locks, nothing is held.
  init?(_ path: String) {
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(descriptor)
      return nil
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
