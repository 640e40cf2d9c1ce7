import System
import ImageModel

/// The most memory in bytes that Little CMS takes to make a transform from or to an ICC profile.
package struct ProfileMemory {
  /// The bytes of Little CMS's code, and of the tables that every transform has.
  package static let fixed = 1_000_000
  private static let headBytes = 128

  package let bytes: Int

  /// The memory for a profile of `size` bytes. `read` returns `count` of its bytes from `offset` on, or fewer
  /// at the end.
  ///
  /// Little CMS copies the profile. It picks one of the profile's tables, and keeps three copies of that
  /// table with 16 bits a sample. An 8-bit table is copied once more during reading (cmstypes.c and cmsio1.c
  /// of 2.14). Any table may be picked (ICC.1:2022, 9.2), so the table that needs most memory counts.
  package init(size: Int, read: (_ offset: Int, _ count: Int) throws(ImageError) -> [UInt8])
    throws(ImageError)
  {
    let head = try read(Self.headBytes, 4 + 12 * FixedLimits.Metadata.profileTags)
    let count = min(FixedLimits.Metadata.profileTags, head.number(at: 0, count: 4) ?? 0)
    var tables = 0.0
    for tag in 0..<count where (4 + 12 * tag + 12) <= head.count {
      let start = 4 + 12 * tag
      guard Self.tableTags.contains(Array(head[start..<start + 3])) else { continue }
      let (offset, length) = (
        head.number(at: start + 4, count: 4) ?? 0, head.number(at: start + 8, count: 4) ?? 0
      )
      let copies = try Self.copies(at: offset, read)
      tables = max(tables, copies * Double(min(length, size)))
    }
    bytes = size + Int(tables)
  }

  /// The memory for a profile whose bytes are at hand.
  package init(_ profile: [UInt8]) {
    let memory = try? ProfileMemory(size: profile.count) { offset, count throws(ImageError) in
      Array(profile.dropFirst(offset).prefix(count))
    }
    self = memory ?? ProfileMemory(most: profile.count)
  }

  /// The memory for a profile if only the profile's `size` in bytes is known. The whole profile counts as one
  /// 8-bit table.
  package init(most size: Int) { bytes = size + Int(Self.eightBits * Double(size)) }

  /// The first three letters of the tags that hold tables. The tags are A2B0 to A2B2, B2A0 to B2A2, D2B0 to
  /// D2B3 and B2D0 to B2D3.
  private static let tableTags = Set(["A2B", "B2A", "D2B", "B2D"].map { Array($0.utf8) })
  private static let eightBits = 6.2
  private static let sixteenBits = 3.1

  /// The memory that Little CMS needs for a table, divided by the table's size in the profile.
  private static func copies(
    at offset: Int, _ read: (_ offset: Int, _ count: Int) throws(ImageError) -> [UInt8]
  ) throws(ImageError) -> Double {
    let start = try read(offset, 32)
    switch start.prefix(4) {
    case ArraySlice("mft2".utf8): return sixteenBits
    case ArraySlice("mpet".utf8): return 1.25
    case ArraySlice("mAB ".utf8), ArraySlice("mBA ".utf8):
      // Where the table begins, and the bytes of its samples (10.12 and 10.13).
      let table = start.number(at: 24, count: 4) ?? 0
      let precision = try read(offset + table + 16, 1)
      return precision.first == 2 ? sixteenBits : eightBits
    default: return eightBits
    }
  }
}
