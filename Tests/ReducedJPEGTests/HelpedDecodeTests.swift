import ImageModel
import JPEGComparison
import TestSupport
import Testing

@testable import ReducedJPEG

/// What helpers decode is what one thread does, and so is what isn't decoded.
@Suite("Decodes of restart intervals side by side")
struct HelpedDecodeTests {
  /// A large file: 4 pieces of a scan and more.
  struct Kind: Sendable, CustomStringConvertible {
    let description: String
    let jpeg: TestJPEG
    let width: Int
    let height: Int

    init(
      _ description: String, _ color: TestJPEG.Color, _ width: Int, _ height: Int,
      _ change: (inout TestJPEG) -> Void
    ) {
      (self.description, self.width, self.height) = (description, width, height)
      var jpeg = TestJPEG(color)
      jpeg.quality = 60
      change(&jpeg)
      self.jpeg = jpeg
    }

    func file() throws -> [UInt8] {
      try jpeg.file(.noisy(width: width, height: height, channels: jpeg.color == .grey ? 1 : 3))
    }
  }

  static let kinds = [
    Kind("grey, a row", .grey, 701, 519) { $0.restartRows = 1 },
    Kind("grey, a block", .grey, 500, 601) { $0.restart = 1 },
    Kind("4:2:0, two rows", .ycbcr, 1270, 1100) { ($0.restartRows, $0.sampling) = (2, [.init(2, 2)]) },
    Kind("4:2:0, 7 MCUs", .ycbcr, 1270, 1100) { ($0.restart, $0.sampling) = (7, [.init(2, 2)]) },
    Kind("4:2:2, 150 MCUs", .ycbcr, 1600, 900) { ($0.restart, $0.sampling) = (150, [.init(2, 1)]) },
    Kind("planar, a row", .ycbcr, 640, 1010) {
      ($0.restartRows, $0.process, $0.sampling) = (1, .planar, [.init(1, 2)])
    },
  ]

  private static func same(_ file: [UInt8], _ request: ReducedRequest, _ helpers: TestHelpers) -> Bool {
    let alone = MemoryDecode(file, request)
    let helped = MemoryDecode(file, request, piece: 5000, helpers: helpers)
    return helped.planes == alone.planes && (helped.damage == nil) == (alone.damage == nil)
      && helped.fault == alone.fault && alone.fault == nil
  }

  @Test("Of whole files and of regions, at each scale", arguments: kinds, [1, 3])
  func samples(_ kind: Kind, _ count: Int) throws {
    let file = try kind.file()
    let frame = try #require(PlainFrame(file))
    let helpers = TestHelpers(count)
    for points in [1, 3, 8] {
      let all = frame.sampling.map { _ in points }
      for looksAtAll in [false, true] {
        #expect(Self.same(file, frame.whole(all, looksAtAll: looksAtAll), helpers))
        // The middle of it, from a fifth down.
        let middle = frame.request(all, looksAtAll: looksAtAll) { _, size in
          PixelRect(
            left: size.width / 3, top: size.height / 5, right: size.width - size.width / 4,
            bottom: size.height - size.height / 8)
        }
        #expect(Self.same(file, middle, helpers))
      }
    }
    #expect(helpers.timesAsked == 12 * (kind.jpeg.process == .planar ? 3 : 1))
  }

  @Test("Of the fronts of files", arguments: kinds.prefix(2))
  func fronts(_ kind: Kind) throws {
    let file = try kind.file()
    let frame = try #require(PlainFrame(file))
    let helpers = TestHelpers(2)
    var request = frame.request(frame.sampling.map { _ in 4 }) { _, size in
      PixelRect(left: 0, top: 0, right: size.width, bottom: size.height * 4 / 5)
    }
    request.isOfFront = true
    for share in [3, 6, 7, 9] {
      let front = Array(file[..<(file.count * share / 10)])
      #expect(Self.same(front, request, helpers))
      #expect((MemoryDecode(front, request).damage == nil) == (share == 9), "\(share) tenths")
    }
    #expect(helpers.timesAsked > 0)
  }

  @Test("Of files that are cut or changed anywhere", arguments: kinds)
  func damage(_ kind: Kind) throws {
    let file = try kind.file()
    let frame = try #require(PlainFrame(file))
    let helpers = TestHelpers(2)
    var random = SplitMix64(seed: 11)
    let restarts = file.indices.dropLast().filter { file[$0] == 0xFF && 0xD0...0xD7 ~= file[$0 + 1] }
    for trial in 0..<60 {
      var changed = file
      switch trial % 6 {
      case 0: changed.removeLast(.random(in: 1..<file.count - 700, using: &random))
      case 1: changed[.random(in: 700..<file.count, using: &random)] = .random(in: 0...255, using: &random)
      case 2:
        changed.insert(
          .random(in: 0...255, using: &random), at: .random(in: 700..<file.count, using: &random))
      case 3: changed.remove(at: .random(in: 700..<file.count, using: &random))
      case 4: changed[random.pick(restarts) + 1] = .random(in: 0xD0...0xD9, using: &random)
      default:
        // An interval that is much too long.
        let bytes = [UInt8](repeating: 0x55, count: .random(in: 1...90_000, using: &random))
        changed.insert(contentsOf: bytes, at: random.pick(restarts))
      }
      let points = frame.sampling.map { _ in random.pick([1, 2, 8]) }
      let (left, top) = (
        Double.random(in: 0...0.4, using: &random), Double.random(in: 0...0.3, using: &random)
      )
      let request = frame.request(points, looksAtAll: trial % 4 == 0) { _, size in
        PixelRect(
          left: Int(left * Double(size.width)), top: Int(top * Double(size.height)), right: size.width,
          bottom: size.height - Int(top * Double(size.height)) / 2)
      }
      #expect(Self.same(changed, request, helpers), "\(kind), trial \(trial)")
    }
    #expect(helpers.timesAsked > 20)
  }

  @Test("Small pictures, and those without intervals, are left to one thread")
  func few() throws {
    let helpers = TestHelpers(1)
    for (width, height, rows) in [(700, 90, 1), (701, 519, 0)] {
      let kind = Kind("", .grey, width, height) { $0.restartRows = rows }
      let file = try kind.file()
      #expect(Self.same(file, try #require(PlainFrame(file)).whole([8]), helpers))
    }
    #expect(helpers.timesAsked == 0)
  }

  @Test("What reads or takes rows ends it with its own words")
  func failures() throws {
    let file = try Self.kinds[0].file()
    let request = try #require(PlainFrame(file)).whole([8])
    let gone = ImageError(Finding.Code("gone"), "the disk is gone")
    for (reads, rows) in [(3, Int.max), (Int.max, 2)] {
      var (read, taken) = (0, 0)
      let source = PieceSource(file, piece: 20_000)
      let decoder = ReducedDecoder(tables: TableCache(), helpers: TestHelpers(2)) { room throws(ImageError) in
        read += 1
        if read > reads { throw gone }
        return try source.fill(room)
      }
      var failure: ImageError?
      do throws(DecodeEnd) {
        try decoder.decode(request) { _ throws(ImageError) in
          taken += 1
          if taken > rows { throw gone }
        }
      } catch {
        if case .failed(let error) = error { failure = error }
      }
      #expect(failure == gone)
    }
  }
}
