import Archives
import Foundation
import System
import TestSupport

/// Compressed data, and readers of it.
struct PackedData: Sendable {
  let packer: ArchiveFault.Packer
  var bytes: [UInt8]

  init(_ packer: ArchiveFault.Packer, _ bytes: [UInt8]) { (self.packer, self.bytes) = (packer, bytes) }

  /// Data as Base64.
  init?(_ packer: ArchiveFault.Packer, base64: String) {
    guard let data = Data(base64Encoded: base64) else { return nil }
    self.init(packer, [UInt8](data))
  }

  /// Compresses each part with the format's program, and puts them one behind the other.
  init(_ packer: ArchiveFault.Packer, _ parts: [[UInt8]], _ options: [String] = ["-1"]) throws {
    self.init(packer, [])
    let folder = try TemporaryDirectory()
    for part in parts {
      try folder.write(part, to: "part")
      try Self.program(packer).run(["-q", "-k", "-f"] + options + ["part"], in: folder.path)
      bytes += try folder.read("part.\(Self.ending(packer))")
    }
  }

  static func program(_ packer: ArchiveFault.Packer) -> ArchiveProgram {
    switch packer {
    case .gzip: .gzip
    case .bzip2: .bzip2
    case .xz: .xz
    case .zstd: .zstd
    case .sevenZip, .rar: .sevenZip
    }
  }

  /// False, with a message, if the format's program isn't installed.
  static func hasProgram(_ packer: ArchiveFault.Packer) -> Bool {
    if program(packer).path != nil { return true }
    print("skipped: \(program(packer).rawValue) isn't installed")
    return false
  }

  private static func ending(_ packer: ArchiveFault.Packer) -> String {
    switch packer {
    case .gzip: "gz"
    case .bzip2: "bz2"
    case .xz: "xz"
    case .zstd: "zst"
    case .sevenZip: "7z"
    case .rar: "rar"
    }
  }

  func reader(
    window: Int = 1 << 20, most: UInt64 = 1 << 40, distance: UInt64 = 4 << 20, points: [UInt8]? = nil
  ) throws -> UnpackedBytes {
    let file = SharedDescriptor(try MemoryFile(bytes).duplicate())
    return try UnpackedBytes(file, packer, window: window, most: most, distance: distance, points: points)
  }

  /// What a reader gives in pieces of `step` bytes, and the fault that ends it.
  func unpacked(
    most: UInt64 = 1 << 40, step: UInt64 = 1 << 20
  ) throws -> (bytes: [UInt8], fault: UnpackFault?) {
    let reader = try reader(most: most)
    var bytes: [UInt8] = []
    do throws(UnpackFault) {
      while true {
        let piece = try reader.read(UInt64(bytes.count)..<UInt64(bytes.count) + step)
        bytes += piece
        if piece.count < step { return (bytes, nil) }
      }
    } catch {
      bytes += try reader.read(UInt64(bytes.count)..<reader.reach)
      return (bytes, error)
    }
  }
}

extension ArchiveFault.Packer {
  /// The programs that compress one file.
  static let streams: [Self] = [.gzip, .bzip2, .xz, .zstd]
}

extension [UInt8] {
  /// The packed bytes with one bit changed.
  func changed(at place: Int, bit: UInt8 = 1) -> [UInt8] {
    var bytes = self
    bytes[place] ^= bit
    return bytes
  }

  /// Bytes that can hardly be compressed within 32 KiB: a piece of 64 KiB again and again, with its number before it.
  static func sample(_ count: Int) -> [UInt8] {
    var random = SplitMix64(seed: 5)
    // Bytes of 6 bits, for which Deflate uses codes. Else its blocks would begin with bytes.
    let piece = (0..<(8 << 10) - 1).flatMap { _ in ZipBuilder.number(random.next() & 0x3F3F_3F3F_3F3F_3F3F) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + piece.count)
    var number: UInt64 = 0
    while bytes.count < count {
      bytes += ZipBuilder.number(number &* 0x9E37_79B9_7F4A_7C15)
      bytes += piece
      number += 1
    }
    return [UInt8](bytes.prefix(count))
  }
}
