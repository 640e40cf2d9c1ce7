import Archives
import Glibc
import ImageModel
import JobFile
import System

/// Which archive an index belongs to, and by which rules it was made.
struct ArchiveLabel: Hashable, Sendable {
  let identity: FileIdentity
  let format: ArchiveFormat
  /// The most bytes of a member that is a source.
  let largest: Int

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.text(format.endings.first ?? "")
    for number in [largest, identity.bytes, identity.modified] { writer.number(Int64(number)) }
    writer.number(identity.inode)
    return writer.bytes
  }
}

/// The place of an archive on the shelf: a file with the archive's index, and with the points at which unpacking can
/// begin again.
///
/// The file begins with a magic word, a version, the label, the number of bytes of the index, and the CRC-32C of all
/// this. Then come the index and the points, each in its own form with its own checksum.
struct ArchiveSlot: Sendable {
  let shelf: ArchiveShelf
  let name: String
  let path: String
  let label: ArchiveLabel

  private static let magic = Array("UPARCHIV".utf8)
  /// Raise it if a scan finds other members than before.
  private static let version: UInt32 = 1

  /// The index; nil if none of this archive is kept.
  func index() -> MemberIndex? {
    guard shelf.isRead, let file = KeptFile(path, after: start),
      file.index.count <= FixedLimits.Archive.indexBytes,
      let bytes = try? file.descriptor.read(file.index.count, at: file.index.lowerBound),
      let index = MemberIndex(bytes, identity: label.bytes)
    else { return nil }
    let end = label.format.packer == nil ? UInt64(clamping: label.identity.bytes) : .max
    return index.isWithin(end, largest: UInt64(clamping: label.largest)) ? index : nil
  }

  /// The points at which unpacking can begin again, in the form of ``UnpackedBytes``; nil if none are kept.
  func points() -> [UInt8]? {
    guard shelf.isRead, let file = KeptFile(path, after: start) else { return nil }
    let most = 2 * FixedLimits.Archive.pointBytes
    return try? file.descriptor.read(min(file.end - file.index.upperBound, most), at: file.index.upperBound)
  }

  /// Keeps an index, and the points of a compressed archive, if this process writes.
  func keep(_ index: MemberIndex, _ points: @autoclosure () -> [UInt8]) {
    shelf.write(name) {
      let bytes = index.bytes(identity: label.bytes)
      var writer = ByteWriter()
      writer.raw(start)
      writer.number(UInt64(bytes.count))
      writer.number(CRC32C.of(writer.bytes))
      return [writer.bytes, bytes, points()]
    }
  }

  /// The bytes with which the file of this archive begins.
  private var start: [UInt8] {
    var writer = ByteWriter()
    writer.raw(Self.magic)
    writer.number(Self.version)
    writer.raw(label.bytes)
    return writer.bytes
  }
}

/// The open file of an archive.
private struct KeptFile: ~Copyable {
  let descriptor: Descriptor
  /// The bytes of the index.
  let index: Range<Int>
  /// The number of bytes of the file.
  let end: Int

  /// Opens a file that begins with `start`; nil if there is none.
  init?(_ path: String, after start: [UInt8]) {
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let status = try file.status()
      if status.isSpecial { return nil }
      let head = try file.read(start.count + 12, at: 0)
      var reader = ByteReader(head)
      do throws(WireError) {
        guard try reader.raw(start.count).elementsEqual(start) else { return nil }
        let count = Int(clamping: try reader.number(UInt64.self))
        let sum = try reader.number(UInt32.self)
        guard sum == CRC32C.of(head.dropLast(4)), count <= status.bytes - head.count else { return nil }
        index = head.count..<head.count + count
      } catch { return nil }
      descriptor = file
      end = status.bytes
    } catch { return nil }
  }
}
