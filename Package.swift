// swift-tools-version: 6.0
import PackageDescription

/// Set by `make fuzz` alone: adds the fuzzer, and makes all Swift and our C ready for it.
let isFuzzing = Context.environment["UPRIGHT_FUZZ"] == "1"

// One option, because the compiler obeys only the last of several.
let fuzzed = "-sanitize=fuzzer,address"
let settings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny")] + (isFuzzing ? [.unsafeFlags([fuzzed])] : [])
/// Without the module of regular expressions, which would be a megabyte of the program.
let roomSettings =
  settings + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]
/// Code that runs once for a job or an image, never for a pixel: small rather than fast.
let sparing: SwiftSetting = .unsafeFlags(["-Osize"], .when(configuration: .release))
/// Optimizes C in debug builds too: our C handles each sample, and took a quarter of the tests' time without it.
let optimized: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
let cSettings: [CSetting] =
  isFuzzing
  ? [.unsafeFlags(["-fsanitize=fuzzer-no-link,address,undefined", "-fno-sanitize-recover=undefined"])]
  : optimized
let cxxSettings: [CXXSetting] =
  isFuzzing
  ? [.unsafeFlags(["-fsanitize=fuzzer-no-link,address,undefined", "-fno-sanitize-recover=undefined"])] : []

/// The first 12 digits of the commit that is built, with `.dirty` if files differ from it; empty outside of
/// git.
let commit =
  Context.gitInformation.map { $0.currentCommit.prefix(12) + ($0.hasUncommittedChanges ? ".dirty" : "") }
  ?? ""

/// Facts that only the build knows. `make build` names the static libraries that it links in the environment.
let facts = [
  ("BUILD_COMMIT", commit), ("BUILD_LIBRARIES", Context.environment["UPRIGHT_LIBRARIES"] ?? ""),
].map { CSetting.define($0, to: "\"\($1)\"") }

/// A room: a library target of our own code.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], isSparing: Bool = false) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: roomSettings + (isSparing ? [sparing] : []))
}

/// The tests of one room.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A C library that Debian ships, found by pkg-config.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, path: "Libraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// The fuzzer's dictionaries.
let fuzzWords = [
  "JobFile", "MarkerScan", "PictureHeader", "Shim", "PNGRows", "TIFFRows", "ExifOrientation", "PathTemplate",
  "JournalReader", "WorkerReply", "Annotations", "FrozenPlan", "MetadataEditor", "ReducedJPEG", "GainMap",
  "WebAddress", "HTTPHeaders", "Robots", "Lists", "StoreReplies", "TarScan", "ZipScan",
  "ParquetFooter", "ParquetPages", "PackedBytes", "SevenZipRar",
].map { "\($0)/words.dict" }

/// Targets that only `make fuzz` builds. libFuzzer has its own `main`.
let fuzzer: [Target] = [
  .executableTarget(
    name: "upright-fuzz", dependencies: ["FuzzTargets"], path: "Tests/upright-fuzz",
    swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags([fuzzed, "-use-ld=lld"])])
]

