import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Damaged PNG") struct PNGDamageTests {
  private let picture = TestPNG(40, 100, type: 2, depth: 8) { x, y, channel in
    (x + 3 * y + 50 * channel) & 255
  }

  private func failure(
    _ file: [UInt8], _ onCorrupt: CorruptionPolicy = .error, _ region: PixelRect<Decoded>? = nil
  ) -> Finding? {
    do {
      _ = try PNGDecoderTests.decode(file, size(40, 100), .rgb, region, onCorrupt: onCorrupt)
      return nil
    } catch { return (error as? ImageError)?.finding }
  }

  @Test(
    "Cut anywhere, interlaced or not, it fails as truncated, and where that is tolerated the rest is black")
  func cut() throws {
    let tooEarly = Finding(.corrupt, "damaged image data: the file ends too early")
    for interlaced in [false, true] {
      var png = picture
      png.isInterlaced = interlaced
      let (file, head) = (png.file, 33)
      for count in stride(from: head, to: file.count, by: interlaced ? 401 : 97) + [file.count - 1] {
        let cut = Array(file[..<count])
        #expect(failure(cut) == tooEarly, "\(count)")
        #expect(failure(cut, .truncated) == tooEarly, "\(count)")
        guard count > head + 8 else { continue }
        let (found, warnings) = try PNGDecoderTests.decode(cut, size(40, 100), .rgb, onCorrupt: .none)
        #expect(warnings == [Finding(.damaged, "decoder warning png_end, once")])
        if interlaced { continue }
        // Signature, IHDR, IDAT's head, zlib's two bytes and a block's five: then rows of 121 bytes. libpng takes 256
        // bytes at once, and none of what is less.
        let rows = max(0, (count - 8 - 25 - 8 - 2 - 5) / 121)
        for y in 0..<100 {
          let expected = (0..<120).map { UInt8(($0 / 3 + 3 * y + 50 * ($0 % 3)) & 255) }
          let row = Array(found.samples[(y * 120)..<(y * 120 + 120)])
          let isThere = row == expected && y <= rows
          let isBlack = row.allSatisfy { $0 == 0 } && y >= rows - 256 / 121 - 1
          #expect(isThere || isBlack, "row \(y) of \(count) bytes")
        }
      }
    }
  }

  @Test("A crop above the damage is whole, and the file is looked through to its last chunk")
  func below() throws {
    let (file, top) = (picture.file, PixelRect<Decoded>(x: 3, y: 2, width: 30, height: 9))
    #expect(failure(file, .warning, top) == nil)
    let cut = Array(file.dropLast(500))
    #expect(failure(cut, .error, top) == Finding(.corrupt, "damaged image data: the file ends too early"))
    let (found, warnings) = try PNGDecoderTests.decode(cut, size(40, 100), .rgb, top, onCorrupt: .none)
    #expect(warnings == [Finding(.damaged, "decoder warning png_end, once")])
    #expect(found == (try PNGDecoderTests.decode(file, size(40, 100), .rgb, top)).picture)
    #expect(failure(file + [1, 2, 3], .warning, top) == nil)
  }

  @Test("Damage behind the last row leaves that row, and a wrong checksum of the last chunk is no early end")
  func behind() throws {
    let file = picture.file
    let sound = try PNGDecoderTests.decode(file, size(40, 100), .rgb).picture
    // The picture's checksum stands before the last chunk.
    var damaged = file
    damaged[file.count - 13] ^= 1
    let (found, warnings) = try PNGDecoderTests.decode(damaged, size(40, 100), .rgb, onCorrupt: .truncated)
    #expect(found == sound)
    #expect(warnings == [Finding(.damaged, "decoder warning png_data, once")])
    var last = file
    last[file.count - 1] ^= 1
    #expect(failure(last, .truncated, PixelRect(x: 0, y: 0, width: 9, height: 9)) == nil)
  }

  @Test("Data that doesn't decode fails unless damage is tolerated")
  func wrongData() throws {
    // A filter that there isn't, in the row 50.
    var file = picture.file
    file[8 + 25 + 8 + 2 + 5 + 50 * 121] = 7
    let fault = Finding(.corrupt, "damaged image data: bad adaptive filter value")
    #expect(failure(file) == fault)
    #expect(failure(file, .warning) == fault)
    let (found, warnings) = try PNGDecoderTests.decode(file, size(40, 100), .rgb, onCorrupt: .truncated)
    #expect(warnings == [Finding(.damaged, "decoder warning png_data, once")])
    let sound = try PNGDecoderTests.decode(picture.file, size(40, 100), .rgb).picture
    #expect(found.samples[..<(50 * 120)] == sound.samples[..<(50 * 120)])
    #expect(found.samples[(50 * 120)...].allSatisfy { $0 == 0 })
  }

  @Test("Bytes that are turned anywhere never do more than fail")
  func flipped() throws {
    var random = SplitMix64(seed: 8)
    for interlaced in [false, true] {
      var png = TestPNG(20, 30, type: 6, depth: 16, isInterlaced: interlaced) { x, y, channel in
        (x * 999 + y * 3001 + channel * 7) & 0xFFFF
      }
      png.chunks = [TestPNG.chunk("gAMA", [0, 0, 0x80, 0])]
      let file = png.file
      for place in file.indices where place < 80 || Int.random(in: 0..<23, using: &random) == 0 {
        var bytes = file
        bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
        for policy in CorruptionPolicy.allCases {
          let found = try? PNGDecoderTests.decode(bytes, size(20, 30), .rgb, alpha: true, onCorrupt: policy)
          if let found { #expect(found.picture.samples.count == 20 * 30 * 4) }
        }
      }
    }
  }
}
