import Archives
import System

/// The bytes of an archive, read by position.
enum ArchiveBytes {
  /// The file is the archive.
  case plain(ContainerBytes)
  /// The file is compressed, and the archive is what is unpacked from it.
  case unpacked(UnpackedBytes, from: ContainerBytes)

  /// Why bytes of an archive can't be had.
  enum Fault: Error {
    /// The compressed file is damaged.
    case archive(ArchiveFault)
    /// The file can't be read.
    case file(OpeningError)
  }

  /// The bytes in `range`; fewer at the end of the archive.
  func read(_ range: Range<UInt64>) throws(Fault) -> [UInt8] {
    switch self {
    case .unpacked(let bytes, let file):
      do throws(UnpackFault) { return try bytes.read(range) } catch { throw Fault(error, file) }
    case .plain(let file):
      if range.lowerBound >= size { return [] }
      do throws(OpeningError) {
        return try file.bytes(range.count, at: Int(clamping: range.lowerBound))
      } catch { throw .file(error) }
    }
  }

  /// Unpacks a compressed archive to the end of its file, where a checksum or a cut may tell that it is damaged.
  func readToEnd() throws(Fault) {
    guard case .unpacked(let bytes, _) = self else { return }
    let step: UInt64 = 1 << 20
    while try read(bytes.reach..<bytes.reach + step).count == step {}
  }

  /// The points at which unpacking can begin again; empty if the archive isn't compressed.
  var points: [UInt8] {
    switch self {
    case .unpacked(let bytes, _): bytes.points()
    case .plain: []
    }
  }

  /// The number of bytes. Those that are unpacked must have been read to their end, or to a fault.
  var size: UInt64 {
    switch self {
    case .unpacked(let bytes, _): bytes.reach
    case .plain(let file): UInt64(clamping: file.identity.bytes)
    }
  }
}

extension ArchiveBytes.Fault {
  /// The fault of a compressed file.
  fileprivate init(_ fault: UnpackFault, _ file: ContainerBytes) {
    switch fault {
    case .archive(let fault): self = .archive(fault)
    case .file(let error): self = .file(file.error(reading: error))
    }
  }
}
