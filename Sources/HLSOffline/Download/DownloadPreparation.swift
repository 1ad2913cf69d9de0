// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist
internal import HLSVariants

/// What a download finds at its place, and what of it can be used.
struct DownloadPreparation {
  let folder: PackageFolder
  /// Lengths of files that are whole, by index.
  private(set) var lengths: [UInt64?]
  /// Versions of files that have begun, by index.
  private(set) var parts: [Int: Validator] = [:]
  /// Whether nothing is left to do.
  private(set) var isComplete = false

  /// Looks at the place of a package, and clears it where that was asked for.
  ///
  /// - Throws: ``OfflineError`` when something else is there, or another choice.
  init(_ plan: DownloadPlan, at path: String, replaces: Bool) throws(OfflineError) {
    folder = try PackageFolder.create(path)
    lengths = Array(repeating: nil, count: plan.resources.count)
    guard folder.lock() else {
      throw OfflineError(.occupied, path, "another download is writing there")
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard !names.isEmpty else { return }
    let isPackage = names.contains(BootDocument.name) || names.contains(DownloadJournal.name)
    guard isPackage else {
      throw OfflineError(
        .occupied, path, "expected a package or an empty folder, found something else")
    }
    if names.contains(DownloadJournal.name) {
      let replay = JournalReplay(try folder.read(DownloadJournal.name))
      if try Self.fits(plan, path, replay.choice, replay.source, replaces) {
        use(replay, plan)
        return
      }
    } else {
      let description = try? OfflinePackage(folder).description
      if try Self.fits(plan, path, description?.choice, description?.playlists, replaces) {
        isComplete = true
        return
      }
    }
    clear(names)
  }

  /// Whether what is there is of this plan; if not, it may have to go.
  private static func fits(
    _ plan: DownloadPlan, _ path: String, _ choice: String?, _ source: String?, _ replaces: Bool
  ) throws(OfflineError) -> Bool {
    let isSame = source == plan.source || source == plan.liveSource
    if choice == plan.choice, isSame { return true }
    guard !replaces else { return false }
    guard choice == plan.choice else {
      throw OfflineError(
        .choiceChanged, path, "holds another choice", remedy: "'--force' replaces it")
    }
    throw OfflineError(
      .sourceChanged, path, "the playlists of the source have changed since the download began",
      remedy: "'--force' starts again")
  }

  private mutating func use(_ replay: JournalReplay, _ plan: DownloadPlan) {
    // What comes to a live stream changes the numbers of resources, not their names.
    let hasNumbers = replay.source != plan.liveSource
    parts = hasNumbers ? replay.parts : [:]
    let done = hasNumbers ? replay.done : [:]
    for (index, resource) in plan.resources.enumerated() {
      let known = resource.byteRange?.length ?? done[index]
      guard replay.trustsNames || done[index] != nil,
        let length = folder.length(of: resource.path), known == nil || known == length
      else { continue }
      lengths[index] = length
    }
  }

  /// Removes what a package has, and nothing else.
  private func clear(_ names: [String]) {
    let streams = names.filter { name in
      let parts = name.split(separator: "-", omittingEmptySubsequences: false)
      return parts.count == 3 && Int(parts[0]) != nil && UInt64(parts[2]) != nil
        && parts[1].utf8.count == 32
    }
    // The master first: nobody starts to play what goes away. The documents that say what the
    // folder is last.
    let order =
      [OfflinePackage.masterName] + streams + [
        OfflinePackage.keysFolder, OfflinePackage.dataFolder,
      ]
      + [BootDocument.name, DownloadJournal.name]
    for name in order where names.contains(name) {
      try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }
  }

  /// The records that a new journal begins with.
  func records(of plan: DownloadPlan) -> [JournalRecord] {
    var records = [
      JournalRecord.begin(
        choice: plan.choice, source: plan.source, boot: DownloadJournal.bootIdentifier)
    ]
    for index in lengths.indices {
      if let version = parts[index] { records.append(.part(index, version)) }
      if let length = lengths[index] { records.append(.done(index, length)) }
    }
    return records
  }
}
