import ImageModel
import JPEGComparison
import ReducedJPEG
import TestSupport
import Testing

@Suite("Damage in entropy-coded data")
struct DamagedDataTests {
  /// Grey, 8x8 blocks, a restart marker after each row.
  private static let file = Result {
    var kind = TestJPEG(.grey)
    kind.restartRows = 1
    return try kind.file(.noisy(width: 64, height: 64, channels: 1))
  }

  /// Where restart markers begin.
  private static func restarts(_ file: [UInt8]) -> [Int] {
    file.indices.dropLast().filter { file[$0] == 0xFF && 0xD0...0xD7 ~= file[$0 + 1] }
  }

  private static func request(rows: Range<Int>, looksAtAll: Bool = false) -> ReducedRequest {
    let region = PixelRect<Decoded>(x: 0, y: 8 * rows.lowerBound, width: 64, height: 8 * rows.count)
    return ReducedRequest(
      storedSize: PixelSize(width: 64, height: 64), components: [.init(points: 8, region: region)],
      looksAtAll: looksAtAll)
  }

  @Test("A restart marker that is missing, out of order or one too many is damage, where it is come by")
  func restarts() throws {
    let file = try Self.file.get()
    let places = Self.restarts(file)
    try #require(places.count == 7)
    let whole = MemoryDecode(file, Self.request(rows: 0..<8)).planes
    for (row, place) in places.enumerated() {
      var (missing, other, twice, gone) = (file, file, file, file)
      missing.removeSubrange(place..<place + 2)
      other[place + 1] = 0xD0 + (other[place + 1] + 3) & 7
      twice.insert(contentsOf: file[place..<place + 2], at: place)
      gone.removeSubrange(place..<(row < 6 ? places[row + 1] : file.count - 2))
      for damaged in [missing, other, twice, gone] {
        #expect(MemoryDecode(damaged, Self.request(rows: 0..<8)).damage != nil)
        #expect(MemoryDecode(damaged, Self.request(rows: 0..<1, looksAtAll: true)).damage != nil)
        #expect(MemoryDecode(damaged, Self.request(rows: 7..<8, looksAtAll: true)).damage != nil)
        // Before the damage all is as it was.
        let before = MemoryDecode(damaged, Self.request(rows: 0..<row + 1))
        let expected = whole.map { $0.cropped(x: 0, y: 0, width: 64, height: 8 * (row + 1)) }
        #expect(before.damage == nil && before.planes == expected)
      }
      #expect(MemoryDecode(other, Self.request(rows: 0..<8)).damage == .restart)
      if row < 6 { #expect(MemoryDecode(gone, Self.request(rows: 7..<8)).damage == .restart) }
    }
  }

  @Test("Data that ends a scan too early, too late or in a word that is none is damage")
  func ends() throws {
    let file = try TestJPEG(.grey).file(.noisy(width: 40, height: 24, channels: 1))
    let header = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let data = header + 2 + Int(file[header + 2]) << 8 + Int(file[header + 3])
    let request = try #require(PlainFrame(file)).whole([8], looksAtAll: true)
    #expect(MemoryDecode(file, request).damage == nil)
    #expect(MemoryDecode(Array(file[..<data] + [0xFF, 0xD9]), request).damage == .endsEarly)
    #expect(MemoryDecode(Array(file[..<data]), request).damage == .endsEarly)
    // No word of the standard's tables is of ones alone.
    let ones = (0..<800).map { UInt8($0 % 2 == 0 ? 0xFF : 0) }
    #expect(MemoryDecode(Array(file[..<data]) + ones + [0xFF, 0xD9], request).damage == .badCode)
  }

  @Test("What reads or takes rows may end it with its own words")
  func failures() throws {
    let file = try Self.file.get()
    let gone = ImageError(Finding.Code("gone"), "the disk is gone")
    func failure(fill: Bool = false, body: Bool = false) -> ImageError? {
      let source = PieceSource(file)
      let decoder = ReducedDecoder(tables: TableCache()) { (room) throws(ImageError) in
        if fill { throw gone }
        return try source.fill(room)
      }
      do throws(DecodeEnd) {
        try decoder.decode(Self.request(rows: 0..<8)) { (_) throws(ImageError) in if body { throw gone } }
      } catch {
        if case .failed(let error) = error { return error }
      }
      return nil
    }
    #expect(failure() == nil)
    #expect(failure(fill: true) == gone)
    #expect(failure(body: true) == gone)
  }
}
