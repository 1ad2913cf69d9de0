// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What AC-3 and E-AC-3 have in common.
enum DolbyDigital {
  /// Channels by `acmod`, from 1+1 to 3/2.
  static func channels(codingMode: UInt32, hasLowFrequency: Bool) -> Int {
    [2, 1, 2, 3, 3, 4, 4, 5][Int(codingMode & 7)] + (hasLowFrequency ? 1 : 0)
  }

  /// Channels that each bit of `chan_loc` adds, from Lc/Rc to LFE2. The order is remembered from ETSI
  /// TS 102 366 annex F and was not checked: no file at hand has it.
  static let locations = [2, 2, 1, 1, 2, 2, 2, 1, 1]
}
