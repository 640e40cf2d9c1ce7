import Net
import System
import Testing

@testable import State

/// What a run keeps of the objects of a bucket.
@Suite("Identities of objects")
struct ObjectTableTests {
  @Test("A table gives the last identity of each path")
  func table() throws {
    var table = ObjectTable()
    for index in 0..<500 { table["a/\(index)"] = FileIdentity(object: index, EntityTag("\"\(index)\"")) }
    table["a/7"] = FileIdentity(object: 1, EntityTag("\"other\""))
    table["a/8"] = nil
    #expect(table.count == 499)
    #expect(table["a/7"] == FileIdentity(object: 1, EntityTag("\"other\"")))
    #expect(table["a/8"] == nil)
    #expect(table["a/499"] == FileIdentity(object: 499, EntityTag("\"499\"")))
    #expect(table["a/500"] == nil)
  }

  /// `printf '"abc"' | sha256sum` begins with these digits.
  @Test("An object is known by its size and its tag")
  func identity() throws {
    let tag = EntityTag("\"abc\"")
    let file = FileIdentity(object: 5, tag)
    #expect(file == FileIdentity(bytes: 5, modified: 0, inode: 0x6cc4_3f85_8fbb_7633))
    #expect(file != FileIdentity(object: 6, tag))
    #expect(file != FileIdentity(object: 5, EntityTag("\"abd\"")))
    #expect(FileIdentity(object: 5, nil) == FileIdentity(bytes: 5, modified: 0, inode: 0))
  }

  @Test("An announcement stands for the bytes, and for no tag")
  func announcement() {
    // printf hello | sha256sum
    let sum = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    let file = FileIdentity(announcing: 5, sha256: sum)
    #expect(file == FileIdentity(bytes: 5, modified: 1, inode: 0x2cf2_4dba_5fb0_a30e))
    #expect(file.isAnnouncement)
    #expect(file.announces(sum, bytes: 5))
    #expect(!file.announces(sum, bytes: 6))
    #expect(!file.announces("3" + sum.dropFirst(), bytes: 5))
    #expect(!FileIdentity(object: 5, EntityTag("\"x\"")).isAnnouncement)
  }
}