let package = Package(
  name: "upright",
  products: [
    .executable(name: "upright", targets: ["upright"]),
    // For the tests. These libraries replace functions of the C library, so they can't be part of the
    // program.
    .library(name: "CFaults", type: .dynamic, targets: ["CFaults"]),
    .library(name: "CHostile", type: .dynamic, targets: ["CHostile"]),
    .library(name: "CSlow", type: .dynamic, targets: ["CSlow"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    system("CLibJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev"),
    system("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
    system("CLibPNG", pkgConfig: "libpng", apt: "libpng-dev"),
    system("CLibTIFF", pkgConfig: "libtiff-4", apt: "libtiff-dev"),
    // Inflates ICC profiles of PNG. libpng needs it too.
    system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    // Pages of Parquet files. libtiff and libarchive need it too.
    system("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),
    // Compressed tars. libarchive needs both too. Debian has no pkg-config file of bzip2.
    system("CLZMA", pkgConfig: "liblzma", apt: "liblzma-dev"),
    .systemLibrary(name: "CBZip2", path: "Libraries/CBZip2", providers: [.apt(["libbz2-dev"])]),
    // Needed for its version only: libtiff uses it for Deflate.
    .systemLibrary(name: "CLibDeflate", path: "Libraries/CLibDeflate", providers: [.apt(["libdeflate-dev"])]),
    system("CLibWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
    system("CLibWebPMux", pkgConfig: "libwebpmux", apt: "libwebp-dev"),
    // Debian has no pkg-config file of it.
    .systemLibrary(name: "CLibGIF", path: "Libraries/CLibGIF", providers: [.apt(["libgif-dev"])]),
    system("CLibAOM", pkgConfig: "aom", apt: "libaom-dev"),
    // Without pkg-config, because that names the shared library, which starts threads.
    .systemLibrary(name: "CLibRaw", path: "Libraries/CLibRaw", providers: [.apt(["libraw-dev"])]),
    system("CLibExif", pkgConfig: "libexif", apt: "libexif-dev"),
    system("CLibYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
    system("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
    system("CZimg", pkgConfig: "zimg", apt: "libzimg-dev"),
    system("CNettle", pkgConfig: "nettle", apt: "nettle-dev"),
    system("CLibArchive", pkgConfig: "libarchive", apt: "libarchive-dev"),
    // Without pkg-config, because that names the shared library. Debian's static library has another name.
    .systemLibrary(name: "CYajl", path: "Libraries/CYajl", providers: [.apt(["libyajl-dev"])]),
    // A header of the C library that Swift's own module leaves out.
    .systemLibrary(name: "CMalloc", path: "Libraries/CMalloc"),
    .target(
      name: "CCodecs",
      dependencies: [
        "CLibJPEG", "CLibPNG", "CLibTIFF", "CZlib", "CLibDeflate", "CLibWebP", "CLibWebPMux", "CLibGIF",
        "CLibAOM",
        "CLibRaw",
        "CNettle",
        "CKernel",
      ],
      cSettings: cSettings, cxxSettings: cxxSettings,
      linkerSettings: [.linkedLibrary("gif"), .linkedLibrary("deflate"), .linkedLibrary(":libraw_r.a")]),
    // System calls that Swift can't make.
    .target(name: "CKernel", cSettings: cSettings),
    // Vector instructions that Swift can't ask for.
    .target(name: "CTransforms", cSettings: cSettings),
    // Requests by libcurl, which is loaded on demand.
    .target(name: "CNet", dependencies: ["CKernel"], cSettings: cSettings),
    // A target of its own, so that a new commit compiles nothing else anew.
    .target(name: "CBuild", cSettings: cSettings + facts),

    room("System", ["CKernel", "CMalloc", "CNettle", "CZlib"]),
    room("JSON", ["System", "CYajl"]),
    room("Archives", ["System", "CZlib", "CZstd", "CLZMA", "CBZip2", "CLibArchive"]),
    room("Parquet", ["System", "JSON", "CZlib", "CZstd"]),
    room("ImageModel", ["System"]),
    room("Net", ["System", "CNet"]),
    room("Remote", ["System", "JSON", "Net", "CExpat", "CNettle"], isSparing: true),
    // Optimized in debug builds too: without it a decode takes 30 times as long, and so would tests with pictures.
    .target(
      name: "ReducedJPEG", dependencies: ["System", "ImageModel", "CTransforms"],
      swiftSettings: roomSettings + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    room("JobFile", ["System", "ImageModel", "CLibYAML"], isSparing: true),
    room("Annotations", ["System", "JSON", "ImageModel", "CExpat"]),
    room(
      "Imaging",
      [
        "System", "ImageModel", "ReducedJPEG", "CKernel", "CCodecs", "CTurboJPEG", "CLibExif", "CZlib",
        "CLibDeflate", "CExpat",
      ]),
    room("Planning", ["System", "JSON", "ImageModel", "JobFile", "Annotations"]),
    room(
      "Survey",
      [
        "System", "JSON", "Archives", "Parquet", "ImageModel", "Net", "Remote", "JobFile", "Annotations",
        "Imaging", "Planning",
      ]),
    room("Rendering", ["System", "ImageModel", "Imaging", "Survey", "Planning", "CKernel"]),
    room(
      "Workers",
      [
        "System", "ImageModel", "ReducedJPEG", "JobFile", "Imaging", "Survey", "Planning", "Rendering",
        "CKernel",
      ]),
    room(
      "State",
      [
        "System", "ImageModel", "Net", "Remote", "JobFile", "Imaging", "Survey", "Planning", "Rendering",
        "CKernel",
      ]),
    room(
      "Running",
      ["System", "ImageModel", "JobFile", "Imaging", "Survey", "Planning", "Rendering", "Workers", "State"]),
    room(
      "Reporting",
      [
        "System", "JSON", "ImageModel", "JobFile", "Imaging", "Survey", "Planning", "Rendering", "Workers",
        "State", "CBuild",
      ]),
    room(
      "Sharding", ["System", "JSON", "ImageModel", "JobFile", "Planning", "State", "Reporting"],
      isSparing: true),
    room(
      "Exports",
      [
        "System", "JSON", "Archives", "Parquet", "ImageModel", "JobFile", "Survey", "Planning", "Rendering",
        "State", "Reporting", "CLibArchive",
      ], isSparing: true),
    room(
      "LockFiles", ["System", "JSON", "ImageModel", "JobFile", "Survey", "Planning", "Running", "Reporting"],
      isSparing: true),
    room(
      "Verifying",
      [
        "System", "JSON", "ImageModel", "Remote", "JobFile", "Survey", "Planning", "Rendering", "Workers",
        "State", "Running", "Reporting",
      ], isSparing: true),
    room(
      "Preview",
      [
        "System", "ImageModel", "JobFile", "Survey", "Planning", "Rendering", "Workers", "Running",
        "Reporting",
      ], isSparing: true),
    room(
      "Audit",
      [
        "System", "JSON", "ImageModel", "JobFile", "Annotations", "Imaging", "Survey", "Planning",
        "Reporting", "Preview",
      ], isSparing: true),
    room(
      "Drafting",
      [
        "System", "Archives", "Parquet", "ImageModel", "JobFile", "Annotations", "Survey", "Audit",
      ], isSparing: true),
    room(
      "Session",
      [
        "System", "JSON", "ImageModel", "Remote", "JobFile", "Imaging", "Survey", "Planning", "Rendering",
        "Workers", "State", "Running", "Reporting", "Sharding", "Exports", "LockFiles", "Verifying",
        "Preview", "Audit", "Drafting",
      ], isSparing: true),
    .executableTarget(
      name: "upright",
      dependencies: [
        "System", "JSON", "ImageModel", "JobFile", "Imaging", "Survey", "Planning", "State", "Workers",
        "Reporting", "Sharding", "Exports", "Verifying", "Preview", "Audit", "Session",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: roomSettings + [sparing]),
    // Optimized: without it a test would wait half a minute for the sample pictures.
    .executableTarget(
      name: "upright-samples",
      dependencies: ["System", "ImageModel", "Imaging", "Survey"],
      swiftSettings: settings + [.unsafeFlags(["-O"])]),
    .executableTarget(
      name: "upright-planes", dependencies: ["ImageModel", "Imaging"], path: "Benchmarks/upright-planes",
      swiftSettings: settings),

    .target(name: "CForbidden", path: "Tests/CForbidden"),
    .executableTarget(
      name: "upright-test-worker", dependencies: ["Workers", "CForbidden"],
      path: "Tests/upright-test-worker", swiftSettings: settings),
    .target(name: "CTestJPEG", dependencies: ["CLibJPEG"], path: "Tests/CTestJPEG", cSettings: optimized),
    .target(name: "CTestSpawn", path: "Tests/CTestSpawn"),
    // Optimized: it makes pictures sample by sample, which would take a third of the time of tests with pixels.
    .target(
      name: "TestSupport", dependencies: ["CTestJPEG", "CTestSpawn", "CTurboJPEG", "CZlib"],
      path: "Tests/TestSupport",
      swiftSettings: settings + [.unsafeFlags(["-O"])]),
    // The reference for decodes of JPEGs. Optimized, because it compares sample by sample.
    .target(
      name: "JPEGComparison", dependencies: ["System", "ImageModel", "ReducedJPEG", "TestSupport"],
      path: "Tests/JPEGComparison",
      swiftSettings: settings + [.unsafeFlags(["-O"])]),
    // Sends signals to itself, which would end the process of the tests.
    .executableTarget(
      name: "upright-signal-probe", dependencies: ["System"], path: "Tests/SignalProbe",
      swiftSettings: settings),
    tests("TestSupportTests", ["TestSupport"]),
    tests("ImageModelTests", ["ImageModel", "TestSupport"]),
    tests("SystemTests", ["upright-signal-probe", "System", "TestSupport"]),
    .testTarget(
      name: "ReducedJPEGTests",
      dependencies: ["System", "ImageModel", "ReducedJPEG", "JPEGComparison", "TestSupport"],
      swiftSettings: settings + [.unsafeFlags(["-O"])]),
    tests("JobFileTests", ["System", "ImageModel", "JobFile", "TestSupport"]),
    tests(
      "PlanningTests",
      ["System", "JSON", "ImageModel", "JobFile", "Planning", "Reporting", "TestSupport"]),
    tests("JSONTests", ["System", "JSON", "TestSupport"]),
    tests("ArchivesTests", ["System", "Archives", "TestSupport"]),
    tests("ParquetTests", ["System", "JSON", "Parquet", "TestSupport"]),
    // A process of its own, whose environment a test chooses.
    .executableTarget(
      name: "upright-fetch-probe", dependencies: ["System", "Net"], path: "Tests/FetchProbe",
      swiftSettings: settings),
    tests("NetTests", ["upright-fetch-probe", "System", "Net", "CNet", "TestSupport"]),
    // Signs requests that another program signs too.
    .executableTarget(
      name: "upright-sign-probe", dependencies: ["System", "JSON", "Net", "Remote"],
      path: "Tests/SignProbe", swiftSettings: settings),
    tests("RemoteTests", ["System", "Net", "Remote", "TestSupport"]),
    tests("AnnotationsTests", ["System", "JSON", "ImageModel", "Annotations", "TestSupport"]),
    tests(
      "ImagingTests", ["System", "ImageModel", "ReducedJPEG", "Imaging", "CCodecs", "CZimg", "TestSupport"]),
    tests(
      "SurveyTests",
      [
        "System", "ImageModel", "Net", "JobFile", "Imaging", "Survey", "Planning", "Rendering", "Workers",
        "State",
        "TestSupport",
      ]),
    // Shared by the tests of rendering and of workers.
    .target(
      name: "RenderingSupport",
      dependencies: ["System", "ImageModel", "JobFile", "Imaging", "Planning", "Rendering", "TestSupport"],
      path: "Tests/RenderingSupport", swiftSettings: settings),
    tests(
      "RenderingTests",
      [
        "System", "ImageModel", "JobFile", "Imaging", "Survey", "Planning", "Rendering", "RenderingSupport",
        "TestSupport",
      ]),
    tests(
      "WorkersTests",
      [
        "upright", "upright-test-worker", "System", "ImageModel", "JobFile", "Imaging", "Survey", "Planning",
        "Rendering", "Workers", "CKernel", "CForbidden", "RenderingSupport", "TestSupport",
      ]),
    tests(
      "StateTests",
      [
        "System", "ImageModel", "Net", "JobFile", "Imaging", "Survey", "Planning", "Rendering", "State",
        "RenderingSupport", "TestSupport",
      ]),
    tests(
      "RunningTests",
      [
        "System", "ImageModel", "JobFile", "Imaging", "Survey", "Planning", "Rendering", "Workers", "State",
        "Running", "TestSupport",
      ]),
    tests(
      "ReportingTests",
      [
        "System", "JSON", "ImageModel", "JobFile", "Survey", "Planning", "Rendering", "Workers", "State",
        "Running", "Reporting", "TestSupport",
      ]),
    tests(
      "LockFilesTests",
      [
        "System", "JSON", "ImageModel", "JobFile", "Survey", "Planning", "Rendering", "Workers", "State",
        "Running", "Reporting", "LockFiles", "TestSupport",
      ]),
    tests("ShardingTests", ["Sharding", "TestSupport"]),
    tests("ExportsTests", ["System", "ImageModel", "Planning", "Exports", "TestSupport"]),
    tests("VerifyingTests", ["ImageModel", "Planning", "Verifying"]),
    tests("AuditTests", ["ImageModel", "JobFile", "Audit", "TestSupport"]),
    tests("DraftingTests", ["ImageModel", "JobFile", "Drafting"]),
    tests(
      "PreviewTests",
      ["ImageModel", "Survey", "Planning", "Rendering", "Workers", "State", "Running", "Preview"]),
    tests(
      "UprightTests",
      [
        "upright", "System", "JSON", "Parquet", "ImageModel", "JobFile", "Imaging", "Survey", "Planning",
        "Rendering", "Workers", "State", "Running", "Reporting", "Verifying", "Audit", "TestSupport",
      ]),
    tests(
      "SessionTests",
      [
        "upright", "System", "ImageModel", "JobFile", "Planning", "State", "Running", "Reporting",
        "Verifying",
        "Session", "TestSupport",
      ]),
    tests("SchemaTests", ["upright", "upright-samples", "TestSupport"]),

    .target(name: "CFaults", path: "Tests/CFaults", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CHostile", path: "Tests/CHostile", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CSlow", path: "Tests/CSlow", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CTorture", path: "Tests/CTorture"),
    .target(
      name: "Torture", dependencies: ["System", "CTorture", "TestSupport"], path: "Tests/Torture",
      swiftSettings: settings),
    .executableTarget(
      name: "upright-torture", dependencies: ["Torture"], path: "Tests/upright-torture",
      swiftSettings: settings),
    tests("TortureTests", ["upright", "Torture", "TestSupport"]),
    // Optimized, because it compares sample by sample.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "System", "JSON", "Archives", "Parquet", "ImageModel", "Net", "Remote", "ReducedJPEG", "JobFile",
        "Annotations", "Imaging", "Survey", "Planning", "Rendering", "Workers", "State", "Running",
        "Reporting", "Sharding", "JPEGComparison", "CExpat", "CCodecs", "CTestJPEG", "TestSupport",
      ],
      path: "Tests/Fuzz", exclude: fuzzWords, swiftSettings: settings + [.unsafeFlags(["-O"])]),
    tests(
      "FuzzTests",
      [
        "ImageModel", "JobFile", "Annotations", "Survey", "Planning", "Rendering", "Workers", "State",
        "Running", "Imaging", "JPEGComparison", "FuzzTargets", "TestSupport",
      ]),
  ] + (isFuzzing ? fuzzer : []),
  cLanguageStandard: .gnu11
)
