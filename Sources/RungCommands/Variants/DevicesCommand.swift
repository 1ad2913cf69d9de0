// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import HLSVariants

/// `rung devices`: the device profiles that selection knows.
struct DevicesCommand: Command {
  static let specification = CommandSpecification(
    name: "devices", abstract: "List the device profiles that selection knows.",
    operands: [.init("NAME", "one profile, with its sources", .optional)],
    example: "rung devices iphone-12 --json > my-device.json")

  private let name: String?
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    name = arguments.operands.first
    isJSON = arguments.has("--json")
  }

  func run(_ console: Console) async throws -> ExitCode {
    guard let name else {
      if isJSON {
        try console.print(json: ["devices": DeviceProfile.builtIn])
      } else {
        console.print(Self.table(DeviceProfile.builtIn))
      }
      return .success
    }
    let profile = try DeviceOption.profile(name)
    if isJSON {
      try console.print(json: profile)
    } else {
      console.print(([Self.table([profile])] + profile.sources).joined(separator: "\n"))
    }
    return .success
  }

  private static func table(_ profiles: [DeviceProfile]) -> String {
    var table = Table("name", "device", "video", "ranges", ">size", ">fps")
    for profile in profiles {
      table.add(
        profile.name, profile.title,
        profile.video?.map(\.format).joined(separator: " ") ?? "any",
        profile.videoRanges?.map(\.rawValue).joined(separator: " ") ?? "any",
        profile.maximumSize?.description ?? "any",
        profile.maximumFrameRate.map(Format.seconds) ?? "any")
    }
    return "\(table)"
  }
}
