// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSVariants
internal import PredicateFormat
internal import PredicateFoundation

/// `rung variants`: the variants as AVAssetVariant shows them.
struct VariantsCommand: Command {
  static let specification = CommandSpecification(
    name: "variants", abstract: "Show the variants of a master as AVAssetVariant does.",
    operands: [MasterSource.operand],
    options: [
      .option("--where", "predicate", "only the variants that keep a predicate"),
      DeviceOption.option,
      .flag("--strict", "compare 'PQ' as a text, as AVFoundation does"),
    ],
    example: "rung variants out/master.m3u8 --where 'peakBitRate < 5000000'")

  private let master: MasterSource
  private let filter: String?
  private let device: String?
  private let isStrict: Bool
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    master = MasterSource(name: arguments.operands[0])
    filter = arguments.value("--where")
    device = arguments.value("--device")
    isStrict = arguments.has("--strict")
    isJSON = arguments.has("--json")
    isQuiet = arguments.has("--quiet")
  }

  func run(_ console: Console) async throws -> ExitCode {
    let profile = try DeviceOption.profile(device)
    let asset = try await master.asset()
    var rows = asset.variants.map { variant in
      (
        variant: variant,
        playability: profile.playability(of: variant, pathway: asset.initialPathway)
      )
    }
    if let filter {
      let rule = try RuleText(filter, option: "--where", isStrict: isStrict)
      if !isQuiet { rule.notes.forEach { console.note($0) } }
      let bound = try rule.tree.bound(
        to: AssetVariant.predicateKeys, environment: ICUEnvironment())
      rows = rows.filter { (try? bound.evaluate($0.variant)) ?? false }
    }
    if isJSON {
      try console.print(
        json: ["variants": rows.map { VariantReport($0.variant, $0.playability) }])
    } else if !isQuiet {
      console.print(VariantTable(rows).text)
    }
    return .success
  }
}
