import ImageModel
import System
import TestSupport
import Testing

@testable import Imaging

@Suite("Drawn SVG", .enabled(if: OptionalLibrary.librsvg.load(), "librsvg is not there"))
struct SVGDecoderTests {
  /// Draws the box `box` of a file at `size`, as red, green, blue and alpha.
  private static func draw(
    _ file: [UInt8], _ stored: PixelSize, _ box: PixelRect<Stored>, at size: PixelSize, isHashed: Bool = true
  ) throws -> TestPicture {
    let open = try OpenBytes(file)
    let digest: SHA256? = SHA256()
    let decoder = try PictureDecoder(.librsvg, descriptor: open.descriptor, digest: digest)
    var request = DecodeRequest(
      storedSize: stored, pixels: PixelFormat(.rgb, hasAlpha: true), scale: .full, region: PixelRect(size),
      deadline: PixelDecoding.never)
    request.drawing = box
    var samples: [UInt8] = []
    try decoder.decode(request) { strip throws(ImageError) in
      samples += strip.interleaved(0..<size.width, as: UInt8.self)
    }
    try decoder.drain(limit: file.count)
    #expect(digest?.finish() == SHA256.digest(of: file))
    return TestPicture(width: size.width, height: size.height, channels: 4, samples: samples)
  }

  private static let stored = PixelSize(width: 40, height: 30)
  /// A red rectangle from 10, 5 to 30, 25, and a blue one of alpha 0.2 from 30, 5 to 40, 25.
  private static let squares = TestSVG.file(
    #"<rect x="10" y="5" width="20" height="20" fill='#c80000'/>"#
      + #"<rect x="30" y="5" width="10" height="20" fill='#0000ff' fill-opacity=".2"/>"#, width: 40,
    height: 30)

  /// What `squares` shows at the point x, y.
  private static func color(_ x: Double, _ y: Double) -> [UInt8] {
    guard (5..<25).contains(y), x >= 10 else { return [0, 0, 0, 0] }
    return x < 30 ? [200, 0, 0, 255] : [0, 0, 255, 51]
  }

  @Test(
    "A box is drawn at any size: each sample shows its own place",
    arguments: [
      (0, 0, 40, 30, 40, 30), (0, 0, 40, 30, 80, 90), (0, 0, 40, 30, 8, 6), (10, 5, 20, 20, 20, 20),
      (20, 0, 20, 30, 40, 60), (5, 20, 30, 10, 90, 10), (25, 15, 10, 10, 100, 100),
    ])
  func boxes(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ across: Int, _ down: Int) throws {
    let drawn = try Self.draw(
      Self.squares, Self.stored, PixelRect(x: x, y: y, width: width, height: height),
      at: PixelSize(width: across, height: down))
    for row in 0..<down {
      for column in 0..<across {
        let place = (
          Double(x) + (Double(column) + 0.5) * Double(width) / Double(across),
          Double(y) + (Double(row) + 0.5) * Double(height) / Double(down)
        )
        let found = (0..<4).map { drawn[column, row, $0] }
        #expect(found == Self.color(place.0, place.1), "\(column), \(row)")
      }
    }
  }

  @Test("A box is the cut of the whole drawing, also for a scale that isn't a ratio of small numbers")
  func cuts() throws {
    let file = TestSVG.file(
      #"<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="5" cy="5" r="3"/></pattern>"#
        + #"<rect width="40" height="30" fill="url(#p)"/>"#, width: 40, height: 30)
    let whole = try Self.draw(
      file, Self.stored, PixelRect(Self.stored), at: PixelSize(width: 280, height: 210))
    let box = try Self.draw(
      file, Self.stored, PixelRect(x: 1, y: 1, width: 11, height: 13), at: PixelSize(width: 77, height: 91))
    #expect(box == whole.cropped(x: 7, y: 7, width: 77, height: 91))
  }

  @Test("A fractional size fills the pixels that it is rounded up to")
  func fractions() throws {
    let file = TestSVG.file("<rect width='100%' height='100%' fill='#0a0b0c'/>", #"width="9.2" height="4.5""#)
    let size = PixelSize(width: 10, height: 5)
    let drawn = try Self.draw(file, size, PixelRect(size), at: size)
    #expect(drawn == .plain(width: 10, height: 5, [10, 11, 12, 255]))
  }

  @Test("A compressed file is drawn as the plain one is")
  func compressed() throws {
    let box = PixelRect<Stored>(Self.stored)
    let plain = try Self.draw(
      TestSVG.kinds, PixelSize(width: 76, height: 58), PixelRect(PixelSize(width: 76, height: 58)),
      at: Self.stored)
    let packed = try Self.draw(
      TestSVG.compressed(TestSVG.kinds), PixelSize(width: 76, height: 58),
      PixelRect(PixelSize(width: 76, height: 58)), at: Self.stored)
    #expect(plain == packed)
    #expect(
      try Self.draw(TestSVG.compressed(Self.squares), Self.stored, box, at: Self.stored)
        == Self.draw(Self.squares, Self.stored, box, at: Self.stored))
  }

  @Test("A PNG and a JPEG within it are drawn, a file and an address aren't")
  func pictures() throws {
    let png = TestPNG(2, 2, type: 2, depth: 8) { _, _, channel in [9, 99, 199][channel] }.file
    let size = PixelSize(width: 20, height: 20)
    let box = PixelRect<Stored>(size)
    let drawn = try Self.draw(TestSVG.file(TestSVG.image(png), width: 20, height: 20), size, box, at: size)
    #expect(drawn == .plain(width: 20, height: 20, [9, 99, 199, 255]))
    let jpeg = try TestJPEG(.grey).file(.plain(width: 16, height: 16, [77]))
    let grey = try Self.draw(
      TestSVG.file(TestSVG.image(jpeg, kind: "jpeg"), width: 20, height: 20), size, box, at: size)
    #expect(grey == .plain(width: 20, height: 20, [77, 77, 77, 255]))
    // The scan refuses such files, and librsvg doesn't follow them either.
    let folder = try TemporaryDirectory()
    try folder.write(png, to: "a.png")
    for address in [folder.path("a.png"), "file://" + folder.path("a.png"), "http://127.0.0.1:9/a.png"] {
      let file = TestSVG.file("<image width='20' height='20' href='\(address)'/>", width: 20, height: 20)
      #expect(
        try Self.draw(file, size, box, at: size) == .plain(width: 20, height: 20, [0, 0, 0, 0]), "\(address)")
    }
  }

  @Test("Another size than the planned one fails, and so does damage")
  func failures() {
    func failure(_ file: [UInt8], _ size: PixelSize) -> Finding.Code? {
      do {
        _ = try Self.draw(file, size, PixelRect(size), at: size)
        return nil
      } catch { return (error as? ImageError)?.finding.code }
    }
    #expect(failure(Self.squares, PixelSize(width: 41, height: 30)) == .decodeFailed)
    #expect(failure(Self.squares, PixelSize(width: 39, height: 30)) == .decodeFailed)
    #expect(failure(Array(Self.squares.dropLast(8)), Self.stored) == .decodeFailed)
    #expect(failure([], Self.stored) == .decodeFailed)
    #expect(failure(Array(TestSVG.compressed(Self.squares).dropLast(30)), Self.stored) == .decodeFailed)
  }
}
