// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import LibAV

extension CGAffineTransform {
  /// How pictures are turned where they keep to rows and columns; `nil` for slanted ones.
  var orientation: Orientation? {
    let slack = 0.0001 * max(abs(a), abs(b), abs(c), abs(d))
    if abs(b) <= slack, abs(c) <= slack, a != 0, d != 0 {
      // Upside down is mirrored and turned by half.
      return Orientation(rotation: d > 0 ? 0 : 180, isMirrored: (a > 0) != (d > 0))
    }
    if abs(a) <= slack, abs(d) <= slack, b != 0, c != 0 {
      let isMirrored = (b > 0) == (c > 0)
      return Orientation(rotation: c < 0 ? 90 : 270, isMirrored: isMirrored)
    }
    return nil
  }

  /// What turns pictures of a size as an orientation says, with their upper left corner at 0.
  init(_ orientation: Orientation, of size: CGSize) {
    var turned = CGAffineTransform(scaleX: orientation.isMirrored ? -1 : 1, y: 1)
    switch orientation.rotation {
    case 90: turned = turned.concatenating(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    case 180: turned = turned.concatenating(CGAffineTransform(scaleX: -1, y: -1))
    case 270:
      turned = turned.concatenating(CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0))
    default: break
    }
    let place = CGRect(x: 0, y: 0, width: size.width, height: size.height).applying(turned)
    self = turned.concatenating(CGAffineTransform(translationX: -place.minX, y: -place.minY))
  }
}
