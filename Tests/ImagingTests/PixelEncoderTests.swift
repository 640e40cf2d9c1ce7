import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("The encoder")
struct PixelEncoderTests {
  /// A file of a picture's channels.
  private static func file(
    _ picture: TestPicture, _ options: EncodeOptions, markers: [KeptMetadata.Segment] = []
  ) throws -> [UInt8] {
    var file: [UInt8] = []
    let encoder = try PictureEncoder(.jpeg) { bytes throws(ImageError) in file += bytes }
    try encoder.encode(try picture.planes(), options, markers)
    return file
  }

  private static func file(_ planes: [Plane<UInt8>], _ options: EncodeOptions) throws -> [UInt8] {
    var file: [UInt8] = []
    let encoder = try PictureEncoder(.jpeg) { bytes throws(ImageError) in file += bytes }
    try encoder.encode(planes, options)
    return file
  }

  @Test("Quality 100 at 4:4:4 gives the planes back", arguments: [1, 3], [size(1, 1), size(65, 130)])
  func planes(_ channels: Int, _ size: PixelSize) throws {
    let picture = TestPicture.noisy(width: size.width, height: size.height, channels: channels)
    let decoded = try TestJPEG.decode(Self.file(picture, EncodeOptions.jpeg(quality: 100, chroma: .none)))
    #expect(decoded.picture.largestDifference(picture) <= 2)
    #expect(decoded.warnings == 0)
  }

  @Test(arguments: ChromaSubsampling.allCases, [size(37, 29), size(160, 121)])
  func processes(_ chroma: ChromaSubsampling, _ size: PixelSize) throws {
    let picture = TestPicture.noisy(width: size.width, height: size.height)
    let plain = try Self.file(picture, EncodeOptions.jpeg(chroma: chroma))
    let expected = try TestJPEG.decode(plain)
    #expect(!expected.isProgressive)
    for (progressive, optimize) in [(true, false), (false, true), (true, true)] {
      let file = try Self.file(
        picture, EncodeOptions.jpeg(chroma: chroma, progressive: progressive, optimize: optimize))
      let decoded = try TestJPEG.decode(file)
      #expect(decoded.picture == expected.picture)
      #expect(decoded.isProgressive == progressive)
      #expect(file.count < plain.count)
    }
  }

  /// Where pixels that share chroma have the same, their mean is that.
  @Test(
    "Chroma that is subsampled already makes the file that libjpeg makes of chroma of all pixels",
    arguments: [.half, .quarter] as [ChromaSubsampling],
    [
      size(1, 1), size(1, 40), size(40, 1), size(7, 9), size(8, 8), size(16, 16), size(17, 15), size(33, 34),
      size(64, 64), size(65, 129), size(130, 200),
    ])
  func subsampled(_ chroma: ChromaSubsampling, _ size: PixelSize) throws {
    let (across, down) = (chroma.horizontal, chroma.vertical)
    let shared = PixelSize(
      width: (size.width + across - 1) / across, height: (size.height + down - 1) / down)
    let luma = try TestPicture.noisy(width: size.width, height: size.height).planes()[0]
    let noise = TestPicture.noisy(width: shared.width, height: shared.height)
    let small = try noise.planes()
    let whole = TestPicture(width: size.width, height: size.height, channels: 3) { x, y, channel in
      noise[x / across, y / down, channel]
    }
    let large = try whole.planes()
    for (progressive, optimize) in [(false, false), (true, false), (false, true)] {
      let options = EncodeOptions.jpeg(chroma: chroma, progressive: progressive, optimize: optimize)
      let file = try Self.file([luma, small[1], small[2]], options)
      #expect(try file == Self.file([luma, large[1], large[2]], options))
      #expect(try TestJPEG.decode(file).warnings == 0)
    }
  }

