import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// Raw data, developed. The camera's colours are linear sRGB, so a flat patch has values that can be computed by hand.
@Suite("Developed DNG") struct RawDecoderTests {
  private static let light = [0.5, 0.25, 0.1]

  private static func flat(_ width: Int = 48, _ height: Int = 32) -> TestDNG {
    TestDNG(width, height) { _, _, color in light[color] }
  }

  /// The samples of 16 bits of a region, red, green and blue of each pixel.
  private static func decode(
    _ file: [UInt8], _ stored: PixelSize, _ region: PixelRect<Decoded>? = nil, scale: DCTScale = .full,
    onCorrupt: CorruptionPolicy = .error, deadline: Int64 = PixelDecoding.never
  ) throws -> (samples: [UInt16], warnings: [Finding]) {
    let open = try OpenBytes(file)
    let decoder = try PictureDecoder(.libraw, descriptor: open.descriptor, digest: nil)
    let region = region ?? PixelRect(scale.decodedSize(of: stored))
    let request = DecodeRequest(
      storedSize: stored, pixels: PixelFormat(.rgb, depth: .sixteen), scale: scale, region: region,
      deadline: deadline, onCorrupt: onCorrupt)
    var samples: [UInt16] = []
    try decoder.decode(request) { strip throws(ImageError) in
      samples += strip.interleaved(region.x..<region.right, as: UInt16.self)
    }
    try decoder.drain(limit: file.count)
    return (samples, decoder.warnings)
  }

  private static func failure(
    _ file: [UInt8], _ stored: PixelSize, onCorrupt: CorruptionPolicy = .error,
    deadline: Int64 = PixelDecoding.never
  ) -> Finding? {
    do {
      _ = try decode(file, stored, onCorrupt: onCorrupt, deadline: deadline)
      return nil
    } catch { return (error as? ImageError)?.finding }
  }

  /// IEC 61966-2-1, 5.2: the sRGB sample of 16 bits for a share of light.
  private static func sRGB(_ light: Double) -> Double {
    (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055) * 65535
  }

  /// Raw samples are rounded, and LibRaw rounds once more; the curve is 13 times as steep in the dark.
  private static func isFlat(_ samples: [UInt16], _ light: [Double] = light) -> Bool {
    samples.enumerated().allSatisfy { place, sample in abs(Double(sample) - sRGB(light[place % 3])) <= 60 }
  }

  @Test(
    "A flat patch has the camera's colours", arguments: TestDNG.patterns + [[]], TestDNG.Storage.allCases)
  func flat(_ pattern: [Int], _ storage: TestDNG.Storage) throws {
    // Packed samples of 16 bits would have the order of the file's bytes.
    for bits in storage == .packed ? [10, 12, 14] : [12, 14, 16] {
      var dng = Self.flat()
      (dng.pattern, dng.storage, dng.bits) = (pattern.isEmpty ? nil : pattern, storage, bits)
      // LibRaw 0.20 takes the black level of a linear DNG from its white level too.
      (dng.black, dng.white) = (pattern.isEmpty ? [0] : [256], 1 << bits - 1)
      let (samples, warnings) = try Self.decode(dng.file, size(48, 32))
      #expect(samples.count == 48 * 32 * 3)
      #expect(Self.isFlat(samples), "\(bits) bits: \(samples.prefix(9))")
      #expect(warnings.isEmpty)
    }
  }

  @Test("Half size has one pixel for each cell, also of an odd size", arguments: TestDNG.patterns)
  func half(_ pattern: [Int]) throws {
    var dng = Self.flat(47, 31)
    dng.pattern = pattern
    #expect(Self.isFlat(try Self.decode(dng.file, size(47, 31), scale: .half).samples.dropLastCells()))
    // Cells of different light: a pixel of the half is its cell's.
    dng = TestDNG(48, 32) { x, y, _ in Double(x / 2 % 2 + 2 * (y / 2 % 2)) / 4 }
    let samples = try Self.decode(dng.file, size(48, 32), scale: .half).samples
    for place in 0..<24 * 16 {
      let (x, y) = (place % 24, place / 24)
      let expected = Self.sRGB(Double(x % 2 + 2 * (y % 2)) / 4)
      #expect(abs(Double(samples[place * 3 + 1]) - expected) <= 60)
    }
  }

  @Test("White balance, black levels of a cell and the white level count")
  func levels() throws {
    var dng = Self.flat()
    (dng.neutral, dng.black, dng.white) = ([500, 1000, 700], [400, 500, 500, 700], 15000)
    // LibRaw counts the white level from the lowest black level.
    let light = zip(Self.light, [400, 500, 700]).map { $0 * (15000 - $1) / (15000 - 400) }
    #expect(Self.isFlat(try Self.decode(dng.file, size(48, 32)).samples, light))
  }

