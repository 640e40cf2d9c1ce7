import System
import TestSupport
import Testing

@testable import JobFile

/// Patterns of objects in buckets. No bucket is read.
@Suite("Patterns of objects")
struct ObjectPatternTests {
  private func read(_ text: String) throws -> JobSpec {
    let text = "version: 1\noutputs: [{path: '{id}.jpg'}]\n" + text
    return try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get()
  }

  private func message(_ text: String) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch let errors as JobFileErrors { return errors.diagnostics.first?.message } catch {
      return "\(error)"
    }
  }

  @Test("A text that begins with s3:// is a pattern, and one object only behind 'path'")
  func entries() throws {
    let spec = try read(
      """
      sources:
        - s3://bucket/photos/**/*.jpg
        - {glob: "s3://bucket/a?.png", optional: true}
        - {path: "s3://bucket/a*[1]?x#y.png", id: one}
      exclude: ["s3://bucket/photos/old/**", "**/*_small.jpg"]
      """)
    #expect(
      spec.sources.map { $0.objects?.text } == ["s3://bucket/photos/**/*.jpg", "s3://bucket/a?.png", nil])
    #expect(spec.sources.map { $0.address?.key } == [nil, nil, "a*[1]?x#y.png"])
    #expect(spec.excludedObjects.map(\.text) == ["s3://bucket/photos/old/**"])
    #expect(spec.exclude.map(\.value.text) == ["**/*_small.jpg"])
    #expect(spec.hasURLs)
  }

  @Test(
    "A text that names no object is refused, and hides a password",
    arguments: [
      ("s3://bucket", "'s3://bucket/' names no object: write s3://BUCKET/**/*.jpg for all .jpg of a bucket"),
      ("s3://bucket/", "'s3://bucket/' names no object: write s3://BUCKET/**/*.jpg for all .jpg of a bucket"),
      (
        "s3://b*/x",
        "'s3://b*/x' is no URL of a bucket: its bucket's name isn't 3 to 255 letters, digits, '.', '-' and '_'"
      ),
      (
        "s3://a:SECRET@bucket/x",
        "'s3://bucket/x' is no URL of a bucket: its bucket's name isn't 3 to 255 letters, digits, '.', '-' and '_'"
      ),
      ("s3://bucket//x", "a pattern of objects has no '..' and no '//': name such an object by 'path'"),
      ("s3://bucket/../x", "a pattern of objects has no '..' and no '//': name such an object by 'path'"),
      (
        "s3://bucket/a/",
        "a pattern that ends in '/' names a folder: write '**' behind it for the files below it"
      ),
    ])
  func refused(text: String, expected: String) {
    #expect(message("sources: ['\(text)']") == expected)
  }

  @Test(
    "A path must end with the name of a file",
    arguments: ["s3://bucket/", "s3://bucket/a/", "s3://bucket/a/.."])
  func noPicture(path: String) {
    #expect(
      message("sources: [{path: '\(path)'}]")
        == "'\(path)' names no picture: its key ends with no name of a file")
  }

  @Test(
    "A bucket is listed from the start that all matching keys have",
    arguments: [
      ("s3://bucket/**/*.jpg", ""), ("s3://bucket/photos/**/*.jpg", "photos/"),
      ("s3://bucket/a/b/2024-*.jpg", "a/b/2024-"), ("s3://bucket/a/b{1,2}*.jpg", "a/"),
      // The extension matches in any case.
      ("s3://bucket/a/one.jpg", "a/one."), ("s3://bucket/a/[ab].jpg", "a/"), ("s3://bucket/a*/b.jpg", "a"),
      ("s3://bucket/é/ö*", "é/ö"),
    ])
  func prefixes(text: String, prefix: String) throws {
    #expect(try ObjectPattern(parsing: text).prefix == prefix)
  }

  private func matcher(_ patterns: [String], exclude: [String] = []) throws -> ObjectMatcher {
    let spec = try read("sources: \(patterns)\nexclude: \(exclude)")
    return ObjectMatcher(spec.sources, exclude: spec.exclude, excludedObjects: spec.excludedObjects)
  }

  @Test("Each part of a bucket is listed once")
  func places() throws {
    let matcher = try matcher([
      "s3://bucket/a/b/*.jpg", "s3://bucket/a/**", "s3://other/x", "s3://bucket/b*", "s3://bucket/a/*.png",
      "s3://bucket-2/**",
    ])
    #expect(
      matcher.places.map { "\($0.bucket) \($0.prefix)" } == ["bucket-2 ", "bucket a/", "bucket b", "other x"])
  }

  @Test("The last pattern that matches an object gives its item, with the folders below its fixed part")
  func items() throws {
    let matcher = try matcher(["s3://bucket/**", "s3://bucket/photos/**/*.jpg", "s3://other/**"])
    let hits = try #require(matcher.hits(bucket: "bucket", key: "photos/2024/may/A b.JPG"))
    #expect(hits.entries == [0, 1])
    #expect(!hits.isExcluded)
    let item = matcher.item(bucket: "bucket", key: "photos/2024/may/A b.JPG", of: 1)
    #expect(item.displayName == "s3://bucket/photos/2024/may/A b.JPG")
    #expect((item.name, item.stem, item.fileExtension, item.dir) == ("A b.JPG", "A b", "JPG", "2024/may"))
    #expect(matcher.item(bucket: "bucket", key: "top.jpg", of: 0).dir == "")
    #expect(matcher.item(bucket: "bucket", key: "top.jpg", of: 0).name == "top.jpg")
    #expect(matcher.item(named: "s3://bucket/photos/x/a.jpg")?.dir == "x")
    #expect(matcher.item(named: "s3://third/a.jpg") == nil)
  }

  @Test(
    "A key that has no place in a tree of folders matches nothing",
    arguments: ["a//b.jpg", "/a.jpg", "a/", "", "../a.jpg", "a/./b.jpg", "a/../b.jpg", ".", ".hidden/a.jpg"])
  func strangeKeys(key: String) throws {
    #expect(try matcher(["s3://bucket/**"]).hits(bucket: "bucket", key: key)?.entries == nil)
  }

  @Test("'exclude' takes out objects by its own URLs, and by patterns that begin with **")
  func excluded() throws {
    let matcher = try matcher(
      ["s3://bucket/**"], exclude: ["s3://bucket/old/**", "**/*_small.jpg", "photos/*", "s3://other/**"])
    let keys = ["old/a.jpg", "x/y_small.jpg", "y_small.jpg", "photos/a.jpg", "new/a.jpg"]
    #expect(
      keys.map { matcher.hits(bucket: "bucket", key: $0)?.isExcluded } == [true, true, true, false, false])
  }
}
