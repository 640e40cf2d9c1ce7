import ImageModel
import JPEGComparison
import ReducedJPEG
import TestSupport
import Testing

@Suite("Marker segments of files to decode")
struct MarkerTests {
  /// A small file, with restart markers in its data.
  private static func file(_ sampling: [TestJPEG.Sampling] = [.init(2, 2)]) throws -> [UInt8] {
    var kind = TestJPEG(.ycbcr)
    kind.sampling = sampling
    kind.restart = 2
    return try kind.file(.noisy(width: 50, height: 40))
  }

  /// A file cut before each marker, the data of a scan with its header.
  private static func parts(_ file: [UInt8]) -> [[UInt8]] {
    var (parts, place): ([[UInt8]], Int) = ([Array(file[..<2])], 2)
    while place + 1 < file.count {
      var end = place + 2
      if file[place + 1] != 0xD9, !(0xD0...0xD7 ~= file[place + 1]) {
        end += Int(file[place + 2]) << 8 + Int(file[place + 3])
      }
      while end < file.count, file[end] != 0xFF || file[min(end + 1, file.count - 1)] == 0 { end += 1 }
      parts.append(Array(file[place..<end]))
      place = end
    }
    return parts
  }

  private static func decode(_ bytes: [UInt8], _ request: ReducedRequest) -> MemoryDecode {
    MemoryDecode(bytes, request)
  }

  /// As libjpeg and T.81, B.1.1.2 have it.
  @Test("Any number of fill bytes may stand before a marker, and other segments between those of the picture")
  func filled() throws {
    let file = try Self.file()
    let judged = try #require(JudgedJPEG(file))
    let request = judged.frame.whole([8, 8, 8])
    let expected = judged.decode(request).planes
    let parts = Self.parts(file)
    #expect(Array(parts.joined()) == file && parts.filter { 0xD0...0xD7 ~= $0[1] && $0[0] == 0xFF }.count > 4)
    for count in [1, 2, 5] {
      let filled = parts[0] + parts[1...].flatMap { [UInt8](repeating: 0xFF, count: count) + $0 }
      #expect(try TestJPEG.Coefficients(filled).warnings == 0)
      #expect(Self.decode(filled, request).planes == expected)
    }
    let others = JPEGBuilder.segment(0xEF, [1, 0xFF, 0xD9]) + JPEGBuilder.segment(0xFE, [])
    let more = parts.flatMap {
      $0[1] == 0xDA || 0xC0...0xDD ~= $0[1] && !(0xD0...0xD9 ~= $0[1]) ? others + $0 : $0
    }
    #expect(more.count > file.count + 3 * others.count)
    #expect(Self.decode(more, request).planes == expected)
  }

  /// The file's window has room for 65,536 bytes: a comment as long as needed ends it at each of the file's.
  @Test("Wherever the file's window ends, the file is read as it is")
  func windows() throws {
    let file = try Self.file()
    let judged = try #require(JudgedJPEG(file))
    let request = judged.frame.whole([2, 4, 4])
    let expected = judged.decode(request).planes
    let tables = TableCache()
    for cut in 2..<file.count {
      let comment = JPEGBuilder.segment(0xFE, [UInt8](repeating: 0xFF, count: 65536 - cut - 4))
      let padded = Array(file[..<2]) + comment + file[2...]
      let found = MemoryDecode(padded, request, tables: tables)
      #expect(found.damage == nil && found.planes == expected, "cut at \(cut)")
    }
  }

  @Test("The file comes in pieces of any size", arguments: [1, 2, 3, 100])
  func pieces(_ piece: Int) throws {
    for seed in 0..<60 {
      let file = try GeneratedJPEG(seed: seed)
      let judged = try #require(JudgedJPEG(file.bytes))
      let request = judged.frame.whole(judged.frame.sampling.map { _ in 5 })
      let (whole, pieces) = (judged.decode(request), judged.decode(request, piece: piece))
      #expect(whole.damage == pieces.damage && whole.planes == pieces.planes, "\(file)")
    }
  }

