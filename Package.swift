// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// What every target is built with: Swift 6, strict memory safety, and no warning left standing.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Rung",
  products: [
    .library(name: "AVFoundationHLS", targets: ["AVFoundationHLS"]),
    .library(name: "ColorKernel", targets: ["ColorKernel"]),
    .library(name: "HLSConformance", targets: ["HLSConformance"]),
    .library(name: "HLSEncoding", targets: ["HLSEncoding"]),
    .library(name: "HLSOffline", targets: ["HLSOffline"]),
    .library(name: "HLSPackaging", targets: ["HLSPackaging"]),
    .library(name: "HLSVariants", targets: ["HLSVariants"]),
    .library(name: "HLSVariantTesting", targets: ["HLSVariantTesting"]),
    .library(name: "HDRColor", targets: ["HDRColor"]),
    .library(name: "HLSPlaylist", targets: ["HLSPlaylist"]),
    .library(name: "ISOBMFF", targets: ["ISOBMFF"]),
    .library(name: "PredicateFormat", targets: ["PredicateFormat", "PredicateFoundation"]),
    .executable(name: "rung", targets: ["rung"]),
  ],
  targets: [
    // L5: the executable.
    .executableTarget(name: "rung", dependencies: ["RungCommands"]),

    // L4: one file a subcommand.
    .target(
      name: "RungCommands",
      dependencies: [
        "CProgramPages", "HDRColor", "HLSConformance", "HLSEncoding", "HLSOffline", "HLSPackaging",
        "HLSPlaylist", "HLSVariants", "ISOBMFF", "LibAV", "LibCrypto", "PredicateFormat",
        "PredicateFoundation", "X265",
      ]),

    .target(
      name: "AVFoundationHLS",
      dependencies: [
        "HDRColor", "HLSEncoding", "HLSOffline", "HLSPlaylist", "HLSVariants", "ISOBMFF", "LibAV",
        "PredicateFormat", "PredicateFoundation",
      ]
    ),
    .target(
      name: "HLSVariantTesting", dependencies: ["HLSOffline", "HLSPlaylist", "HLSVariants"]),

    // L3: what is done with media.
    .target(
      name: "HLSConformance", dependencies: ["HDRColor", "HLSPlaylist", "ISOBMFF", "WebLoading"]),
    .target(
      name: "HLSPackaging",
      dependencies: [
        "HDRColor", "HLSEncoding", "HLSPlaylist", "ISOBMFF", "LibAV", "LibCrypto", "X265",
        "XMLText",
      ]),
    .target(
      name: "HLSEncoding",
      dependencies: ["ColorKernel", "HDRColor", "ISOBMFF", "LibAV", "LibCrypto", "X265"]),
    .target(
      name: "HLSOffline",
      dependencies: ["CLinux", "HLSPlaylist", "HLSVariants", "LibCurl", "LibSQLite", "XMLText"]),
    .target(
      name: "HLSVariants",
      dependencies: [
        "HLSPlaylist", "ISOBMFF", "PredicateFormat", "PredicateFoundation", "WebLoading",
      ]),

    // L2: safe owners over C; no pointer leaves them.
    .target(name: "ColorKernel", dependencies: ["CColorKernel", "HDRColor"]),
    .target(name: "LibCrypto", dependencies: ["CCrypto"]),
    .target(name: "LibAV", dependencies: ["CLibAV", "HDRColor"]),
    .target(name: "LibCurl", dependencies: ["CCurl"]),
    .target(name: "LibSQLite", dependencies: ["CSQLite"]),
    // Resources of the web, with bounds; no connection leaves it.
    .target(name: "WebLoading", dependencies: ["LibCurl"]),
    .target(name: "X265", dependencies: ["CX265", "HDRColor"]),
    .target(name: "XMLText", dependencies: ["CXML2"]),

    // L1: pure Swift; no Foundation, no C, no unsafe code.
    // The roots and roundings of the standard library are those of libm where no module brings it.
    .target(
      name: "HDRColor",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "HLSPlaylist"),
    .target(name: "ISOBMFF", dependencies: ["HDRColor"]),
    .target(name: "PredicateFormat"),
    // What PredicateFormat needs from Foundation: ICU, and bridges to its predicates.
    .target(name: "PredicateFoundation", dependencies: ["PredicateFormat"]),

    // L0: C.
    .target(name: "CColorKernel"),
    .target(name: "CProgramPages"),

    // L0: module maps.
    .systemLibrary(
      name: "CLibAV", pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavfilter-dev"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CX265", pkgConfig: "x265", providers: [.apt(["libx265-dev"])]),
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),

    // For tests and measurements only.
    .target(name: "RungTestSupport"),
    .executableTarget(
      name: "RungBenchmarks",
      dependencies: [
        "ColorKernel", "HDRColor", "HLSEncoding", "HLSPlaylist", "HLSVariantTesting", "HLSVariants",
        "LibAV", "PredicateFormat", "RungTestSupport",
      ],
      path: "Benchmarks/RungBenchmarks"),

    // Tests.
    .testTarget(name: "ColorKernelTests", dependencies: ["ColorKernel", "RungTestSupport"]),
    .testTarget(name: "LibCryptoTests", dependencies: ["LibCrypto", "RungTestSupport"]),
    .testTarget(name: "HDRColorTests", dependencies: ["HDRColor", "RungTestSupport"]),
    .testTarget(name: "HLSPlaylistTests", dependencies: ["HLSPlaylist", "RungTestSupport"]),
    .testTarget(name: "ISOBMFFTests", dependencies: ["ISOBMFF", "RungTestSupport"]),
    .testTarget(
      name: "PredicateFormatTests", dependencies: ["PredicateFormat", "RungTestSupport"]),
    .testTarget(
      name: "PredicateFoundationTests",
      dependencies: ["PredicateFormat", "PredicateFoundation", "RungTestSupport"]),
    .testTarget(
      name: "HLSConformanceTests",
      dependencies: ["HDRColor", "HLSConformance", "HLSPlaylist", "ISOBMFF", "RungTestSupport"]),
    .testTarget(
      name: "HLSOfflineTests",
      dependencies: [
        "HLSOffline", "HLSPlaylist", "HLSVariantTesting", "HLSVariants", "RungTestSupport",
        "XMLText",
      ]),
    .testTarget(
      name: "HLSPackagingTests",
      dependencies: [
        "HDRColor", "HLSEncoding", "HLSPackaging", "HLSPlaylist", "ISOBMFF", "LibAV",
        "RungTestSupport",
      ]),
    .testTarget(
      name: "AssetWriterTests",
      dependencies: [
        "HDRColor", "HLSConformance", "HLSEncoding", "HLSPackaging", "HLSPlaylist", "ISOBMFF",
        "LibAV", "RungTestSupport",
      ]),
    .testTarget(
      name: "HLSEncodingTests",
      dependencies: ["HDRColor", "HLSEncoding", "LibAV", "RungTestSupport"]),
    .testTarget(
      name: "AVFoundationHLSTests",
      dependencies: [
        "AVFoundationHLS", "HDRColor", "HLSEncoding", "HLSOffline", "HLSPlaylist",
        "HLSVariantTesting", "HLSVariants", "RungTestSupport",
      ]),
    .testTarget(
      name: "HLSVariantsTests",
      dependencies: [
        "HLSPlaylist", "HLSVariantTesting", "HLSVariants", "ISOBMFF", "PredicateFormat",
        "RungTestSupport",
      ]),
    .testTarget(
      name: "RungCommandsTests",
      dependencies: ["HLSVariantTesting", "RungCommands", "RungTestSupport", "rung"]),
    .testTarget(name: "XMLTextTests", dependencies: ["RungTestSupport", "XMLText"]),
  ]
)

// Fuzzers, which link with libFuzzer alone:
// RUNG_FUZZ=1 swift build --sanitize=fuzzer --product FuzzISOBMFF --scratch-path .build/fuzz
if Context.environment["RUNG_FUZZ"] == "1" {
  package.targets += [
    .executableTarget(
      name: "FuzzISOBMFF", dependencies: ["ISOBMFF"], path: "Tests/Fuzz/ISOBMFF"),
    .executableTarget(
      name: "FuzzHLSConformance", dependencies: ["HLSConformance"],
      path: "Tests/Fuzz/HLSConformance"),
    .executableTarget(
      name: "FuzzHLSPlaylist", dependencies: ["HLSPlaylist"], path: "Tests/Fuzz/HLSPlaylist"),
    .executableTarget(
      name: "FuzzPredicateFormat", dependencies: ["PredicateFormat"],
      path: "Tests/Fuzz/PredicateFormat"),
  ]
}

for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
  target.swiftSettings = settings + (target.swiftSettings ?? [])
}
