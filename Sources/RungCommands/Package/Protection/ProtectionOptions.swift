// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPackaging
internal import LibCrypto

/// The options of `rung package` that encrypt what it makes.
struct ProtectionOptions: Sendable {
  /// The options as help lists them.
  static let options: [CommandSpecification.Option] = [
    .option("--encrypt", "aes-128|cbcs", "encrypt whole segments (aes-128) or samples (cbcs)"),
    .option(
      "--keys", "file",
      "the key file; where there is none, keys are made and written there (DIR.keys)"),
    .option(
      "--drm", "system[=url]", repeats: true,
      "how players get keys: identity=URL, fairplay=skd://…, widevine, playready=URL; {id} in a URL "
        + "stands for the key's id (files of the package)"),
    .option("--rotate-keys", "segments", "take another key after so many segments"),
    .option("--clear-lead", "segments", "leave so many segments at the start in the clear"),
    .flag("--separate-keys", "make keys of their own for sound, SD, HD and UHD"),
    .flag("--airplay", "with cbcs: say of sound too how it is encrypted, for AirPlay televisions"),
  ]

  private let scheme: EncryptionScheme
  private let plan: KeyPlan
  private let keys: KeyArgument?
  private let defaultPath: String
  private let systems: [KeySystem]
  private let describesSound: Bool
  private let allowsWeakKeys: Bool

  /// Reads the options; `nil` where nothing is to be encrypted.
  init?(_ arguments: ParsedArguments) throws(UsageError) {
    let schemes = EncryptionScheme.allCases.map(\.rawValue).joined(separator: " or ")
    let scheme = try arguments.value(
      "--encrypt", expecting: schemes, EncryptionScheme.init(rawValue:))
    guard let scheme else {
      if let option = Self.options.first(where: { arguments.has($0.name) }) {
        throw UsageError("'\(option.name)' needs '--encrypt <aes-128|cbcs>'")
      }
      return nil
    }
    self.scheme = scheme
    plan = KeyPlan(
      clearLead: try arguments.integer("--clear-lead", in: 0...1_000_000) ?? 0,
      rotation: try arguments.integer("--rotate-keys", in: 1...1_000_000),
      separatesClasses: arguments.has("--separate-keys"))
    keys = arguments.value("--keys").map(KeyArgument.init)
    defaultPath = Self.path(beside: arguments.value("--output") ?? "")
    var systems: [KeySystem] = []
    for text in arguments.all("--drm") { try systems.append(Self.system(text)) }
    if scheme == .wholeSegments {
      if let other = systems.first(where: { $0.kind != .identity }) {
        throw UsageError("'--drm \(other.kind.rawValue)' needs '--encrypt cbcs'")
      }
      if arguments.has("--airplay") { throw UsageError("'--airplay' needs '--encrypt cbcs'") }
    }
    self.systems = systems
    describesSound = arguments.has("--airplay")
    allowsWeakKeys = arguments.has("--force")
  }

  /// Reads `widevine` or `playready=https://…`.
  private static func system(_ text: String) throws(UsageError) -> KeySystem {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = KeySystem.Kind(rawValue: parts[0].lowercased()) else {
      let kinds = KeySystem.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("'\(parts[0])' is no value for '--drm <system[=url]>': expected \(kinds)")
    }
    let url = parts.count > 1 ? String(parts[1]) : nil
    switch (kind, url) {
    case (_, ""?): throw UsageError("'--drm \(kind.rawValue)=' names no URL")
    case (.widevine, _?):
      throw UsageError("'--drm widevine' takes no URL: players are told it by the application")
    case (.fairPlay, let url?) where !url.hasPrefix("skd://"):
      throw UsageError("'--drm fairplay=\(url)': expected a URL that begins with skd://")
    case (.identity, let url?), (.fairPlay, let url?), (.playReady, let url?):
      guard !url.contains(where: { $0 == "\"" || $0.isNewline }) else {
        throw UsageError("'--drm \(kind.rawValue)': expected a URL, found quotation marks in it")
      }
    default: break
    }
    return KeySystem(kind, url: url)
  }

  /// What the user should know of a package.
  static func notes(of protection: PackageProtection?) -> [String] {
    guard let protection else { return [] }
    var notes = protection.newKeysPath.map { ["note: its keys are in \($0)"] } ?? []
    if protection.publishesKeys {
      notes.append(
        "note: the package has its keys in it, for everybody who can read it: '--drm "
          + "identity=https://…/{id}' has players ask elsewhere")
    }
    return notes
  }

  /// The key file that belongs to a folder: beside it, never in it.
  private static func path(beside folder: String) -> String {
    var path = folder[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return (path == "." ? "package" : path) + ".keys"
  }

  /// The protection.
  func protection() throws -> PackageProtection {
    CoreDumps.forbid()
    let path = keys?.path ?? defaultPath
    let makesKeys = keys?.key == nil && path != "-" && !SecretFile.exists(path)
    let ring =
      try makesKeys
      ? .generating() : keys?.key.map(KeyRing.holding) ?? KeyRing.reading(path)
    var protection = try PackageProtection(scheme, plan, keys: ring, systems: systems)
    protection.describesSound = describesSound
    protection.allowsWeakKeys = allowsWeakKeys
    protection.newKeysPath = makesKeys ? path : nil
    return protection
  }
}
