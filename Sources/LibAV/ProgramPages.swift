// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CProgramPages

/// The pages of the program's and its libraries' files that are in memory.
public enum ProgramPages {
  /// Lets go of code and constants, of which starting takes far more than work does: relocating some
  /// hundred libraries, reading options, opening files.
  ///
  /// What is needed again comes back from the system's cache, a microsecond a page. Nothing that was
  /// ever written is among it.
  public static func release() { CProgramPages_release() }
}