  @Test("Segments that break the rules, and kinds that aren't decoded, end it")
  func refused() throws {
    let file = try Self.file()
    let judged = try #require(JudgedJPEG(file))
    let request = judged.frame.whole([8, 8, 8])
    let parts = Self.parts(file)
    func damage(_ change: (inout [[UInt8]]) -> Void) -> JPEGDamage? {
      var changed = parts
      change(&changed)
      return Self.decode(Array(changed.joined()), request).damage
    }
    func place(_ marker: UInt8) throws -> Int {
      try #require(parts.firstIndex { $0[1] == marker && $0[0] == 0xFF })
    }
    let (frame, scan) = (try place(0xC0), try place(0xDA))
    let (tables, steps) = (try place(0xC4), try place(0xDB))
    #expect(damage { _ in } == nil)
    #expect(damage { $0[0] = [] } == .segment)
    #expect(damage { $0[0] = [0xFF, 0xD9] } == .segment)
    // Extended sequential is the same, all others aren't (table B.1).
    #expect(damage { $0[frame][1] = 0xC1 } == nil)
    for marker in [0xC3, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF] as [UInt8] {
      #expect(damage { $0[frame][1] = marker } == .segment)
    }
    for marker in [0x01, 0xDC, 0xDE, 0xDF, 0xF0, 0xFD] as [UInt8] {
      #expect(damage { $0.insert(JPEGBuilder.segment(marker, [0, 40]), at: scan) } == .segment)
    }
    // A precision of 12, no height, a component more, and sampling factors of 0 and 5.
    #expect(damage { $0[frame][4] = 12 } == .segment)
    #expect(damage { ($0[frame][5], $0[frame][6]) = (0, 0) } == .segment)
    #expect(damage { $0[frame][9] = 4 } == .segment)
    #expect(damage { $0[frame][11] = 0x02 } == .segment)
    #expect(damage { $0[frame][11] = 0x25 } == .segment)
    #expect(damage { $0[frame][12] = 4 } == .segment)
    // Two frames, none, and two components of one id.
    #expect(damage { $0.insert($0[frame], at: frame) } == .segment)
    #expect(damage { $0[frame] = [] } == .segment)
    #expect(damage { $0[frame][13] = $0[frame][10] } == .segment)
    // Without tables, with one that is no code, and with too short a length.
    #expect(damage { $0[tables] = [] } == .segment)
    #expect(damage { $0[steps] = [] } == .segment)
    #expect(damage { $0[tables][5] = 3 } == .segment)
    #expect(damage { $0[tables][4] = 0x04 } == .segment)
    #expect(damage { $0[tables][4] = 0x20 } == .segment)
    #expect(damage { $0[steps][4] = 0x04 } == .segment)
    #expect(damage { $0[steps][4] = 0x20 } == .segment)
    let wide = (0..<64).flatMap { _ in [0x7F, 0xFF] as [UInt8] }
    #expect(damage { $0.insert(JPEGBuilder.segment(0xDB, [0x13] + wide), at: frame) } == nil)
    #expect(
      damage { $0.insert(JPEGBuilder.segment(0xDB, [0x13, 0x80] + wide.dropFirst()), at: frame) } == .segment)
    #expect(damage { $0.insert(JPEGBuilder.segment(0xDB, [0x13] + wide.dropLast()), at: frame) } == .segment)
    #expect(damage { $0.insert([0xFF, 0xFE, 0, 1], at: frame) } == .segment)
    #expect(damage { $0.insert([0xFF, 0xDD, 0, 5, 0, 0, 0], at: frame) } == .segment)
    // Scans of a component that isn't there, of one twice, of some coefficients alone, and bytes between segments.
    #expect(damage { $0[scan][5] = 99 } == .segment)
    #expect(damage { $0[scan][7] = $0[scan][5] } == .segment)
    #expect(damage { $0[scan][6] = 0x44 } == .segment)
    #expect(damage { $0[scan][12] = 5 } == .segment)
    #expect(damage { $0[scan][13] = 1 } == .segment)
    #expect(damage { $0.insert([0], at: frame) } == .extraneous)
  }

  /// What is kept in memory for an MCU is enough for that (B.2.3).
  @Test("A scan of several components has at most 10 blocks an MCU")
  func blocks() throws {
    let file = try Self.file([.init(1, 1)])
    let request = try #require(PlainFrame(file)).whole([8, 8, 8])
    let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
    func damage(_ factors: [UInt8]) -> JPEGDamage? {
      var changed = file
      for (component, factor) in factors.enumerated() { changed[frame + 11 + 3 * component] = factor }
      return MemoryDecode(changed, request).damage
    }
    #expect(damage([0x11, 0x11, 0x11]) == nil)
    // All three are as large as the picture, and its data are no such MCUs.
    #expect(damage([0x31, 0x31, 0x31]) != .segment)
    #expect(damage([0x22, 0x22, 0x22]) == .segment)
    #expect(damage([0x44, 0x44, 0x44]) == .segment)
  }

  @Test("A request that isn't for the frame ends it")
  func requests() throws {
    let file = try Self.file()
    let judged = try #require(JudgedJPEG(file))
    let request = judged.frame.whole([8, 8, 8])
    func damage(_ change: (inout ReducedRequest) -> Void) -> JPEGDamage? {
      var changed = request
      change(&changed)
      return Self.decode(file, changed).damage
    }
    #expect(damage { _ in } == nil)
    #expect(damage { $0.storedSize = PixelSize(width: 51, height: 40) } == .segment)
    #expect(damage { $0.storedSize = PixelSize(width: 50, height: 39) } == .segment)
    #expect(damage { $0.components.removeLast() } == .segment)
    #expect(damage { $0.components.append($0.components[0]) } == .segment)
    #expect(damage { $0.components = [] } == .segment)
    for points in [0, 9, -1] { #expect(damage { $0.components[1].points = points } == .segment) }
    let boxes = [(0, 0, 0, 5), (0, 0, 5, 0), (-1, 0, 5, 5), (0, -1, 5, 5), (60, 0, 1, 1), (0, 60, 1, 1)]
    for (x, y, width, height) in boxes {
      let region = PixelRect<Decoded>(x: x, y: y, width: width, height: height)
      #expect(damage { $0.components[0].region = region } == .segment)
    }
  }
}
