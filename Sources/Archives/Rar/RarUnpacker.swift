import System

/// Unpacks a RAR into a tar: headers of pax, which hold any name and size, and the bytes of members. So ``TarScan`` and
/// all else that reads compressed tars reads a RAR too. It begins at the first member only, because members can depend
/// on all before them (solid).
final class RarUnpacker: Unpacker {
  private enum Place {
    case header
    /// Within a member, in front of so many bytes.
    case data(UInt64, CRC32)
    case over
  }

  private var reader: RarReader?
  private var place = Place.header
  /// The size of the member, and its CRC-32 if the archive has one.
  private var size: UInt64 = 0
  private var checksum: UInt32?
  /// Bytes of the tar that come next.
  private var ready: ArraySlice<UInt8> = []

  func begin(_ state: [UInt8]) -> Bool {
    (reader, place, ready) = (nil, .header, [])
    return state.isEmpty
  }

  func state() -> [UInt8]? { nil }

  func unpack(
    _ input: inout PackedInput, to output: UnsafeMutableBufferPointer<UInt8>
  ) throws(SystemError) -> UnpackStep {
    do throws(RarReader.Trouble) { return try step(&input, output) } catch {
      switch error {
      case .file(let error): throw error
      case .archive(let end): return UnpackStep(end: end)
      }
    }
  }

  private func step(
    _ input: inout PackedInput, _ output: UnsafeMutableBufferPointer<UInt8>
  ) throws(RarReader.Trouble) -> UnpackStep {
    if !ready.isEmpty {
      let part = ready.prefix(output.count)
      _ = output.update(fromContentsOf: part)
      ready = ready.dropFirst(part.count)
      return UnpackStep(count: part.count)
    }
    let reader: RarReader
    if let open = self.reader { reader = open } else { reader = try RarReader(&input) }
    self.reader = reader
    switch place {
    case .over: return UnpackStep(end: .whole)
    case .header: try readHeader(reader, &input)
    case .data(let rest, let sum): return try readData(reader, &input, rest, sum, output)
    }
    return UnpackStep()
  }

  private func readHeader(_ reader: RarReader, _ input: inout PackedInput) throws(RarReader.Trouble) {
    guard let member = try reader.next(&input) else {
      ready = TarBlocks.end[...]
      place = .over
      return
    }
    size = member.kind == .file ? member.size : 0
    ready = TarBlocks.headers(member.name, size: size, letter: Self.letter(member.kind))[...]
    checksum = member.checksum
    if size > 0 { place = .data(size, CRC32()) }
  }

  private func readData(
    _ reader: RarReader, _ input: inout PackedInput, _ rest: UInt64, _ sum: CRC32,
    _ output: UnsafeMutableBufferPointer<UInt8>
  ) throws(RarReader.Trouble) -> UnpackStep {
    let room = UnsafeMutableBufferPointer(rebasing: output.prefix(Int(clamping: rest)))
    let count = try reader.read(&input, to: room)
    var sum = sum
    sum.add(room.prefix(count))
    if UInt64(count) < rest {
      place = .data(rest - UInt64(count), sum)
      return UnpackStep(count: count)
    }
    // The last byte of a member with another checksum is held back, so the member isn't whole.
    if let checksum, checksum != sum.value { return .fault(.checksum, after: count - 1) }
    place = .header
    ready = TarBlocks.padding(size)[...]
    return UnpackStep(count: count)
  }

  private static func letter(_ kind: RarReader.Member.Kind) -> UInt8 {
    switch kind {
    case .file: UInt8(ascii: "0")
    case .link: UInt8(ascii: "2")
    case .folder: UInt8(ascii: "5")
    case .device: UInt8(ascii: "6")
    case .encrypted: TarHeader.encrypted
    }
  }
}
