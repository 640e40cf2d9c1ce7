import Archives
import System
import TestSupport

/// Zips: members lie in the archive one behind the other, and so do their data, as local headers say it.
///
/// The input is a zip.
package enum ZipScanTarget: FuzzTarget {
  package static let name = "ZipScan"
  package static let longest = 16_384

  package static func fault(_ bytes: [UInt8]) -> String? {
    let size = UInt64(bytes.count)
    let reading = ArchiveReading(bytes, ZipScan(size: size))
    if let trouble = reading.trouble { return trouble }
    if reading.fault != nil && !reading.events.isEmpty { return "a damaged directory has members" }
    for case .member(let member) in reading.events {
      if let fault = faultOfData(member, bytes) { return "'\(member.name)': \(fault)" }
    }
    return nil
  }

  /// Reads a local header in as many steps as it asks for, and the start of the data.
  private static func faultOfData(_ member: ArchiveMember, _ bytes: [UInt8]) -> String? {
    let size = UInt64(bytes.count)
    var given = 0
    do throws(MemberFault) {
      for _ in 0..<3 {
        let part = bytes[Int(member.place.header)...].prefix(given)
        switch try ZipLocalHeader.read(part, of: member, before: size) {
        case .needs(let count):
          if count <= given { return "\(count) bytes are needed, and \(given) aren't enough" }
          given = count
        case .place(let place): return faultOfData(place, member.place, bytes)
        }
      }
      return "the local header needs more and more"
    } catch { return nil }
  }

  private static func faultOfData(_ place: MemberPlace, _ stated: MemberPlace, _ bytes: [UInt8]) -> String? {
    if place.range.upperBound > UInt64(bytes.count) { return "its data ends at \(place.range.upperBound)" }
    guard place.offset >= stated.header + 30, place.packed == stated.packed, place.size == stated.size else {
      return "its local header changes its place"
    }
    guard place.method == .deflate else { return nil }
    let packed = Array(bytes[Int(place.offset)..<Int(place.range.upperBound)])
    guard let inflated = try? MemoryFile(packed).inflated(packed.count, .raw, within: 4096) else {
      return "there is no memory"
    }
    if case .file(_, let count) = inflated, count > 4096 { return "it gives \(count) bytes" }
    return nil
  }

  package static func seeds() throws -> [[UInt8]] {
    let text = Array("hello".utf8)
    var deflated = ZipBuilder.Entry("b.jpg", [0x4B, 0x4C, 0x4A, 0x06, 0x00])
    (deflated.method, deflated.size, deflated.flags) = (8, 3, 1 << 11)
    deflated.local.extra = ZipBuilder.field(0x5455, [1])
    var old = ZipBuilder.Entry("c.jpg", text)
    (old.name, old.system) = ([0x81, 0x5C, 0x61], 0)
    var wide = ZipBuilder.Entry("d.jpg", text)
    (wide.size, wide.packed, wide.method) = (.max, .max, 8)
    let sizes = ZipBuilder.field(1, ZipBuilder.number(UInt64(3)) + ZipBuilder.number(UInt64(5)))
    (wide.extra, wide.local.extra, wide.comment) = (sizes, sizes, [1])
    var path = ZipBuilder.Entry("e.jpg", text)
    path.extra = ZipBuilder.field(0x7075, [1] + ZipBuilder.number(CRC32.of(path.name)) + Array("é".utf8))
    var end = ZipBuilder.End()
    (end.isWide, end.comment) = (true, text)
    let entries = [ZipBuilder.Entry("a.jpg", text), deflated, old, ZipBuilder.Entry("f/"), wide, path]
    return [
      ZipBuilder(entries).bytes, ZipBuilder(entries, end, before: text).bytes, ZipBuilder([]).bytes,
      ZipBuilder([entries[1]], end, signature: ZipBuilder.number(UInt32(0x0505_4B50)) + [0, 0]).bytes,
    ]
  }
}
