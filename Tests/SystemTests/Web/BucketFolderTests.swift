import System
import Testing

/// Parts of buckets that stand for folders.
@Suite("Folders in buckets")
struct BucketFolderTests {
  @Test(
    "A URL names a bucket and a prefix",
    arguments: [
      ("s3://photos", "photos", "", "s3://photos"), ("s3://photos/", "photos", "", "s3://photos"),
      ("s3://photos/a", "photos", "a/", "s3://photos/a"),
      ("s3://photos/a/b/", "photos", "a/b/", "s3://photos/a/b"),
      ("s3://my.photos/a b?#%20é", "my.photos", "a b?#%20é/", "s3://my.photos/a b?#%20é"),
    ])
  func parts(_ text: String, _ bucket: String, _ prefix: String, _ shown: String) throws {
    let folder = try BucketFolder(text)
    #expect(folder.bucket == bucket)
    #expect(folder.prefix == prefix)
    #expect(folder.text == shown)
  }

  @Test(
    "Other texts are refused",
    arguments: [
      "photos/a", "https://photos/a", "s3://", "s3:///a", "s3://ab/x", "s3://pho tos/x", "s3://photos//a",
      "s3://photos/a//b", "s3://photos/./a", "s3://photos/a/..", "s3://photos/a\0b",
    ])
  func refusals(_ text: String) {
    #expect(throws: WebAddressFault.self) { try BucketFolder(text) }
  }

  @Test("Paths and keys lead to each other")
  func paths() throws {
    let folder = try BucketFolder("s3://photos/a/b")
    #expect(folder.key(of: "c/d.jpg") == "a/b/c/d.jpg")
    #expect(try folder.address(of: "c/d.jpg").shown == "s3://photos/a/b/c/d.jpg")
    #expect(folder.path(of: "a/b/c/d.jpg") == "c/d.jpg")
    #expect(folder.path(of: "a/bc") == nil)
    #expect(try BucketFolder("s3://photos").path(of: "x") == "x")
  }
}
