import ImageModel
import JPEGComparison
import TestSupport
import Testing

@testable import ReducedJPEG

@Suite("Entropy-coded data without its stuffed zeros")
struct EntropyWindowTests {
  private static func window(_ bytes: [UInt8], piece: Int = .max) -> EntropyWindow {
    EntropyWindow(FileWindow(PieceSource(bytes, piece: piece).fill))
  }

  /// All bytes up to the marker, and that.
  private static func read(
    _ window: EntropyWindow, count: Int
  ) throws(DecodeEnd) -> (bytes: [UInt8], marker: UInt8) {
    var reader = window.begin()
    var bytes: [UInt8] = []
    for _ in 0..<count {
      if reader.next > window.limit { reader = try window.extended(reader) }
      reader.fill()
      bytes.append(UInt8(reader.peek(8)))
      reader.drop(8)
    }
    return (bytes, try window.end(reader))
  }

  private static func damage(_ body: () throws(DecodeEnd) -> Void) -> JPEGDamage? {
    do throws(DecodeEnd) { try body() } catch { if case .damaged(let damage) = error { return damage } }
    return nil
  }

  private static func stuffed(_ data: [UInt8]) -> [UInt8] { data.flatMap { $0 == 0xFF ? [$0, 0] : [$0] } }

  /// Bytes of which a share is 0xFF.
  private static func data(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
    let share = random.pick([1, 2, 8, 100])
    return (0..<count).map { _ in
      Int.random(in: 0..<share, using: &random) == 0 ? 0xFF : UInt8.random(in: 0...0xFE, using: &random)
    }
  }

  @Test("Data in pieces of any size comes whole, and then the marker", arguments: [1, 2, 3, 7, 1000, .max])
  func pieces(_ piece: Int) throws {
    var random = SplitMix64(seed: 8)
    for count in [0, 1, 2, 3, 17, 2559, 2560, 2561, 5000, 32767, 32768, 32769, 70000] {
      let data = Self.data(count, &random)
      for end in [[0xFF, 0xD9], [0xFF, 0xFF, 0xD0], [0xFF, 0xFF, 0xFF, 0xFF, 0x01]] as [[UInt8]] {
        let read = try Self.read(Self.window(Self.stuffed(data) + end + [7], piece: piece), count: count)
        #expect(read.bytes == data && read.marker == end.last)
      }
      for end in [[], [0xFF], [0xFF, 0xFF]] as [[UInt8]] {
        let read = try Self.read(Self.window(Self.stuffed(data) + end, piece: piece), count: count)
        #expect(read.bytes == data && read.marker == 0)
      }
      let fill = Self.window(Self.stuffed(data) + [0xFF, 0xFF, 0], piece: piece)
      #expect(Self.damage { () throws(DecodeEnd) in _ = try Self.read(fill, count: count) } == .extraneous)
    }
  }

  /// A window has room for 32,768 bytes, the file's for 65,536.
  @Test("Stuffed zeros are removed wherever a window ends", arguments: [32768, 65536, 98304])
  func ends(_ place: Int) throws {
    for offset in -6...6 {
      for count in 1...3 {
        var data = [UInt8](repeating: 0x5A, count: place + 3000)
        for index in 0..<count { data[place + offset + index] = 0xFF }
        // In the file the data before is as long as it is.
        let read = try Self.read(Self.window(Self.stuffed(data) + [0xFF, 0xD9]), count: data.count)
        #expect(read.bytes == data && read.marker == 0xD9)
        let marked = Array(data[..<(place + offset)])
        let short = try Self.read(Self.window(marked + [0xFF, 0xFF, 0xD3, 9]), count: marked.count)
        #expect(short.bytes == marked && short.marker == 0xD3)
      }
    }
  }

  @Test("A file may end at any byte")
  func cut() throws {
    var random = SplitMix64(seed: 9)
    let data = Self.data(300, &random)
    let file = Self.stuffed(data)
    for count in 0...file.count {
      // What a lone 0xFF at the end is part of can't be known.
      let expected = Self.plain(Array(file[..<count]))
      for piece in [1, 5, .max] {
        let window = Self.window(Array(file[..<count]), piece: piece)
        let read = try Self.read(window, count: expected.count)
        #expect(read.bytes == expected && read.marker == 0)
        let more = Self.window(Array(file[..<count]), piece: piece)
        #expect(
          Self.damage { () throws(DecodeEnd) in _ = try Self.read(more, count: expected.count + 1) }
            == .endsEarly)
      }
    }
  }

  private static func plain(_ file: [UInt8]) -> [UInt8] {
    var (bytes, place): ([UInt8], Int) = ([], 0)
    while place < file.count {
      if file[place] == 0xFF && place + 1 == file.count { break }
      bytes.append(file[place])
      place += file[place] == 0xFF ? 2 : 1
    }
    return bytes
  }

  @Test("Of an interval's last byte bits may be left, but no byte")
  func leftBits() throws {
    for taken in 1...24 {
      let window = Self.window([1, 0xFF, 0, 3, 0xFF, 0xD7])
      var reader = window.begin()
      reader = try window.extended(reader)
      reader.fill()
      reader.drop(taken)
      let damage = Self.damage { () throws(DecodeEnd) in
        let marker = try window.end(reader)
        #expect(marker == 0xD7)
      }
      #expect(damage == (taken > 16 ? nil : .extraneous))
    }
  }

  @Test("An interval's rest is passed over, and the next one begins", arguments: [1, 2, 5, .max])
  func rest(_ piece: Int) throws {
    var random = SplitMix64(seed: 10)
    for count in [0, 1, 40, 40000, 140000] {
      let (first, next) = (Self.data(count, &random), Self.data(9, &random))
      let file = Self.stuffed(first) + [0xFF, 0xFF, 0xD4] + Self.stuffed(next) + [0xFF, 0xD9]
      for taken in [nil, 0, count] as [Int?] {
        let window = Self.window(file, piece: piece)
        var reader = window.begin()
        for place in 0..<(taken ?? 0) {
          if reader.next > window.limit { reader = try window.extended(reader) }
          reader.fill()
          try #require(reader.peek(8) == Int(first[place]))
          reader.drop(8)
        }
        if taken == 0 { reader = try window.extended(reader) }
        #expect(try window.skipRest() == 0xD4)
        let read = try Self.read(window, count: 9)
        #expect(read.bytes == next && read.marker == 0xD9)
      }
      let open = Self.window(Self.stuffed(first) + [0xFF], piece: piece)
      _ = open.begin()
      #expect(try open.skipRest() == 0)
    }
  }

  @Test("What goes wrong with reading is told as it is")
  func failure() {
    let gone = ImageError(Finding.Code("gone"), "the disk is gone")
    let window = EntropyWindow(FileWindow { (_) throws(ImageError) in throw gone })
    var reader = window.begin()
    do throws(DecodeEnd) {
      reader = try window.extended(reader)
      Issue.record("nothing was thrown")
    } catch {
      if case .failed(let error) = error {
        #expect(error == gone)
      } else {
        Issue.record("\(error)")
      }
    }
  }
}
