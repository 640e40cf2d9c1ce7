import Foundation
import ImageModel
import TestSupport
import Testing

/// Folders that can't be entered: each fails by itself, and pictures elsewhere are made.
struct ClosedFolderTests {
  private static let job = #"outputs: [{path: "out/{stem}.jpg"}]"#
  private static let advice = "pictures in it are passed over: mend it, or add it to 'exclude'"
  private static let denied = "the folder can't be read: Permission denied; \(advice)"

  /// Two pictures, one of them in the folder `photos/private`, which may not be entered.
  private static func studio(_ keys: String = "") throws -> Studio {
    let studio = try Studio("\(job)\n\(keys)", sources: #"["photos/**/*.jpg"]"#)
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.add(.tagged(1), "photos/private/b.jpg")
    return studio
  }

  private static func run(_ command: String, _ studio: Studio) throws -> CommandRun {
    try studio.shell(
      "chmod 0 photos/private; \(Studio.unprivileged)upright \(command); e=$?; chmod 700 photos/private; exit $e"
    )
  }

  @Test("A folder of mode 000 is a failed row", .enabled(if: Studio.canBeRefused))
  func closed() throws {
    let studio = try Self.studio()
    #expect(
      try Self.run("run job.yaml", studio)
        == CommandRun(
          .exit(1),
          stderr: """
            photos/private: failed: \(Self.denied) (folder_unreadable)
            job: 1 of 2 outputs made from 2 images, 1 failed; \
            \(ByteCount.text(try studio.folder.read("out/a.jpg").count)); manifest job.manifest.jsonl

            """))
    let rows = try studio.rows()
    #expect(rows.map(\.source) == ["photos/a.jpg", "photos/private"])
    #expect(rows.map(\.output) == ["out/a.jpg", nil])
    #expect(rows.map(\.error) == [nil, .init(code: "folder_unreadable", message: Self.denied)])
    for command in ["run --quiet job.yaml", "plan job.yaml", "lock job.yaml"] {
      #expect(try Self.run(command, studio).ending == .exit(1), "\(command)")
    }
    #expect(try Self.run("verify job.manifest.jsonl", studio).ending == .exit(0))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.output) == ["out/a.jpg", "out/b.jpg"])
  }

  @Test(
    "exclude leaves a folder out that can't be entered", .enabled(if: Studio.canBeRefused),
    arguments: ["photos/private", "photos/private/**", "**/private/**", "photos/priv*"])
  func excluded(pattern: String) throws {
    let studio = try Self.studio("exclude: [\"\(pattern)\"]")
    #expect(try Self.run("run --quiet job.yaml", studio) == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.source) == ["photos/a.jpg"])
  }

  @Test(
    "--prune keeps what was made of a folder that can't be entered now", .enabled(if: Studio.canBeRefused))
  func pruned() throws {
    let studio = try Self.studio()
    try studio.add(.tagged(1), "photos/c.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try FileManager.default.removeItem(atPath: studio.folder.path("photos/c.jpg"))
    #expect(try Self.run("run --quiet --prune job.yaml", studio).ending == .exit(1))
    #expect(studio.folder.files().filter { $0.hasPrefix("out/") } == ["out/a.jpg", "out/b.jpg"])
  }

  @Test(
    "A tree that is too deep is a failed row, and exclude reaches it",
    arguments: [
      // A name, how often it is nested, and the system's or the walk's words.
      ("d", 300, 256, "it lies more than 256 folders deep"),
      (String(repeating: "n", count: 250), 20, 0, "File name too long"),
    ])
  func deep(name: String, times: Int, entered: Int, reason: String) throws {
    let studio = try Studio(Self.job, sources: #"["photos/**/*.jpg"]"#)
    try studio.add(.tagged(1), "photos/a.jpg")
    // From the inside out: no path that is used on the way is too long.
    let nested =
      "mkdir in && for i in $(seq \(times)); do mkdir out && mv in out/\(name) && mv out in; done "
      + "&& mv in/\(name) photos && rmdir in"
    #expect(try studio.shell(nested) == CommandRun(.exit(0)))
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["ok", "failed"])
    #expect(
      rows.last?.error
        == .init(
          code: "folder_unreadable", message: "the folder can't be read: \(reason); \(Self.advice)"))
    if entered > 0 {
      #expect(rows.last?.source.split(separator: "/").count == entered + 1)
    }
    try studio.job(
      "exclude: [\"photos/\(name)/**\"]\nsources: [\"photos/**/*.jpg\"]\n\(Self.job)")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.source) == ["photos/a.jpg"])
    #expect(try studio.shell("rm -r photos/\(name)") == CommandRun(.exit(0)))
  }
}
