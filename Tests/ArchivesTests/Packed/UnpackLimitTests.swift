import Archives
import System
import TestSupport
import Testing

@Suite struct UnpackLimitTests {
  private func fault(_ kind: ArchiveFault.Kind, _ found: UnpackFault?) -> Bool {
    if case .archive(let fault) = found { fault.kind == kind } else { false }
  }

  @Test("A decoder that needs more than 128 MiB isn't started")
  func memory() throws {
    // A frame of zstd by RFC 8878: magic number, descriptor, window, and a last block of one raw byte.
    func frame(_ window: UInt8) -> PackedData {
      PackedData(.zstd, [0x28, 0xB5, 0x2F, 0xFD, 0, window, 0x09, 0, 0, 0x61])
    }
    // Windows of 2^27 and 2^28 bytes (section 3.1.1.1.2).
    let most = try frame(17 << 3).unpacked()
    #expect(most.bytes == [0x61])
    #expect(most.fault == nil)
    #expect(fault(.unpacking(.memory), try frame(18 << 3).unpacked().fault))
    // Made by xz with a dictionary of 192 MiB.
    let wide = try #require(
      PackedData(
        .xz,
        base64: "/Td6WFoAAATm1rRGAgAhAR8AAAD+YO3e4AE/ABBdADqcCpQtBhfe4iKT8QvuEAAAKLO2Y+p0CWgAASzAAgAAAMAxJ/Cx"
          + "xGf7AgAAAAAEWVo="))
    #expect(try wide.unpacked().fault == .archive(ArchiveFault(.unpacking(.memory), at: 12)))
  }

  @Test("A frame of zstd that needs a dictionary")
  func dictionary() throws {
    let data = PackedData(.zstd, [0x28, 0xB5, 0x2F, 0xFD, 1, 0, 5, 0x09, 0, 0, 0x61])
    #expect(fault(.unpacking(.unsupported), try data.unpacked().fault))
  }

  @Test("All bytes up to the limit are given", arguments: ArchiveFault.Packer.streams)
  func most(_ packer: ArchiveFault.Packer) throws {
    guard PackedData.hasProgram(packer) else { return }
    let bytes = [UInt8].sample(300_000)
    let data = try PackedData(packer, [bytes])
    let found = try data.unpacked(most: 200_000, step: 1000)
    #expect(found.bytes == Array(bytes[..<200_000]))
    #expect(fault(.unpackedBytes(200_000), found.fault))
    #expect(try data.unpacked(most: 300_000).fault == nil)
    #expect(try data.unpacked(most: 299_999).bytes.count == 299_999)
    let reader = try data.reader(most: 10)
    _ = try? reader.read(0..<1 << 62)
    #expect(reader.work <= 128 << 10)
  }

  @Test(
    "A small file that gives very many bytes ends early, and takes no memory for them",
    arguments: [ArchiveFault.Packer.zstd, .bzip2])
  func bomb(_ packer: ArchiveFault.Packer) throws {
    guard PackedData.hasProgram(packer) else { return }
    // 2 GiB of zeros, in equal parts of 16 MiB.
    var data = try PackedData(packer, [[UInt8](repeating: 0, count: 16 << 20)], ["-9"])
    data.bytes = (0..<128).flatMap { _ in data.bytes }
    let reader = try data.reader()
    let before = Self.peak()
    #expect(throws: UnpackFault.self) { try reader.read(1 << 30..<(1 << 30) + 10) }
    #expect(reader.work == reader.reach)
    #expect(reader.work >= 64 << 20 && reader.work <= 65 << 20)
    #expect(Self.peak() - before < 100 << 20)
    #expect(try reader.read(50 << 20..<(50 << 20) + 3) == [0, 0, 0])
  }

  /// The most memory that this process had, in bytes.
  private static func peak() -> Int {
    let bytes = (try? FileBytes.readStream("/proc/self/status", limit: 1 << 16)) ?? []
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }
}
