import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Sequences of HEIC and AVIF files") struct HEIFSequenceTests {
  private typealias H = HEIFBuilder

  private static let record = H.box("av1C", [0x81, 0, 0x4C, 0])

  private static func track(_ samples: [[UInt8]] = [[1, 2, 3], [4]]) -> TrackBuilder {
    TrackBuilder("av01", 20, 10, samples, [record])
  }

  private static func picture(_ tracks: [TrackBuilder]) throws -> CodedPicture {
    try CodedPicture.read(from: ByteSource(TrackBuilder.file(tracks)))
  }

  private static func refusal(_ change: (inout TrackBuilder) -> Void) throws -> Finding? {
    var changed = track()
    change(&changed)
    let file = TrackBuilder.file([changed])
    #expect(throws: Never.self) { try PictureHeader.read(from: ByteSource(file)) }
    return #expect(throws: ImageError.self) { try CodedPicture.read(from: ByteSource(file)) }?.finding
  }

  @Test("Samples of the first track of pictures are counted, beside a still picture too")
  func counted() throws {
    let tracks = [Self.track().auxiliary("none", of: 2), Self.track([[1], [2], [3]]), Self.track()]
    #expect(
      try pictureHeader(TrackBuilder.file(tracks)).get()
        == PictureHeader(
          format: .avif, storedSize: PixelSize(width: 20, height: 10), colors: .rgb, bits: 10, images: 3,
          isAnimated: true, orientation: .topLeft))
    var file = HEIFBuilder()
    file.others = [TrackBuilder.movie(tracks)]
    let still = try pictureHeader(file.bytes).get()
    #expect(still.images == 1 && !still.isAnimated)
    file.brands = ["avis", "msf1"]
    let both = try pictureHeader(file.bytes).get()
    #expect(both.images == 3 && both.isAnimated)
    #expect(both.storedSize == PixelSize(width: 64, height: 48))
  }

  @Test(
    "The first sample lies where the tables say",
    arguments: [.each, .same, .compact(4), .compact(8), .compact(16)] as [TrackBuilder.Sizes], [false, true])
  func place(sizes: TrackBuilder.Sizes, isLong: Bool) throws {
    var track = Self.track([[UInt8](repeating: 77, count: 13), [5, 6]])
    (track.sizes, track.hasLongOffsets, track.hasLongHeader) = (sizes, isLong, isLong)
    track.syncSamples = isLong ? [1, 2] : nil
    let picture = try Self.picture([Self.track().auxiliary("other", of: 2), track])
    // Behind `ftyp`, the head of `mdat` and four bytes of the other track.
    #expect(picture.color.tiles == [CodedPicture.Tile(pieces: [20 + 8 + 4..<20 + 8 + 17], isCut: false)])
    #expect(picture.crop == PixelRect(size(20, 10)) && picture.alpha == nil && picture.coding == .av1)
  }

  @Test("Data that the file ends before, as far as it is there")
  func cut() throws {
    let track = Self.track()
    let type = H.box("ftyp", Array("avis\0\0\0\0".utf8))
    let length = (type + TrackBuilder.movie([track])).count
    func tile(at place: Int) throws -> CodedPicture.Tile? {
      let file = type + TrackBuilder.movie([track], at: place)
      return try CodedPicture.read(from: ByteSource(file)).color.tiles.first
    }
    #expect(try tile(at: length - 2) == CodedPicture.Tile(pieces: [length - 2..<length], isCut: true))
    #expect(try tile(at: 0xFFFF_FFFF) == CodedPicture.Tile(pieces: [], isCut: true))
  }

  @Test("What isn't decoded is refused by name, and described all the same")
  func refusals() throws {
    let needy = Finding(.unsupportedFormat, "a sequence whose first frame needs others is not supported")
    #expect(try Self.refusal { $0.syncSamples = [2] } == needy)
    #expect(try Self.refusal { $0.syncSamples = [] } == needy)
    let turned = Finding(.unsupportedFormat, "a sequence whose track is turned or scaled is not supported")
    for place in 0..<9 { #expect(try Self.refusal { $0.matrix[place] += 1 } == turned) }
    #expect(
      try Self.refusal { $0.entries = 2 }
        == Finding(.unsupportedFormat, "a sequence whose frames are coded differently is not supported"))
    let missing = Finding(.badHeader, "its picture has no data")
    #expect(try Self.refusal { $0.hasOffsets = false } == missing)
    #expect(try Self.refusal { $0.samples[0] = [] } == missing)
    #expect(
      try Self.refusal { $0.properties = [H.pixels([8])] }
        == Finding(.badHeader, "its picture has no record of its coding"))
    #expect(
      try Self.refusal { $0.properties.append(H.box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 8, 0])) }
        == Finding(.unsupportedFormat, "colours that are coded by matrix 8 are not supported"))
  }

  @Test("Broken tracks refuse a file only where it has no still picture")
  func broken() throws {
    var track = Self.track()
    track.matrix = []
    var file = HEIFBuilder()
    (file.brands, file.others) = (["avis"], [TrackBuilder.movie([track])])
    let header = try pictureHeader(file.bytes).get()
    #expect(header.storedSize == size(64, 48) && header.images == 1 && !header.isAnimated)
    #expect(throws: ImageError.cutHeader) { try pictureHeader(TrackBuilder.file([track])).get() }
  }

  @Test("Alpha is a track that says so and belongs to the pictures")
  func alpha() throws {
    let track = Self.track()
    func hasAlpha(_ other: TrackBuilder) throws -> Bool {
      let file = TrackBuilder.file([track, other])
      let header = try pictureHeader(file).get()
      #expect(try (CodedPicture.read(from: ByteSource(file)).alpha != nil) == header.hasAlpha)
      return header.hasAlpha
    }
    #expect(try hasAlpha(track.auxiliary()))
    #expect(try hasAlpha(track.auxiliary("urn:mpeg:hevc:2015:auxid:1")))
    #expect(try !hasAlpha(track.auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:depth")))
    #expect(try !hasAlpha(track.auxiliary(of: 2)))
    #expect(try !hasAlpha(track))
    var odd = track.auxiliary()
    odd.width = 21
    let refusal = ImageError(.unsupportedFormat, "its alpha is of another size or coding than its colours")
    #expect(throws: refusal) { try Self.picture([track, odd]) }
    (odd.width, odd.coding) = (20, "hvc1")
    #expect(throws: refusal) { try Self.picture([track, odd]) }
  }

  @Test("The sample entry's own aperture, turn, profile and colours hold")
  func properties() throws {
    var track = Self.track()
    track.properties = [
      H.box("av1C", [0x81, 0, 0x1C, 0]), H.aperture([(6, 1), (4, 1), (0, 1), (0, 1)]), H.turn(1),
      H.box("colr", Array("prof".utf8) + [7, 8]),
      H.box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 5, 0x80]),
    ]
    let file = TrackBuilder.file([track])
    let header = try pictureHeader(file).get()
    #expect(header.storedSize == size(6, 4) && header.orientation == .leftBottom)
    #expect(header.colors == .grey && header.bits == 8)
    #expect(PictureHeader.bytes(header.icc?.range, of: file) == [7, 8])
    let picture = try Self.picture([track])
    #expect(picture.crop == PixelRect(x: 7, y: 3, width: 6, height: 4))
    #expect(picture.matrix == CodedPicture.Matrix(number: 5, isFullRange: true))
  }
}
