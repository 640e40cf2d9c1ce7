import Archives
import System

/// The bytes of an archive, read by position.
enum ArchiveBytes {
  /// The file is the archive.
  case file(SharedDescriptor, size: Int)
  /// The file is compressed, and the archive is what is unpacked from it.
  case unpacked(UnpackedBytes)

  /// The bytes in `range`; fewer at the end of the archive.
  func read(_ range: Range<UInt64>) throws(UnpackFault) -> [UInt8] {
    switch self {
    case .unpacked(let bytes): return try bytes.read(range)
    case .file(let file, let size):
      if range.lowerBound >= size { return [] }
      do throws(SystemError) {
        return try FileBytes.read(file.number, count: range.count, at: Int(clamping: range.lowerBound))
      } catch { throw .file(error) }
    }
  }

  /// Unpacks a compressed archive to the end of its file, where a checksum or a cut may tell that it is damaged.
  func readToEnd() throws(UnpackFault) {
    guard case .unpacked(let bytes) = self else { return }
    let step: UInt64 = 1 << 20
    while try bytes.read(bytes.reach..<bytes.reach + step).count == step {}
  }

  /// The points at which unpacking can begin again; empty if the archive isn't compressed.
  var points: [UInt8] {
    switch self {
    case .unpacked(let bytes): bytes.points()
    case .file: []
    }
  }

  /// The number of bytes. Those that are unpacked must have been read to their end, or to a fault.
  var size: UInt64 {
    switch self {
    case .unpacked(let bytes): bytes.reach
    case .file(_, let size): UInt64(clamping: size)
    }
  }
}
