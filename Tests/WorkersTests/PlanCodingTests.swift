import ImageModel
import Planning
import RenderingSupport
import TestSupport
import Testing

@testable import System
@testable import Workers

/// One of each kind of part, with nothing at its default and each optional there or not.
struct PlanParts: Codable, Hashable {
  var flag: Bool?
  var whole: Int?
  var real: Double?
  var text: String?
  var small: Int8
  var wide: UInt64?
  var list: [PixelSize]?
  var kind: OrientationMode?
  var nested: [[String]]
  var last: Float
}

@Suite("Plans on their way to a worker")
struct PlanCodingTests {
  private static let full = PlanParts(
    flag: false, whole: -5, real: -0.1, text: "\u{E9}\n\u{0}", small: -7, wide: .max,
    list: [PixelSize(width: 3, height: 4)], kind: .keep, nested: [["a", ""], []], last: 1.5)

  private static let parts = [
    full,
    PlanParts(
      flag: nil, whole: nil, real: nil, text: nil, small: 0, wide: nil, list: nil, kind: nil, nested: [],
      last: 0),
    PlanParts(
      flag: true, whole: nil, real: .infinity, text: nil, small: 1, wide: nil, list: [], kind: nil,
      nested: [[]], last: -1),
  ]

  @Test("Each part comes out as it went in", arguments: parts)
  func eachPart(_ parts: PlanParts) throws {
    let bytes = try PlanEncoder.encode(parts)
    #expect(try PlanDecoder.decode(PlanParts.self, from: bytes) == parts)
  }

  @Test func theBytesAreThese() throws {
    let flag: [UInt8] = [1, 0]
    let whole: [UInt8] = [1, 0xFB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    let bytes = try PlanEncoder.encode(Self.full)
    #expect(Array(bytes.prefix(11)) == flag + whole)
  }

  @Test("Bytes cut short, or with one too many, are no value")
  func length() throws {
    let bytes = try PlanEncoder.encode(Self.full)
    for count in bytes.indices {
      #expect(throws: WireError.self) {
        try PlanDecoder.decode(PlanParts.self, from: Array(bytes[..<count]))
      }
    }
    #expect(throws: WireError.goesOn(1)) { try PlanDecoder.decode(PlanParts.self, from: bytes + [0]) }
  }

  @Test("Shapes with all of their parts or few")
  func shapes() throws {
    var shape = ObjectShape<Stored>()
    #expect(try PlanDecoder.decode(from: PlanEncoder.encode(shape)) == shape)
    shape.add(outline: [1, 2, 3, 4, 5.25, 6])
    shape.isOriented = true
    #expect(try PlanDecoder.decode(from: PlanEncoder.encode(shape)) == shape)
    shape.add(outline: [1, 2, 3, 4, 5, 6, 7, 8])
    shape.add(keypoint: 9, 10, .covered)
    shape.isCrowd = true
    shape.mask = try Mask(size: PixelSize(width: 3, height: 4), counts: [5, 2, 5])
    #expect(try PlanDecoder.decode(from: PlanEncoder.encode(shape)) == shape)
  }

  @Test("A plan with all kinds of outputs")
  func plan() throws {
    let outputs = [
      "resize: {width: 9}", "crop: {x: 1.5, y: 2, width: 33, height: 44}",
      "crop: {x: -9, y: 3, width: 80, height: 80, out_of_bounds: pad}, background: '#0fA'",
      "crop: {x: 900, y: 0, width: 5, height: 5}",
      "orientation: keep, metadata: {keep: [xmp, exif], gps: keep}",
    ]
    let picture = TestPicture.noisy(width: 90, height: 70)
    var plan = try RenderedImage(
      RenderedImage.job(outputs, more: "hash: none"), picture.file(), stored: picture.size, tag: 6
    ).plan
    #expect(try PlanDecoder.decode(from: PlanEncoder.encode(plan)) == plan)
    plan.error = Finding(.badHeader, "odd")
    (plan.version, plan.format, plan.storedSize, plan.pixels) = (nil, nil, nil, nil)
    #expect(try PlanDecoder.decode(from: PlanEncoder.encode(plan)) == plan)
  }
}
