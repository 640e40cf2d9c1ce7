import ImageModel
import System
import TestSupport
import Testing

@testable import JobFile

/// Entries of `sources` with archives and Parquet files, and the names of members.
struct ArchiveSourceTests {
  private func entries(_ sources: String) throws -> [SourceEntry] {
    let text = "version: 1\noutputs: [{path: '{id}.jpg'}]\nsources:\n\(sources)"
    return try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get().sources
  }

  @Test("Archives are patterns of files, patterns of objects and URLs")
  func files() throws {
    let entries = try entries(
      """
        - archive: "sets/*.tar"
        - {archive: "s3://photos/sets/*.tar.gz", members: "a/*.jpg"}
        - {archive: "https://h.example/a[1].ZIP?v=2"}
        - {parquet: "http://h.example:81/a.parquet", id: key}
      """)
    #expect(
      try entries.compactMap { $0.archive?.files } == [
        .pattern(GlobPattern(parsing: "sets/*.tar")),
        .objects(ObjectPattern(parsing: "s3://photos/sets/*.tar.gz")),
        .url(WebAddress("https://h.example/a[1].ZIP?v=2")),
        .url(WebAddress("http://h.example:81/a.parquet")),
      ])
    #expect(entries.map { $0.pattern != nil } == [true, false, false, false])
    #expect(entries.map { $0.objects != nil } == [false, true, false, false])
    // A URL of a picture is something else.
    #expect(entries.allSatisfy { $0.address == nil })
  }

  @Test("The URL of an archive may have secrets, and its text shows none")
  func secrets() throws {
    let entry = try #require(try entries("  - {archive: 'https://h.example/a.tar?token=SECRET&v=1'}").first)
    #expect(entry.namesSecrets)
    #expect(entry.archive?.files.text == "https://h.example/a.tar?v=1")
  }

  @Test(
    "The name of a member of an archive on the web is taken apart",
    arguments: [
      ("https://h.example/a.tar?v=1.2::img/b.jpg", "https://h.example/a.tar?v=1.2", "img/b.jpg"),
      ("http://[::1]:80/a.zip::x::y.jpg", "http://[::1]:80/a.zip", "x::y.jpg"),
      // In the key of an object, a question mark has no meaning.
      ("s3://photos/a?b.tar::c.jpg", "s3://photos/a?b.tar", "c.jpg"),
    ])
  func members(_ name: String, _ archive: String, _ member: String) throws {
    let path = try #require(MemberPath(name))
    #expect(path.archive == archive)
    #expect(path.member == member)
  }

  @Test("Other URLs name no member")
  func noMembers() {
    #expect(MemberPath("https://h.example/a.jpg?from=b.tar::c.jpg") == nil)
    #expect(MemberPath("s3://photos/a.tar?b::c.jpg") == nil)
  }

  @Test("A member of an archive on the web has the folder, stem and name of the member")
  func item() {
    let item = SourceItem(
      archive: Array("https://h.example/x/a.tar?v=1".utf8), member: "img/deep/b%20c.JPG", number: 3, entry: 0,
      fixedLength: "img/".utf8.count)
    #expect([item.dir, item.stem, item.name, item.fileExtension] == ["deep", "b%20c", "b%20c.JPG", "JPG"])
  }

  @Test("The path of a URL must end as the format demands")
  func endings() {
    WrongJob.source(
      "archive: https://h.example/a.jpg?b=c.tar",
      "3:14: the path of the URL in 'archive' must end in '.tar', '.tar.gz', '.tgz', '.tar.bz2', '.tbz2', '.tbz', "
        + "'.tar.xz', '.txz', '.tar.zst', '.zip', '.7z' or '.rar'"
    ).check()
    WrongJob.source(
      "parquet: https://h.example/a.tar", "3:14: the path of the URL in 'parquet' must end in '.parquet'"
    ).check()
  }

  @Test("Two URLs that differ only in secrets, and both give archives, need two jobs")
  func sameNames() throws {
    let folder = try TemporaryDirectory()
    let entries = try entries(
      """
        - {archive: "https://h.example/a.tar?token=1", members: "a/*.jpg"}
        - {archive: "https://h.example/a.tar?token=2"}
        - {archive: "https://h.example/a.tar?token=1", members: "b/*.jpg"}
      """)
    let expansion = try expand(entries, in: folder)
    #expect(
      expansion.messages == [
        "5:15: 'https://h.example/a.tar' differs from the URL in line 4 only in secret parameters: write two jobs"
      ])
    #expect(expansion.archives.map(\.entries) == [[0, 2]])
  }
}
