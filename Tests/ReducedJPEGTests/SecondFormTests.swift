import ImageModel
import JPEGComparison
import TestSupport
import Testing

@testable import ReducedJPEG

/// A component in two forms from one pass over the data.
@Suite("Two forms of a component from one pass")
struct SecondFormTests {
  struct Kind: Sendable, CustomStringConvertible {
    let description: String
    let jpeg: TestJPEG

    init(_ description: String, _ color: TestJPEG.Color, _ change: (inout TestJPEG) -> Void) {
      self.description = description
      var jpeg = TestJPEG(color)
      jpeg.quality = 70
      change(&jpeg)
      self.jpeg = jpeg
    }

    func file(_ width: Int, _ height: Int) throws -> [UInt8] {
      try jpeg.file(.noisy(width: width, height: height, channels: jpeg.color == .grey ? 1 : 3))
    }
  }

  static let kinds = [
    Kind("grey", .grey) { _ in },
    Kind("4:2:0", .ycbcr) { $0.sampling = [.init(2, 2)] },
    Kind("4:2:0, restarts", .ycbcr) { ($0.restart, $0.sampling) = (5, [.init(2, 2)]) },
    Kind("progressive 4:2:2", .ycbcr) { ($0.process, $0.sampling) = (.progressive, [.init(2, 1)]) },
    Kind("planar", .ycbcr) { ($0.process, $0.sampling) = (.planar, [.init(1, 2)]) },
  ]

  /// Both forms, and the other components, have the samples of decodes of their own. This also holds if the first form
  /// is a part of the picture.
  @Test("Each has the samples of a decode of its own", arguments: kinds)
  func samples(_ kind: Kind) throws {
    let file = try kind.file(173, 131)
    let frame = try #require(PlainFrame(file))
    for (points, second) in [(1, 2), (2, 1), (8, 1), (3, 8), (4, 4)] {
      let all = frame.sampling.map { _ in points }
      let whole = PixelRect<Decoded>(frame.side(0, points: second))
      for isPart in [false, true] {
        let own = frame.request(all) { _, size in
          let part = PixelRect<Decoded>(
            x: size.width / 3, y: size.height / 4, width: size.width / 5, height: 3)
          return isPart ? part : PixelRect(size)
        }
        var both = own
        both.second = ReducedRequest.Component(points: second, region: whole)
        let made = MemoryDecode(file, both)
        #expect(made.fault == nil && made.damage == nil)
        #expect(made.planes == MemoryDecode(file, own).planes)
        var alone = ReducedRequest(
          storedSize: frame.size, components: [.init(points: second, region: whole)], takesFirstAlone: true)
        #expect(made.second == MemoryDecode(file, alone).planes.first)
        alone.components[0].points = 0
        #expect(MemoryDecode(file, alone).damage != nil)
        let others = frame.sampling.map { _ in second }
        #expect(made.second == MemoryDecode(file, frame.whole(others)).planes.first)
      }
    }
  }

  @Test("Helper threads change no sample of the second form")
  func helped() throws {
    let kind = HelpedDecodeTests.kinds[2]
    let file = try kind.file()
    let frame = try #require(PlainFrame(file))
    var request = frame.request([2, 2, 2]) { _, size in
      PixelRect(x: 0, y: size.height / 2, width: size.width, height: 20)
    }
    request.second = .init(points: 1, region: PixelRect(frame.side(0, points: 1)))
    let alone = MemoryDecode(file, request)
    let helped = MemoryDecode(file, request, piece: 5000, helpers: TestHelpers(2))
    #expect(alone.second != nil && alone.second == helped.second && alone.planes == helped.planes)
    #expect(alone.planes[0].samples.count == frame.side(0, points: 2).width * 20)
  }
}
