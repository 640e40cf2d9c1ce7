import TestSupport

/// What keeps a fuzzer out of a PNG: each chunk's checksum.
enum PNGChecksums {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A PNG with the checksums of its chunks made right; any other file as it is.
  static func mended(_ file: [UInt8]) -> [UInt8] {
    guard file.starts(with: signature) else { return file }
    var file = file
    var place = signature.count
    while place + 12 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = place + 8 + length
      guard end + 4 <= file.count else { break }
      let sum = PictureBuilder.big(Int(TestPNG.crc32(file[(place + 4)..<end])), 4)
      file.replaceSubrange(end..<end + 4, with: sum)
      place = end + 4
    }
    return file
  }
}