  @Test("Planes that don't fit together are refused")
  func sizes() throws {
    let (large, small) = (
      try TestPicture.noisy(width: 20, height: 20).planes(), try Plane<UInt8>(width: 9, height: 10)
    )
    for options in [EncodeOptions.jpeg(), .jpeg(chroma: .none)] {
      #expect(throws: ImageError(.encodeFailed, "can't be encoded: its planes are of different sizes")) {
        try Self.file([large[0], small, small], options)
      }
    }
  }

  @Test(
    "The frame header has the sampling factors that were asked for",
    arguments: [(.none, 1, 1), (.half, 2, 1), (.quarter, 2, 2)] as [(ChromaSubsampling, Int, Int)])
  func sampling(_ chroma: ChromaSubsampling, _ horizontal: Int, _ vertical: Int) throws {
    let one = TestJPEG.Sampling(1, 1)
    let color = try TestJPEG.decode(
      Self.file(.smooth(width: 20, height: 20), EncodeOptions.jpeg(chroma: chroma)))
    #expect(color.sampling == [TestJPEG.Sampling(horizontal, vertical), one, one])
    let grey = try TestJPEG.decode(
      Self.file(.smooth(width: 20, height: 20, channels: 1), EncodeOptions.jpeg(chroma: chroma)))
    #expect(grey.sampling == [one])
  }

  @Test("A lower quality makes a smaller, worse file")
  func quality() throws {
    let picture = TestPicture.noisy(width: 64, height: 64)
    let files = try [10, 50, 85, 100].map { try Self.file(picture, EncodeOptions.jpeg(quality: $0)) }
    #expect(files.map(\.count) == files.map(\.count).sorted())
    let levels = try files.map { try TestJPEG.decode($0).picture.psnr(picture, channel: 0) }
    #expect(levels == levels.sorted())
    #expect(try Self.file(picture, EncodeOptions.jpeg(quality: 85)) == files[2])
  }

  @Test("Markers stand in their order behind JFIF", arguments: [false, true])
  func markers(_ progressive: Bool) throws {
    let segments = [
      KeptMetadata.Segment(marker: 0xE1, payload: Array("Exif\0\0abc".utf8)),
      KeptMetadata.Segment(
        marker: 0xE2, payload: (0..<65533).map { UInt8(truncatingIfNeeded: $0) }),
      KeptMetadata.Segment(marker: 0xFE, payload: []), KeptMetadata.Segment(marker: 0xFE, payload: [1]),
    ]
    let file = try Self.file(
      .noisy(width: 90, height: 70), EncodeOptions.jpeg(progressive: progressive), markers: segments)
    var expected: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
    // JFIF 1.01, no unit, square pixels, no thumbnail.
    expected += Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    for segment in segments {
      let length = segment.payload.count + 2
      expected += [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 255)] + segment.payload
    }
    #expect(Array(file.prefix(expected.count)) == expected)
    #expect(file[expected.count...].prefix(2) == [0xFF, 0xDB])
    #expect(file.suffix(2) == [0xFF, 0xD9])
    #expect(try TestJPEG.decode(file).warnings == 0)
  }

  @Test("What the sink throws ends the encode", arguments: [0, 1, 2])
  func sinkThrows(_ good: Int) throws {
    let full = ImageError(Finding.Code("full"), "the disk is full")
    var writes = 0
    let encoder = try PictureEncoder(.jpeg) { _ throws(ImageError) in
      writes += 1
      if writes > good { throw full }
    }
    #expect(throws: full) {
      try encoder.encode(
        try TestPicture.noisy(width: 64, height: 400).planes(), EncodeOptions.jpeg())
    }
    #expect(writes == good + 1)
  }

  @Test("A picture that libjpeg can't write is an encode that failed")
  func tooWide() throws {
    let failure = #expect(throws: ImageError.self) {
      _ = try Self.file(.plain(width: 65501, height: 1, [7]), EncodeOptions.jpeg())
    }
    #expect(
      failure
        == ImageError(.encodeFailed, "can't be encoded: Maximum supported image dimension is 65500 pixels"))
  }
}

extension PictureEncoder {
  /// Writes grey, or Y, Cb and Cr.
  func encode(
    _ planes: [Plane<UInt8>], _ options: EncodeOptions, _ markers: [KeptMetadata.Segment] = []
  ) throws(ImageError) {
    try encode(
      planes.map { Channel($0) }, PixelFormat(planes.count == 1 ? .grey : .ycbcr), options: options,
      metadata: KeptMetadata(markers))
  }
}
