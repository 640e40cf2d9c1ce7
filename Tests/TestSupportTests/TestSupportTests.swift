import Foundation
import TestSupport
import Testing

@Suite struct TestSupportTests {
  @Test func splitMix64GivesThePublishedNumbers() {
    var generator = SplitMix64(seed: 1_234_567)
    let numbers = (0..<3).map { _ in generator.next() }
    #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test func aRunKeepsLongOutputOnBothStreams() throws {
    let folder = try TemporaryDirectory()
    let script = "head -c 300000 /dev/zero | tr '\\0' o; head -c 300000 /dev/zero | tr '\\0' e >&2; exit 7"
    let run = try CommandRun.run("/bin/sh", ["-c", script], in: folder.path)
    let expected = CommandRun(
      .exit(7), stdout: String(repeating: "o", count: 300_000), stderr: String(repeating: "e", count: 300_000)
    )
    #expect(run == expected)
  }

  @Test func aRunHasItsFolderInputAndEnvironment() throws {
    let folder = try TemporaryDirectory()
    let run = try CommandRun.run(
      "/bin/sh", ["-c", "pwd; cat; echo $OWN ${HOME-none}"], in: folder.path,
      environment: ["OWN": "a value", "HOME": ""], stdin: "from stdin\n")
    #expect(run == CommandRun(.exit(0), stdout: "\(folder.path)\nfrom stdin\na value none\n"))
  }

  @Test func aRunNamesTheSignalThatEndedIt() throws {
    let folder = try TemporaryDirectory()
    let run = try CommandRun.run("/bin/sh", ["-c", "kill -TERM $$"], in: folder.path)
    #expect(run == CommandRun(.signal(15)))
  }

  @Test func theProductAndThePackageAreFound() throws {
    let product = try CommandRun.program()
    #expect(FileManager.default.isExecutableFile(atPath: product))
    #expect(FileManager.default.fileExists(atPath: "\(PackageRoot.path)/Package.swift"))
  }

  @Test func aTemporaryDirectoryGoesWithAllInIt() throws {
    let path: String
    do {
      let folder = try TemporaryDirectory()
      path = folder.path
      try folder.write("text", to: "a/b/file.txt")
      try folder.link("a/link", to: "b/file.txt")
      #expect(folder.files() == ["a/b/file.txt", "a/link"])
      #expect(try folder.read("a/link") == Array("text".utf8))
      chmod(folder.path("a"), 0)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
