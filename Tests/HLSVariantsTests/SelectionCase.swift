// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import HLSVariantTesting
import HLSVariants
import PredicateFormat
import Testing

/// A row of the tables of selections: rules, a device, and the number of the variant that the
/// published steps lead to, counted from 1.
struct SelectionCase: Sendable, CustomTestStringConvertible {
  enum Rule: Sendable {
    case format(String)
    case tree(PredicateTree)
    case variant(Int)
    case least(VariantMeasure, PredicateTree)
    case greatest(VariantMeasure, PredicateTree)
  }

  var id: String
  var master: Master
  var rules: [Rule]
  var device: DeviceProfile
  /// 0 where nothing can be chosen.
  var expected: Int
  var warnings: Set<SelectionWarning.Code>

  init(
    _ id: String, _ master: Master, _ rules: [Rule], on device: String = "any",
    takes expected: Int, warns warnings: Set<SelectionWarning.Code> = []
  ) {
    self.id = id
    self.master = master
    self.rules = rules
    self.device = Self.device(device)
    self.expected = expected
    self.warnings = warnings
  }

  /// A row whose rules are all format strings.
  init(
    _ master: Master, _ formats: String..., on device: String = "any", takes expected: Int,
    warns warnings: Set<SelectionWarning.Code> = []
  ) {
    self.init(
      formats.joined(separator: " | ") + " on " + device, master, formats.map(Rule.format),
      on: device, takes: expected, warns: warnings)
  }

  /// A built-in profile, or one whose only limit is its output protection: `type-0`, `type-1`.
  private static func device(_ name: String) -> DeviceProfile {
    if let builtIn = DeviceProfile.named(name) { return builtIn }
    var profile = DeviceProfile(name: name, title: name)
    switch name {
    case "type-0": profile.hdcpLevel = .type0
    case "type-1": profile.hdcpLevel = .type1
    default: preconditionFailure("no device is called \(name)")
    }
    return profile
  }

  var testDescription: String { id }

  var configuration: DownloadConfiguration {
    get throws {
      let asset = master.asset
      var configuration = DownloadConfiguration()
      configuration.auxiliary = []
      configuration.primary.variantQualifiers = try rules.map { rule in
        switch rule {
        case .format(let format): try VariantQualifier(format)
        case .tree(let tree): VariantQualifier(tree)
        case .variant(let number): VariantQualifier(variant: asset.variants[number - 1])
        case .least(let measure, let condition): .minimum(of: measure, among: condition)
        case .greatest(let measure, let condition): .maximum(of: measure, among: condition)
        }
      }
      return configuration
    }
  }

  /// Selects, and compares the variant and the codes of the warnings.
  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let selection: Selection
    do {
      selection = try master.asset.select(try configuration, on: device)
    } catch let error as SelectionError {
      #expect(expected == 0, "\(error)", sourceLocation: sourceLocation)
      return
    }
    #expect(
      selection.primary.variant.index + 1 == expected, "\(selection.explanation)",
      sourceLocation: sourceLocation)
    #expect(
      Set(selection.warnings.map(\.code)) == warnings, "\(selection.explanation)",
      sourceLocation: sourceLocation)
  }
}
