import Archives
import System
import TestSupport
import Testing

@Suite struct UnpackedBytesTests {
  private static let text = Array(String(repeating: "upright ", count: 40).utf8)

  /// The text, compressed by gzip 1.12, bzip2 1.0.8, xz 5.4.1, Python's lzma and zstd 1.5.4.
  private static let packed: [PackedData] = [
    PackedData(.gzip, base64: "H4sIAAAAAAACAystKMpMzyhRKB2lyaIBNXZHHEABAAA="),
    // With an extra field, a name, a comment and a checksum of the header, put together by hand.
    PackedData(
      .gzip,
      base64: "H4sIHwAAAAAAAwYAYWICAHh5bmFtZQBjb21tZW50AMJ1Ky0oykzPKFEoHaXJogE1dkccQAEAAA=="),
    PackedData(
      .bzip2,
      base64: "QlpoOTFBWSZTWchyMzIAAJ+RgEAAAOBWACAAMQwICpQNqYI6I4IwRRFEURRHxdyRThQkMhyMzIA="),
    PackedData(
      .xz,
      base64:
        "/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4AE/ABBdADqcCpQtBhfe4iKT8QvuEAAAKLO2Y+p0CWgAASzAAgAAAMAxJ/CxxGf7"
        + "AgAAAAAEWVo="),
    // With SHA-256 as the check.
    PackedData(
      .xz,
      base64:
        "/Td6WFoAAArh+wyhAgAhARYAAAB0L+Wj4AE/ABBdADqcCpQtBhfe4iKT8QvuEAAAZ4K2+08AC5mCx/dAFzvoVC+ejU/9ocrf"
        + "U/Lf9HzxdvkAAUTAAgAAAPe8gBS26d8cAgAAAAAKWVo="),
    // Four blocks.
    PackedData(
      .xz,
      base64:
        "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4ABjAA9dADqcCpQtBhfe4fuHj/wAAAAAkIX8kPmKt44CACEBFgAAAHQv5aPgAGMA"
        + "D10AM5oK6iX7sEN2R79OfAAAAADJrFyrGc4aXgIAIQEWAAAAdC/lo+AAYwAPXQA6nAqULQYX3uH7h4/8AAAAAJCF/JD5"
        + "ireOAgAhARYAAAB0L+Wj4AATAA5dADOaCuol+7BDdh2YtIAAAAAA1vI6ib6UQ30ABCtkK2QrZCoUAAAa66JzFBc7MAMA"
        + "AAAABFla"),
    PackedData(.zstd, base64: "KLUv/QRofQAAQHVwcmlnaHQgAQA11csFzFAD8g=="),
  ].compactMap { $0 }

  @Test("Small files, one or several behind each other", arguments: packed)
  func small(_ data: PackedData) throws {
    #expect(Self.packed.count == 7)
    let reader = try data.reader()
    #expect(reader.size == nil)
    #expect(try reader.read(8..<15) == Array("upright".utf8))
    #expect(try reader.read(300..<400) == Array(Self.text[300...]))
    #expect(reader.size == 320)
    #expect(reader.reach == 320)
    #expect(try reader.read(320..<330) == [])
    #expect(try reader.read(1 << 60..<1 << 61) == [])
    #expect(try reader.read(0..<UInt64.max) == Self.text)
    #expect(reader.work == 320)
    var twice = data
    twice.bytes += data.bytes
    let found = try twice.unpacked(step: 7)
    #expect(found.bytes == Self.text + Self.text)
    #expect(found.fault == nil)
    // Padding, as tapes have it behind gzip. xz allows four zeros.
    if data.packer == .gzip || data.packer == .xz { twice.bytes += [0, 0, 0, 0] }
    #expect(try twice.unpacked().fault == nil)
  }

