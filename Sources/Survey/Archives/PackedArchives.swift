import Archives
import ImageModel
import Synchronization
import System

/// The compressed archives that are open. Each of them keeps its last unpacked bytes, so only few stay open. Images are
/// made almost in the order of the archives, so each archive is opened once.
final class PackedArchives: Sendable {
  private static let most = 2

  /// The last one was used last.
  let opened = Mutex<[(file: ContainerFile, bytes: ArchiveBytes)]>([])

  /// The unpacked bytes of the archive in `file`, which is opened with the points in `slot`. Throws `source_changed` if
  /// the file hasn't this identity.
  func bytes(
    of file: ContainerFile, _ packer: ArchiveFault.Packer, _ identity: FileIdentity,
    from slot: @autoclosure () -> ArchiveSlot?
  ) throws(OpeningError) -> ArchiveBytes {
    guard file.identity == identity else { throw .source(.sourceChanged) }
    let result = opened.withLock { opened in
      Result { () throws(OpeningError) in
        let place = opened.firstIndex { $0.file == file }
        let bytes =
          if let place { opened.remove(at: place).bytes } else {
            try Self.open(file, packer, identity, slot())
          }
        opened.append((file, bytes))
        if opened.count > Self.most { opened.removeFirst() }
        return bytes
      }
    }
    return try result.get()
  }

  private static func open(
    _ file: ContainerFile, _ packer: ArchiveFault.Packer, _ identity: FileIdentity, _ slot: ArchiveSlot?
  ) throws(OpeningError) -> ArchiveBytes {
    let container = try file.open()
    guard container.identity == identity else { throw .source(.sourceChanged) }
    do throws(SystemError) {
      return .unpacked(try UnpackedBytes(container, packer, points: slot?.points()), from: container)
    } catch { throw container.error(reading: error) }
  }
}

extension ArchiveFormat {
  /// The program that compresses the archives; nil for archives that aren't compressed as a whole.
  var packer: ArchiveFault.Packer? {
    switch self {
    case .gzippedTar: .gzip
    case .bzippedTar: .bzip2
    case .xzTar: .xz
    case .zstdTar: .zstd
    case .sevenZip: .sevenZip
    case .rar: .rar
    case .tar, .zip, .parquet: nil
    }
  }
}