  @Test("Strips, tiles, either byte order and the active area", arguments: [false, true])
  func layouts(isBigEndian: Bool) throws {
    var dng = Self.flat()
    (dng.isBigEndian, dng.rowsPerStrip) = (isBigEndian, 5)
    #expect(Self.isFlat(try Self.decode(dng.file, size(48, 32)).samples))
    (dng.rowsPerStrip, dng.storage, dng.tile) = (nil, .jpeg, (32, 16))
    #expect(Self.isFlat(try Self.decode(dng.file, size(48, 32)).samples))
    (dng.tile, dng.storage, dng.activeArea, dng.crop) = (nil, .packed, [3, 4, 32, 48], [2, 1, 40, 26])
    let stored = try PictureHeader.read(from: ByteSource(dng.file)).storedSize
    #expect(stored == size(40, 24))
    #expect(Self.isFlat(try Self.decode(dng.file, stored).samples))
  }

  @Test("A region is the same box of the whole", arguments: [DCTScale.half, .full])
  func regions(_ scale: DCTScale) throws {
    let dng = TestDNG(61, 45) { x, y, color in Double((x * 31 + y * 17 + color * 40) % 100) / 100 }
    let (file, stored) = (dng.file, size(61, 45))
    let whole = scale.decodedSize(of: stored)
    let samples = try Self.decode(file, stored, scale: scale).samples
    var random = SplitMix64(seed: 9)
    for box in PixelDecoding.boxes(in: whole, atRandom: 6, &random) {
      let expected = (box.y..<box.bottom).flatMap { y -> ArraySlice<UInt16> in
        let row = y * whole.width
        return samples[(row + box.x) * 3..<(row + box.right) * 3]
      }
      #expect(try Self.decode(file, stored, box, scale: scale).samples == expected, "\(box)")
    }
  }

  @Test("Data that ends early is damage", arguments: TestDNG.Storage.allCases)
  func cut(_ storage: TestDNG.Storage) throws {
    var dng = Self.flat()
    dng.storage = storage
    let file = dng.file
    // The directory stands behind the data, so the data's place is moved to the file's end.
    let bytes = TIFFBuilder(isBigEndian: false)
    dng.fields = [bytes.long(0x111, file.count - 900)]
    if storage == .jpeg { dng.fields = [bytes.long(0x111, dng.file.count)] }
    var moved = dng.file
    if storage == .jpeg { moved += file[8..<8 + 700] }
    #expect(Self.failure(moved, size(48, 32)) == .fileCut)
    let (samples, warnings) = try Self.decode(moved, size(48, 32), onCorrupt: .none)
    #expect(samples.count == 48 * 32 * 3)
    #expect(warnings == [Finding(.damaged, "decoder warning raw_end, once")])
    #expect(try Self.decode(moved, size(48, 32), onCorrupt: .none).samples == samples)
  }

  @Test("Another picture than the planned one is told")
  func changed() throws {
    let file = Self.flat().file
    #expect(Self.failure(file, size(48, 31)) == .notAsPlanned)
    #expect(Self.failure(file, size(47, 32)) == .notAsPlanned)
    #expect(
      Self.failure(try TestJPEG(.ycbcr).file(.plain(width: 48, height: 32, [1, 2, 3])), size(48, 32)) != nil)
  }

  @Test("The deadline ends a decode")
  func deadline() {
    #expect(Self.failure(Self.flat().file, size(48, 32), deadline: 0) == .timeout)
  }

  @Test("Changed bytes do no more than fail", arguments: TestDNG.Storage.allCases)
  func survival(_ storage: TestDNG.Storage) throws {
    var dng = Self.flat(32, 24)
    dng.storage = storage
    let file = dng.file
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      var bytes = file
      let place = Int.random(in: max(0, file.count - 500)..<file.count, using: &random)
      bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      guard let header = try? PictureHeader.read(from: ByteSource(bytes)), header.format == .raw,
        header.storedSize.area < 1 << 20, let demand = try? header.demand(ByteSource(bytes)),
        demand.refusal == nil, demand.wholeBytes < 64 << 20
      else { continue }
      let found = try? Self.decode(bytes, header.storedSize, onCorrupt: .none)
      if let found { #expect(found.samples.count == header.storedSize.area * 3) }
    }
  }
}

extension [UInt16] {
  /// All but the last row and column of 24x16 pixels: their cells lie in the picture only in part.
  fileprivate func dropLastCells() -> [UInt16] {
    (0..<15).flatMap { y in self[y * 24 * 3..<(y * 24 + 23) * 3] }
  }
}
