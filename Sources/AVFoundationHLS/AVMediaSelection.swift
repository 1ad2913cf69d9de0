// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import HLSVariants

/// One option for each group of an asset.
public class AVMediaSelection: NSObject, NSCopying, NSMutableCopying {
  /// The selection beneath.
  public fileprivate(set) var selection: MediaSelection

  /// The asset whose options are selected.
  public weak private(set) var asset: AVAsset?

  init(_ selection: MediaSelection, of asset: AVAsset?) {
    self.selection = selection
    self.asset = asset
  }

  /// The option that is selected of a group; `nil` for none.
  public func selectedMediaOption(in group: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    selection[group.group.kind].map(AVMediaSelectionOption.init)
  }

  /// A copy that does not change.
  public func copy(with zone: NSZone?) -> Any { AVMediaSelection(selection, of: asset) }

  /// A copy that can be changed.
  public func mutableCopy(with zone: NSZone?) -> Any {
    AVMutableMediaSelection(selection, of: asset)
  }
}

/// A selection that can be changed.
public final class AVMutableMediaSelection: AVMediaSelection {
  /// Selects an option of a group, or nothing.
  public func select(
    _ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup
  ) {
    selection[group.group.kind] = option?.option
  }
}

extension MediaSelection {
  fileprivate subscript(kind: MediaSelectionGroup.Kind) -> MediaSelectionOption? {
    get {
      switch kind {
      case .audible: audible
      case .legible: legible
      case .visual: visual
      }
    }
    set {
      switch kind {
      case .audible: audible = newValue
      case .legible: legible = newValue
      case .visual: visual = newValue
      }
    }
  }
}
