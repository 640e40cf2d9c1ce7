import ImageModel
import JPEGComparison
import ReducedJPEG
import TestSupport
import Testing

@Suite("The scans of a progressive frame")
struct ProgressiveScanTests {
  private typealias Scan = TestJPEG.Scan

  /// Grey: the DC and all AC but for their last bits, then these.
  private static let file = Result {
    let scans = [
      Scan([0], 0...0, low: 1), Scan([0], 1...63, low: 1), Scan([0], 0...0, high: 1),
      Scan([0], 1...63, high: 1),
    ]
    return try TestJPEG(.grey, .script(scans)).file(.noisy(width: 30, height: 21, channels: 1))
  }

  /// Where scan headers begin, each with where the data behind it ends, before the next marker.
  private static func scans(_ file: [UInt8]) -> [Range<Int>] {
    file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }.map { start in
      let data = file[(start + 10)...]
      let end = data.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] != 0 } ?? data.endIndex
      return start..<end
    }
  }

  private static func damage(_ bytes: [UInt8]) throws -> JPEGDamage? {
    let frame = try #require(PlainFrame(bytes))
    return MemoryDecode(bytes, frame.whole(frame.sampling.map { _ in 8 })).damage
  }

  @Test("So many scans of so large a picture that they would take hours are left alone")
  func scansTimesPixels() throws {
    let whole = try Self.file.get()
    var file = Array(whole[..<Self.scans(whole)[0].upperBound])
    let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC2 })
    func damage(width: Int, height: Int) throws -> JPEGDamage? {
      file.replaceSubrange(
        frame + 5..<frame + 9, with: [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) })
      let region = PixelRect<Decoded>(x: 0, y: 0, width: 1, height: 1)
      return MemoryDecode(
        file,
        ReducedRequest(
          storedSize: PixelSize(width: width, height: height), components: [.init(points: 1, region: region)])
      ).damage
    }
    // The only scan is decoded, or not even that.
    #expect(try damage(width: 62_500, height: 64_000) == .endsEarly)
    #expect(try damage(width: 62_501, height: 64_000) == .segment)
  }

  /// ITU-T T.81, G.1.1.1: the DC alone and first, each bit once and in its order.
  @Test("A scan brings what is missing next")
  func order() throws {
    let file = try Self.file.get()
    let scans = Self.scans(file)
    try #require(scans.count == 4)
    func damage(scan: Int, first: UInt8? = nil, last: UInt8? = nil, bits: UInt8? = nil) throws -> JPEGDamage?
    {
      var changed = file
      let start = scans[scan].lowerBound
      if let first { changed[start + 7] = first }
      if let last { changed[start + 8] = last }
      if let bits { changed[start + 9] = bits }
      return try Self.damage(changed)
    }
    #expect(try damage(scan: 0) == nil)
    // Bits that nobody brought before, too low a one, and two at once.
    for bits in [0x11, 0x10, 0x0E, 0x0F, 0x12] as [UInt8] {
      #expect(try damage(scan: 0, bits: bits) == .segment)
    }
    for bits in [0x11, 0x21, 0x10] as [UInt8] { #expect(try damage(scan: 1, bits: bits) == .segment) }
    for bits in [0x00, 0x01, 0x20, 0x21] as [UInt8] { #expect(try damage(scan: 3, bits: bits) == .segment) }
    // DC and AC in one, places that there aren't, and an AC for which nothing came.
    #expect(try damage(scan: 0, last: 1) == .segment)
    #expect(try damage(scan: 1, first: 0) == .segment)
    #expect(try damage(scan: 1, first: 9, last: 8) == .segment)
    #expect(try damage(scan: 1, last: 64) == .segment)
    #expect(try damage(scan: 1, last: 62) != nil)
    // AC without a DC, and all of it twice.
    #expect(try Self.damage(Array(file[..<scans[0].lowerBound] + file[scans[0].upperBound...])) == .segment)
    let twice = file[..<scans[1].upperBound] + file[scans[1]] + file[scans[1].upperBound...]
    #expect(try Self.damage(Array(twice)) == .segment)
  }

  @Test("The last scans may be missing, but not the image's end, nor a component's first DC")
  func ends() throws {
    let file = try Self.file.get()
    let scans = Self.scans(file)
    for scan in scans {
      let start = Array(file[..<scan.upperBound])
      #expect(try Self.damage(start + [0xFF, 0xD9]) == nil)
      #expect(try Self.damage(start) == .endsEarly)
      #expect(try Self.damage(start + [0xFF]) == .endsEarly)
    }
    let dc = TestJPEG(.ycbcr, .script([Scan([0], 0...0), Scan([1], 0...0), Scan([2], 0...0)]))
    let planes = try dc.file(.noisy(width: 30, height: 21))
    #expect(try Self.damage(planes) == nil)
    let last = try #require(Self.scans(planes).last)
    #expect(try Self.damage(Array(planes[..<last.lowerBound] + planes[last.upperBound...])) == .segment)
  }

  @Test("A sequential frame has one scan of each component")
  func planar() throws {
    let file = try TestJPEG(.ycbcr, .planar).file(.noisy(width: 30, height: 21))
    let scans = Self.scans(file)
    #expect(try Self.damage(file) == nil && scans.count == 3)
    for scan in scans {
      let missing = Array(file[..<scan.lowerBound] + file[scan.upperBound...])
      #expect(try Self.damage(missing) == .endsEarly)
      let twice = Array(file[..<scan.upperBound] + file[scan] + file[scan.upperBound...])
      #expect(try Self.damage(twice) != nil)
    }
  }

  @Test("More than 100 scans are left to libjpeg")
  func many() throws {
    let picture = TestPicture.noisy(width: 20, height: 12, channels: 1)
    #expect(try Self.damage(TestJPEG(.grey, .scans(100)).file(picture)) == nil)
    #expect(try Self.damage(TestJPEG(.grey, .scans(101)).file(picture)) == .segment)
  }
}
