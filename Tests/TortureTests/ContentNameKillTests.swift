import Foundation
import TestSupport
import Testing

@testable import Torture

/// Runs that name outputs by their bytes, and that are killed where an output gets its name.
struct ContentNameKillTests {
  /// 16x12 pixels as a BMP: headers of 14 and 40 bytes, then rows of 48 bytes.
  private static var picture: [UInt8] {
    let head: [UInt8] = [0x42, 0x4D, 0x76, 0x02, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0]
    let info: [UInt8] =
      [40, 0, 0, 0, 16, 0, 0, 0, 12, 0, 0, 0, 1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
    return head + info + (0..<12 * 48).map { UInt8($0 * 7 % 251) }
  }

  /// A folder in which a job made its output, and now asks for another quality.
  private static func prepared() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.write(picture, to: "a.bmp")
    try job(90, in: folder)
    #expect(try run(in: folder).ending == .exit(0))
    try job(40, in: folder)
    return folder
  }

  private static func job(_ quality: Int, in folder: TemporaryDirectory) throws {
    let text =
      "version: 1\nsources: [{path: a.bmp}]\noutput_root: out\nisolation: none\n"
      + "outputs: [{path: \"{stem}-{content8}.jpg\", quality: \(quality)}]\n"
    try folder.write(text, to: "job.yaml")
  }

  private static func run(
    in folder: TemporaryDirectory, _ faults: Faults? = nil, _ options: String...
  ) throws -> CommandRun {
    var environment: [String: String] = [:]
    if let faults {
      try folder.write("", to: "control")
      truncate(folder.path("control"), off_t(faults.controlBytes))
      let library = "\(try CommandRun.productsFolder())/libCFaults.so"
      environment = faults.environment(
        library: library, control: folder.path("control"), below: folder.path("out"))
    }
    return try CommandRun.upright(
      ["run", "--quiet", "--jobs", "1"] + options + ["job.yaml"], in: folder, environment: environment)
  }

  /// The manifest and the outputs, by their names.
  private static func made(in folder: TemporaryDirectory) throws -> [String: [UInt8]] {
    let names = folder.files().filter {
      $0 == "job.manifest.jsonl" || $0.hasPrefix("out/") && !$0.contains(".upright")
    }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.read($0)) })
  }

  @Test("Before and after the rename the next run ends up like one that was never killed")
  func kill() throws {
    let whole = try Self.prepared()
    #expect(try Self.run(in: whole, Faults(.count, in: .parent)) == CommandRun(.exit(0)))
    let calls = LoggedCall.all(in: try whole.read("control"))
    let rename = try #require(calls.first { $0.family == "rename" && $0.otherPath.hasSuffix(".jpg") })
    #expect(try Self.run(in: whole, nil, "--prune") == CommandRun(.exit(0)))
    let expected = try Self.made(in: whole)
    #expect(expected.count == 2)
    for isAfter in [false, true] {
      let folder = try Self.prepared()
      let earlier = try Self.made(in: folder)
      let faults = Faults(.kill(at: rename.number, isAfter: isAfter), in: .parent)
      #expect(try Self.run(in: folder, faults).ending == .signal(SIGKILL))
      let left = try Self.made(in: folder)
      let new = expected.filter { isAfter && $0.key.hasSuffix(".jpg") }
      #expect(left == earlier.merging(new) { $1 })
      #expect(try Self.run(in: folder, nil, "--prune") == CommandRun(.exit(0)))
      #expect(try Self.made(in: folder) == expected)
    }
  }
}
