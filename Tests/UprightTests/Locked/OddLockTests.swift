import Foundation
import TestSupport
import Testing

/// Locks that someone changed, and files with odd names.
struct OddLockTests {
  @Test("A damaged line is named")
  func damaged() throws {
    let studio = try Studio.locked()
    let lines = try studio.lock()
    try studio.setLock(lines.dropLast() + [String(lines[3].dropLast(5))])
    let run = try studio.upright("run", "--locked", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("job.lock.jsonl:4:1: error: the line is no JSON: "))
    try studio.setLock([lines[0], lines[1], "", lines[3]])
    #expect(
      try studio.upright("run", "--locked", "job.yaml").stderr.hasPrefix(
        "job.lock.jsonl:3:1: error: the line "))
    try studio.setLock([lines[0].replacing("\"lock\":2", with: "\"lock\":3")])
    try studio.expectRefused(
      says: "job.lock.jsonl:1:1: error: the lock has format 3, and this version of upright reads format 2")
    try studio.folder.write("", to: "job.lock.jsonl")
    try studio.expectRefused(says: "job.lock.jsonl:1:1: error: the file is no lock")
  }

  @Test("The order of sources doesn't count, but each stands there once")
  func order() throws {
    let studio = try Studio.locked()
    let lines = try studio.lock()
    try studio.setLock([lines[0], lines[3], lines[1], lines[2]])
    #expect(try studio.upright("run", "--quiet", "--locked", "job.yaml") == CommandRun(.exit(0)))
    try studio.setLock([lines[0], lines[3], lines[1], lines[2], lines[1]])
    try studio.expectRefused(
      says: "job.lock.jsonl:5:1: error: 'photos/a.jpg' stands in the lock already")
  }

  @Test("A lock that was cut off between two lines lacks sources")
  func cut() throws {
    let studio = try Studio.locked()
    try studio.setLock(try studio.lock().dropLast(2))
    try studio.expectRefused(
      says: "job.yaml: error: 'photos/b.jpg' is not in the lock",
      "job.yaml: error: 'photos/c.jpg' is not in the lock")
  }

  @Test("A source whose name isn't UTF-8 is another one than what it is shown as")
  func names() throws {
    let studio = try Studio("outputs: [{path: \"out/{index}.jpg\"}]")
    try studio.add(Picture(), "photos/%FF.jpg")
    try studio.must(#"cp photos/%FF.jpg "$(printf 'photos/z\377.jpg')""#)
    let run = try studio.upright("lock", "job.yaml")
    #expect(run.ending == .exit(1))
    #expect(run.stderr == "photos/z%FF.jpg: failed: the name isn't UTF-8: rename the file (name_not_utf8)\n")
    #expect(
      try studio.lock()[2].hasPrefix(#"{"source":"photos/z%FF.jpg","id":"z%FF","bytes":null,"sha256":null,"#))
    #expect(try studio.upright("run", "--locked", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.rows().map(\.status) == ["ok", "failed"])
  }

  /// A job of two annotation files with a box each, locked.
  private static func annotated() throws -> Studio {
    let studio = try Studio(
      "outputs: [{path: \"out/{stem}-{box_index}.jpg\"}]",
      sources: "{annotations: boxes, format: jsonl, images: photos, space: display}")
    for name in ["a", "b"] {
      try studio.add(.tagged(1), "photos/\(name).jpg")
      try studio.folder.write(line(name), to: "boxes/\(name).jsonl")
    }
    try #require(studio.upright("lock", "job.yaml").ending == .exit(0))
    return studio
  }

  private static func line(_ name: String, _ category: String = "cat", x: Int = 2) -> String {
    #"{"image": "\#(name).jpg", "bbox": [\#(x), 3, 20, 10], "category": "\#(category)"}"# + "\n"
  }

  @Test("Annotations that say something else, with and without another plan")
  func annotations() throws {
    let studio = try Self.annotated()
    let message =
      "job.yaml: error: the file 'boxes/b.jsonl' has other content than when it was locked"
    try studio.folder.write(Self.line("b", "dog"), to: "boxes/b.jsonl")
    try studio.expectRefused(says: message)
    try studio.folder.write(Self.line("b", x: 3), to: "boxes/b.jsonl")
    try studio.expectRefused(
      says: message, "job.yaml: error: 'photos/b.jpg' would be made in another way than when it was locked")
    try studio.folder.write(Self.line("b"), to: "boxes/b.jsonl")
    #expect(try studio.upright("run", "--quiet", "--locked", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("Annotation files that are new and gone")
  func otherAnnotations() throws {
    let studio = try Self.annotated()
    try studio.must("mv boxes/a.jsonl boxes/c.jsonl")
    try studio.expectRefused(
      says: "job.yaml: error: the file 'boxes/a.jsonl' is in the lock, and the job has it no more",
      "job.yaml: error: the file 'boxes/c.jsonl' is not in the lock")
  }

  @Test("An annotation file whose name isn't UTF-8 is held to its content too")
  func oddAnnotations() throws {
    let studio = try Self.annotated()
    try studio.must(#"mv boxes/a.jsonl "$(printf 'boxes/\377.jsonl')"; upright lock job.yaml >/dev/null"#)
    let sum = try studio.shell(#"sha256sum <"$(printf 'boxes/\377.jsonl')" | cut -c1-64"#).stdout.prefix(64)
    #expect(
      try studio.lock()[1]
        == #"{"annotations":"boxes/%FF.jsonl","bytes":\#(Self.line("a").utf8.count),"sha256":"\#(sum)"}"#)
    try studio.must(#"sed -i s/cat/dog/ "$(printf 'boxes/\377.jsonl')""#)
    try studio.expectRefused(
      says: "job.yaml: error: the file 'boxes/%FF.jsonl' has other content than when it was locked"
    )
  }
}
