/// Lossless WebP files for tests, written without the code under test: each sample a prefix code of 8 bits
/// (RFC 9649, section 3).
package struct TestWebP {
  /// Three or four channels: red, green, blue and alpha.
  package var picture: TestPicture
  package var hasAlpha: Bool { picture.channels == 4 }

  package init(_ picture: TestPicture) { self.picture = picture }

  /// A file of the picture alone.
  package var file: [UInt8] { PictureBuilder.webp([chunk]) }

  /// An extended file with chunks before the picture.
  package func file(_ flags: UInt8, before: [[UInt8]] = [], after: [[UInt8]] = []) -> [UInt8] {
    PictureBuilder.webp(
      [PictureBuilder.vp8x(picture.width, picture.height, flags: flags)] + before + [chunk] + after)
  }

  /// An animation of this one frame at an even place of a canvas.
  package func animation(on canvas: (width: Int, height: Int), at corner: (x: Int, y: Int)) -> [UInt8] {
    let numbers = [corner.x / 2, corner.y / 2, picture.width - 1, picture.height - 1, 10]
    let place: [UInt8] = numbers.flatMap { PictureBuilder.little($0, 3) }
    let frame = PictureBuilder.riffChunk("ANMF", place + [0] + chunk)
    let head = PictureBuilder.vp8x(canvas.width, canvas.height, flags: hasAlpha ? 0x12 : 0x02)
    return PictureBuilder.webp([head, PictureBuilder.riffChunk("ANIM", [9, 9, 9, 9, 0, 0]), frame, frame])
  }

  /// A frame of an animation at an even place of its canvas, shown for this number of milliseconds.
  package func frame(
    at corner: (x: Int, y: Int), _ duration: Int, blends: Bool = true, disposes: Bool = false
  )
    -> [UInt8]
  {
    let numbers = [corner.x / 2, corner.y / 2, picture.width - 1, picture.height - 1, duration]
    let flags: UInt8 = (blends ? 0 : 2) | (disposes ? 1 : 0)
    return PictureBuilder.riffChunk(
      "ANMF", numbers.flatMap { PictureBuilder.little($0, 3) } + [flags] + chunk)
  }

  /// An animation of these frames.
  package static func animation(
    on canvas: (width: Int, height: Int), hasAlpha: Bool, plays: Int, _ frames: [[UInt8]]
  ) -> [UInt8] {
    let head = PictureBuilder.vp8x(canvas.width, canvas.height, flags: hasAlpha ? 0x12 : 0x02)
    let control = PictureBuilder.riffChunk("ANIM", [0, 0, 0, 0] + PictureBuilder.little(plays, 2))
    return PictureBuilder.webp([head, control] + frames)
  }

  /// The `VP8L` chunk.
  package var chunk: [UInt8] {
    var bits = Bits()
    bits.add(picture.width - 1, 14)
    bits.add(picture.height - 1, 14)
    bits.add(hasAlpha ? 1 : 0, 1)
    // Version, and no transform, no colour cache, no codes of parts.
    bits.add(0, 3 + 3)
    // Green, with the lengths of backward references; then red, blue, alpha.
    for symbols in [280, 256, 256, 256] { addLengths(symbols, to: &bits) }
    // Distances: one symbol, of one bit: 0.
    bits.add(0b0001, 4)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        for channel in [1, 0, 2, 3] {
          bits.addCode(channel < picture.channels ? Int(picture[x, y, channel]) : 255, 8)
        }
      }
    }
    return PictureBuilder.riffChunk("VP8L", [0x2F] + bits.bytes)
  }

  /// The lengths of the codes of symbols: 8 for the first 256, else 0. They are coded in one bit each: 0 is the first.
  private func addLengths(_ symbols: Int, to bits: inout Bits) {
    bits.add(0, 1)
    // The lengths' own code: in the order 17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8.
    bits.add(12 - 4, 4)
    for used in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1] { bits.add(used, 3) }
    // All symbols have one.
    bits.add(0, 1)
    for symbol in 0..<symbols { bits.add(symbol < 256 ? 1 : 0, 1) }
  }

  /// Bits, the first one in the lowest place of a byte.
  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func add(_ value: Int, _ length: Int) {
      for bit in 0..<length {
        if count % 8 == 0 { bytes.append(0) }
        bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
        count += 1
      }
    }

    /// A prefix code: its highest bit first.
    mutating func addCode(_ value: Int, _ length: Int) {
      for bit in (0..<length).reversed() { add(value >> bit & 1, 1) }
    }
  }
}
