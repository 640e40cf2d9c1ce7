import ImageModel
import TestSupport
import Testing

/// Annotation files and folders of them that can't be read.
@Suite(.enabled(if: Studio.canBeRefused))
struct ClosedAnnotationsTests {
  /// Two pictures with a label file each, that of `b.jpg` in a folder of its own.
  private static func studio(_ keys: String = "") throws -> Studio {
    let studio = try Studio(
      #"outputs: [{path: "out/{stem}.jpg"}]"#,
      sources: "{annotations: labels, format: yolo, images: photos, space: display\(keys)}")
    try studio.folder.write("cat\ndog\n", to: "labels/classes.txt")
    for (name, category) in [("a", 0), ("private/b", 1)] {
      try studio.add(.tagged(1), "photos/\(name).jpg")
      try studio.folder.write("\(category) 0.5 0.5 0.5 0.5\n", to: "labels/\(name).txt")
    }
    return studio
  }

  /// Runs a command as a user who may not enter or read `closed`.
  private static func run(_ command: String, closing closed: String, _ studio: Studio) throws -> CommandRun {
    try studio.shell(
      "chmod 0 \(closed); \(Studio.unprivileged)upright \(command); e=$?; chmod 700 \(closed); exit $e")
  }

  private static let folder = Row.Note(
    code: "folder_unreadable",
    message: "the folder can't be read: Permission denied; annotations in it are passed over: mend it")

  @Test(
    "A folder or file below the annotations that can't be read is a failed row",
    arguments: [
      ("labels/private", folder),
      ("labels/private/b.txt", Row.Note(code: "bad_annotation", message: "can't be read: Permission denied")),
    ])
  func below(closed: String, error: Row.Note) throws {
    let studio = try Self.studio()
    let run = try Self.run("run job.yaml", closing: closed, studio)
    #expect(
      run
        == CommandRun(
          .exit(1),
          stderr: """
            \(closed): failed: \(error.message) (\(error.code))
            job: 1 of 2 outputs made from 2 images, 1 failed; \
            \(ByteCount.text(try studio.folder.read("out/a.jpg").count)); manifest job.manifest.jsonl

            """))
    #expect(try studio.rows().map(\.source) == [closed, "photos/a.jpg"])
    #expect(try studio.rows().map(\.error) == [error, nil])
    for command in ["run --quiet job.yaml", "plan job.yaml", "lock job.yaml"] {
      #expect(try Self.run(command, closing: closed, studio).ending == .exit(1), "\(command)")
    }
    let manifest = try studio.text("job.manifest.jsonl")
    #expect(try Self.run("verify job.manifest.jsonl", closing: closed, studio).ending == .exit(0))
    let sharded = "plan --out plan.jsonl --shards 2 job.yaml"
    #expect(try Self.run(sharded, closing: closed, studio).ending == .exit(1))
    for shard in 0..<2 {
      _ = try Self.run("run --plan plan.jsonl --shard \(shard)/2", closing: closed, studio)
    }
    #expect(try Self.run("merge --plan plan.jsonl", closing: closed, studio).ending == .exit(1))
    #expect(try studio.text("job.manifest.jsonl") == manifest)
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.output) == ["out/a.jpg", "out/b.jpg"])
  }

  @Test(
    "A category that occurs in what can't be read is no mistake",
    arguments: ["labels/private", "labels/private/b.txt"])
  func category(closed: String) throws {
    let studio = try Self.studio(", category: [cat, dog]")
    #expect(try Self.run("run --quiet job.yaml", closing: closed, studio).ending == .exit(1))
    #expect(try studio.rows().compactMap(\.output) == ["out/a.jpg"])
  }

  @Test("--prune removes nothing while a folder of annotations can't be read")
  func pruned() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(
      try Self.run("run --quiet --prune job.yaml", closing: "labels/private", studio).ending == .exit(1))
    #expect(studio.folder.files().filter { $0.hasPrefix("out/") } == ["out/a.jpg", "out/b.jpg"])
  }

  @Test(
    "Where 'annotations' itself can't be read, the job is refused",
    arguments: [
      ("labels", "labels", "the folder 'labels' can't be read: Permission denied"),
      ("labels/a.txt", "labels/a.txt", "'labels/a.txt' can't be read: Permission denied"),
      ("labels/private/b.txt", "labels/private", "'labels/private/b.txt' can't be read: Permission denied"),
    ])
  func whole(annotations: String, closed: String, message: String) throws {
    let studio = try Self.studio()
    try studio.must("sed -i 's|annotations: labels|annotations: \(annotations)|' job.yaml")
    let line = try #require(studio.text("job.yaml").split(separator: "\n").dropFirst().first)
    let refusal = CommandRun(
      .exit(2), stderr: "job.yaml:2:24: error: \(message)\n\(line)\n\(String(repeating: " ", count: 23))^\n")
    for command in ["run job.yaml", "plan job.yaml", "lock job.yaml"] {
      #expect(try Self.run(command, closing: closed, studio) == refusal, "\(command)")
    }
    #expect(studio.folder.files().filter { $0.hasPrefix("out/") } == [])
  }
}
