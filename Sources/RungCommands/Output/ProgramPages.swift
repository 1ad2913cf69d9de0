// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CProgramPages

/// The pages of the program's and its libraries' files that are in memory.
enum ProgramPages {
  /// Lets go of code and constants, of which starting takes far more than work does: relocating some
  /// hundred libraries, reading options, opening files. Before work fills the memory is the time for
  /// it, as it is that peak that counts.
  ///
  /// What is needed again comes back from the system's cache. Nothing that was ever written is among
  /// it. A program's own business: a library must not do it to its host.
  static func release() { CProgramPages_release() }
}
