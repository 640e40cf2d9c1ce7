import Synchronization
import System

/// The unpacked bytes of a compressed file, read by position. So a compressed tar can be read as a plain one.
///
/// Reads in the order of the bytes unpack the file once. Reads may come from several threads, which wait for each
/// other. The last bytes are kept, so a read a little behind another one costs only a copy. A read further behind
/// unpacks again, from the nearest restart point before it, or from the first byte.
///
/// Restart points are found while the file is unpacked, by default at least 4 MiB of unpacked data apart:
/// - gzip: the starts of blocks of Deflate, so any file has them. A point takes 32 KiB.
/// - xz: the starts of blocks. A file of one block, as `xz -T1` writes it, has none.
/// - zstd: the starts of frames. A file of one frame, as `zstd` writes it, has none.
/// - bzip2: the starts of streams. A file of one stream, as `bzip2` writes it, has none.
///
/// The unpacked bytes of a 7z are those of all its pieces of data that are read. It has restart points at these, 4 MiB
/// apart or more, before anything is unpacked. A RAR is unpacked into a tar, and has no restart points.
///
/// Memory: the window, at most 16 MiB of restart points, and the decoder's own: at most 128 MiB for zstd and xz, and 256
/// MiB for 7z and RAR.
package final class UnpackedBytes: Sendable {
  private let identity: PackedIdentity
  private let unpacking: Mutex<Unpacking>

  /// - Parameters:
  ///   - file: the compressed file, which must not change.
  ///   - packer: the format of the file.
  ///   - window: the number of the last unpacked bytes that are kept.
  ///   - most: the most unpacked bytes. A file with more has a fault there.
  ///   - distance: the least number of unpacked bytes between restart points.
  ///   - points: what ``points()`` gave for the same file, in this process or in another one. Other bytes don't count.
  package init(
    _ file: any PackedFile, _ packer: ArchiveFault.Packer, window: Int = FixedLimits.Archive.window,
    most: UInt64 = UInt64(Int64.max), distance: UInt64 = FixedLimits.Archive.pointDistance,
    points: [UInt8]? = nil
  ) throws(SystemError) {
    identity = try PackedIdentity(file, packer)
    var unpacking = try Unpacking(file, packer, window: window, most: most, distance: distance)
    if let points, let found = RestartPoints.read(points, identity) {
      unpacking.resume(found.points, size: found.size)
    }
    self.unpacking = Mutex(unpacking)
  }

  /// The bytes in `range`, fewer only at the end of the data.
  ///
  /// All bytes before a fault of the file can be read. A read that goes beyond them throws, even if it begins before.
  package func read(_ range: Range<UInt64>) throws(UnpackFault) -> [UInt8] {
    try unpacking.withLock { (state) throws(UnpackFault) in try state.read(range) }
  }

  /// The number of unpacked bytes; nil until the end was reached, or if a fault ends them.
  package var size: UInt64? { unpacking.withLock { $0.size } }

  /// The number of bytes, from the first one on, that are known to be there. After a fault, no more can be read.
  package var reach: UInt64 { unpacking.withLock { $0.reach } }

  /// The number of bytes that this reader has unpacked. Bytes count as often as they were unpacked.
  package var work: UInt64 { unpacking.withLock { $0.work } }

  /// The restart points that were found, and the size if it is known, for a later reader of the same file.
  package func points() -> [UInt8] {
    unpacking.withLock { $0.points.bytes(identity, size: $0.size) }
  }
}
