import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("First frames of AVIF sequences") struct AVIFSequenceTests {
  private static let tile = size(64, 64)

  private static func decode(
    _ tracks: [TrackBuilder], _ color: ColorModel = .rgb, alpha: Bool = false
  ) throws -> TestPicture {
    try AVIFDecoderTests.decode(TrackBuilder.file(tracks), tile, color, alpha: alpha).picture
  }

  private static func color() throws -> TestPicture {
    try AVIFDecoderTests.decode(TestAV1.still().bytes, tile).picture
  }

  private static func grey() throws -> TestPicture {
    try AVIFDecoderTests.decode(TestAV1.still(TestAV1.grey).bytes, tile, .grey).picture
  }

  @Test("It is what it would be as a still picture, with a temporal delimiter or without")
  func frames() throws {
    let color = try Self.color()
    #expect(try Self.decode([TestAV1.track()]) == color)
    // An OBU of type 2 without a payload (AV1, 5.6 and 6.2.2).
    #expect(TestAV1.color.starts(with: [0x12, 0]))
    #expect(try Self.decode([TestAV1.track(Array(TestAV1.color.dropFirst(2)))]) == color)
    #expect(try Self.decode([TestAV1.track(TestAV1.grey)], .grey) == Self.grey())
  }

  @Test(
    "Alpha comes from its own track, and colours that were multiplied by it are divided",
    arguments: [false, true])
  func alpha(isPremultiplied: Bool) throws {
    var track = TestAV1.track()
    if isPremultiplied { track.references = [("prem", [2])] }
    let (color, grey) = (try Self.color(), try Self.grey())
    let expected = TestPicture(width: 64, height: 64, channels: 4) { x, y, channel in
      let alpha = Int(grey[x, y, 0])
      guard channel < 3, isPremultiplied else { return channel < 3 ? color[x, y, channel] : UInt8(alpha) }
      return alpha == 0 ? 0 : UInt8(min((Int(color[x, y, channel]) * 255 + alpha / 2) / alpha, 255))
    }
    #expect(try Self.decode([track, TestAV1.track(TestAV1.grey).auxiliary()], alpha: true) == expected)
  }

  @Test("A sample that is cut, or has another size than the track says")
  func damage() throws {
    var cut = TestAV1.track()
    cut.samples = [Array(TestAV1.color.dropLast(30))]
    #expect(throws: ImageError(.corrupt, "damaged image data: the AV1 picture doesn't decode")) {
      try Self.decode([cut])
    }
    var tall = TestAV1.track()
    tall.height = 65
    let file = TrackBuilder.file([tall])
    #expect(
      throws: ImageError(
        .corrupt, "damaged image data: the AV1 picture has another size than its file says")
    ) { try AVIFDecoderTests.decode(file, size(64, 65)) }
  }
}