  @Test("All bytes before a cut are given", arguments: packed)
  func cut(_ data: PackedData) throws {
    for count in data.bytes.indices {
      for parts in 0...1 {
        let bytes = (parts == 0 ? [] : data.bytes) + data.bytes[..<count]
        let found = try PackedData(data.packer, bytes).unpacked()
        if parts == 1 && count == 0 { continue }
        #expect(
          found.fault
            == .archive(ArchiveFault(.cut(before: UInt64(bytes.count) + 1), at: UInt64(bytes.count))))
        #expect(found.bytes.starts(with: parts == 0 ? [] : Self.text))
        #expect((Self.text + Self.text).starts(with: found.bytes))
      }
    }
  }

  @Test("A changed bit is found, or changes no byte", arguments: packed)
  func changed(_ data: PackedData) throws {
    var faults = 0
    for place in data.bytes.indices {
      for bit: UInt8 in [1, 0x10, 0x80] {
        let found = try PackedData(data.packer, data.bytes.changed(at: place, bit: bit)).unpacked()
        guard let fault = found.fault else {
          #expect(found.bytes == Self.text, "byte \(place), bit \(bit)")
          continue
        }
        faults += 1
        let offset: UInt64? = if case .archive(let fault) = fault { fault.offset } else { nil }
        #expect(offset.map { $0 <= UInt64(data.bytes.count) } == true, "byte \(place), bit \(bit)")
      }
    }
    #expect(faults > data.bytes.count * 2)
  }

  @Test("Other data behind compressed data is a fault at its place", arguments: packed)
  func follows(_ data: PackedData) throws {
    let place = UInt64(data.bytes.count)
    for other in ["text of some length", "B", "BZ."] {
      let found = try PackedData(data.packer, data.bytes + Array(other.utf8)).unpacked()
      #expect(found.bytes == Self.text)
      if data.packer == .bzip2 && other == "B" {
        #expect(found.fault == .archive(ArchiveFault(.cut(before: place + 2), at: place + 1)))
      } else if data.packer == .zstd {
        // A few bytes of it were looked at.
        guard case .archive(let fault) = found.fault else { continue }
        #expect(fault.offset <= place + UInt64(other.utf8.count))
      } else {
        #expect(found.fault == .archive(ArchiveFault(.unpacking(.follows), at: place)))
      }
    }
  }

  @Test("A file of another format or without bytes", arguments: ArchiveFault.Packer.streams)
  func wrong(_ packer: ArchiveFault.Packer) throws {
    let found = try PackedData(packer, Array("no compressed data at all".utf8)).unpacked()
    #expect(found.bytes == [])
    guard case .archive(let fault) = found.fault else {
      Issue.record("no fault")
      return
    }
    #expect(fault.kind == .unpacking(.data))
    #expect(fault.offset <= 4)
    let empty = try PackedData(packer, []).unpacked()
    #expect(empty.fault == .archive(ArchiveFault(.cut(before: 1), at: 0)))
  }

  @Test("Faults have words, and codes that give them back")
  func words() {
    let fault = ArchiveFault(.unpacking(.memory), at: 12)
    #expect(
      fault.message
        == "can't be unpacked beyond byte 12: a decoder would need more than 128 MiB of memory")
    #expect(ArchiveFault(.unpackedBytes(70), at: 5).message == "has more than 70 unpacked bytes")
    for kind in [ArchiveFault.Kind.unpackedBytes(70)]
      + ArchiveFault.Unpacking.allCases.map({ .unpacking($0) })
    {
      let fault = ArchiveFault(kind, at: 9)
      let index = MemberIndex.Builder().finish(fault)
      #expect(MemberIndex(index.bytes(identity: []), identity: [])?.fault == fault)
    }
  }

  @Test("A file that can't be read is an error of the system")
  func unreadable() throws {
    let folder = try TemporaryDirectory()
    #expect(throws: System.SystemError.self) {
      try UnpackedBytes(SharedDescriptor(Descriptor.open(folder.path, 0)), .gzip)
    }
  }
}
