import ImageModel
import Testing

@testable import Imaging

/// What ends an encoder.
struct EncoderDeadlineTests {
  @Test("An encoder whose time is over writes no picture", arguments: OutputFormat.allCases)
  func late(_ format: OutputFormat) throws {
    let pixels = format.pixels(of: PixelFormat(.rgb), over: .black, options: .defaults(format))
    let planes = try (0..<pixels.planes).map { _ in Channel(try Plane<UInt8>(width: 70, height: 70)) }
    var options = EncodeOptions.defaults(format)
    options.chroma = ChromaSubsampling.none
    let encoder = try PictureEncoder(format, deadline: 0) { _ in }
    #expect(throws: ImageError(.timeout)) {
      try encoder.encode(planes, pixels, options: options, metadata: KeptMetadata())
    }
    let unbounded = try PictureEncoder(format) { _ in }
    try unbounded.encode(planes, pixels, options: options, metadata: KeptMetadata())
  }
}
