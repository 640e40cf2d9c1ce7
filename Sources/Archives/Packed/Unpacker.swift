import System

/// A decoder of one compressed format. A file may hold several pieces of the format, one behind the other.
protocol Unpacker: AnyObject {
  /// Unpacks what comes next to the start of `output`, which isn't empty. Often it takes less than there is, and gives
  /// less than fits.
  func unpack(
    _ input: inout PackedInput, to output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep

  /// The state with which a decoder goes on from the place of the input; nil if it can't go on from there. The state is
  /// empty between two pieces of the format.
  func state() -> [UInt8]?

  /// Prepares to go on with a state from ``state()``; an empty one is right for the start of the file too. Returns
  /// false if it is no state of this format.
  func begin(_ state: [UInt8]) -> Bool

  /// Adds the places at which unpacking can begin, as far as they are known before anything is unpacked and there is
  /// room for them. It is called once, before all other calls.
  func findStarts(_ input: inout PackedInput, _ points: inout RestartPoints) throws(SystemError)
}

extension Unpacker {
  func findStarts(_ input: inout PackedInput, _ points: inout RestartPoints) throws(SystemError) {}
}

/// The result of a step of a decoder.
struct UnpackStep {
  enum End {
    /// The file ends where it may.
    case whole
    /// The file ends too early.
    case cut
    case fault(ArchiveFault.Kind)
  }

  /// The number of bytes.
  var count = 0
  /// Why no more come after them; nil if more may come.
  var end: End?

  static func fault(_ fault: ArchiveFault.Unpacking, after count: Int = 0) -> UnpackStep {
    UnpackStep(count: count, end: .fault(.unpacking(fault)))
  }
}

extension ArchiveFault.Packer {
  func unpacker() throws(SystemError) -> any Unpacker {
    switch self {
    case .gzip: try GzipUnpacker()
    case .bzip2: try BzipUnpacker()
    case .xz: XZUnpacker()
    case .zstd: try ZstdUnpacker()
    case .sevenZip: SevenZipUnpacker()
    case .rar: RarUnpacker()
    }
  }

  /// True if the first `packed` compressed bytes gave more unpacked ones than they may.
  func isBomb(_ unpacked: UInt64, from packed: UInt64) -> Bool {
    unpacked > FixedLimits.Archive.freelyUnpackedBytes && unpacked / FixedLimits.Archive.unpackRatio > packed
  }
}
