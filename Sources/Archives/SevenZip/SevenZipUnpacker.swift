import Glibc
import System

/// Unpacks the folders of a 7z that are read, one behind the other. It can begin with each of them that has a restart
/// point: these are 4 MiB apart or more.
///
/// The bytes of a damaged folder are zeros from the damage on, so that the folders behind it keep their places. Each
/// member has a CRC-32 that tells that these aren't its bytes.
final class SevenZipUnpacker: Unpacker {
  private enum Decoder {
    case copy
    case lzma(LZMADecoder)
    case bzip2(BzipUnpacker)
    /// The folder is damaged.
    case zeros
  }

  private var folders: [SevenZipFolder] = []
  /// Why the directory can't be read.
  private var fault: ArchiveFault?
  private var number = 0
  /// The decoder of the folder, and the number of bytes that it has given.
  private var decoder: Decoder?
  private var given: UInt64 = 0

  func findStarts(_ input: inout PackedInput, _ points: inout RestartPoints) throws(SystemError) {
    var scan = SevenZipScan(size: try input.size())
    while let range = scan.wanted {
      let bytes = try input.read(range)
      do throws(ArchiveFault) { try scan.take(bytes[...]) } catch { fault = error }
    }
    folders = scan.directory.readFolders
    var offset: UInt64 = 0
    for (number, folder) in folders.enumerated() {
      if points.hasRoom(at: offset) {
        var state = ByteWriter()
        state.number(UInt32(clamping: number))
        points.append(
          RestartPoints.Point(packed: folder.packed.lowerBound, unpacked: offset, state: state.bytes))
      }
      offset += folder.size
    }
  }

  func state() -> [UInt8]? { nil }

  func begin(_ state: [UInt8]) -> Bool {
    let number = state.isEmpty ? 0 : state[...].number(at: 0, UInt32.self).map { Int($0) }
    guard let number, number == 0 || number < folders.count else { return false }
    (self.number, decoder) = (number, nil)
    return true
  }

  func unpack(
    _ input: inout PackedInput, to output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep {
    if let fault { return UnpackStep(end: .fault(fault.kind)) }
    guard number < folders.count else { return UnpackStep(end: .whole) }
    let folder = folders[number]
    let decoder: Decoder
    if let open = self.decoder { decoder = open } else { decoder = try open(folder, &input) }
    self.decoder = decoder
    let rest = Int(clamping: folder.size - given)
    let step = try step(decoder, &input, to: UnsafeMutableBufferPointer(rebasing: output.prefix(rest)))
    given += UInt64(step.count)
    if given == folder.size {
      (number, self.decoder) = (number + 1, nil)
    } else if step.end != nil {
      // All packed bytes count for the zeros, as they count for those of a sound folder.
      input.seek(to: folder.packed.upperBound, before: folder.packed.upperBound)
      self.decoder = .zeros
    }
    return UnpackStep(count: step.count)
  }

  private func open(_ folder: SevenZipFolder, _ input: inout PackedInput) throws(SystemError) -> Decoder {
    input.seek(to: folder.packed.lowerBound, before: folder.packed.upperBound)
    given = 0
    guard case .success(let method) = folder.method else { return .zeros }
    switch method {
    case .copy: return .copy
    case .bzip2: return .bzip2(try BzipUnpacker())
    case .lzma, .lzma2: return .lzma(try LZMADecoder(method))
    }
  }

  private func step(
    _ decoder: Decoder, _ input: inout PackedInput, to output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep {
    switch decoder {
    case .zeros:
      output.update(repeating: 0)
      return UnpackStep(count: output.count)
    case .copy:
      let count = try input.feed(most: output.count) { bytes in
        (bytes.count, output.update(fromContentsOf: bytes))
      }
      return UnpackStep(count: count, end: count == 0 ? .cut : nil)
    case .bzip2(let unpacker): return try unpacker.unpack(&input, to: output)
    case .lzma(let decoder):
      while true {
        let offset = input.offset
        let (given, state) = try input.feed { decoder.code($0, to: output) }
        switch state {
        case .noMemory: throw SystemError(ENOMEM)
        case .over: return .fault(.data, after: given)
        case .goesOn:
          if given > 0 { return UnpackStep(count: given) }
          if input.offset == offset { return UnpackStep(end: .cut) }
        }
      }
    }
  }
}
