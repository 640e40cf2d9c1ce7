import TestSupport
import Testing

@Suite("The inverse DCT in double precision")
struct JPEGExactTests {
  typealias Coefficients = TestJPEG.Coefficients

  private static func expectNear(_ plane: TestJPEG.ExactPlane, _ expected: [Double]) {
    #expect(plane.samples.count == expected.count)
    #expect(zip(plane.samples, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(plane.samples)")
  }

  @Test("DC alone is an eighth of it everywhere", arguments: [1, 2, 4, 8])
  func flat(_ eighths: Int) throws {
    let plane = try Coefficients(HandMadeJPEG.flat).exactPlane(0, eighths: eighths)
    #expect((plane.width, plane.height) == (eighths, eighths))
    Self.expectNear(plane, [Double](repeating: 144, count: eighths * eighths))
  }

  @Test("One horizontal frequency, dequantized 80: 10 sqrt 2 cos pi/4, and cos pi/8 and 3 pi/8")
  func across() throws {
    let read = try Coefficients(HandMadeJPEG.wave(run: 0))
    Self.expectNear(try read.exactPlane(0, eighths: 2), [154, 134, 154, 134])
    let (far, near) = (13.065629648763766, 5.411961001461970)
    let row = [144 + far, 144 + near, 144 - near, 144 - far]
    Self.expectNear(try read.exactPlane(0, eighths: 4), row + row + row + row)
  }

  @Test("One vertical frequency")
  func down() throws {
    let read = try Coefficients(HandMadeJPEG.wave(run: 1))
    Self.expectNear(try read.exactPlane(0, eighths: 2), [154, 154, 134, 134])
  }

  @Test("Samples end at 0 and 255, and the last block at the side's share")
  func bounds() throws {
    let light = try Coefficients(HandMadeJPEG.climbing(blocks: 4)).exactPlane(0, eighths: 2)
    Self.expectNear(light, [Double](repeating: 255, count: 16))
    var kind = TestJPEG(.grey)
    kind.quality = 100
    let dark = try kind.file(.plain(width: 9, height: 5, [0]))
    let plane = try Coefficients(dark).exactPlane(0, eighths: 2)
    #expect((plane.width, plane.height) == (3, 2))
    Self.expectNear(plane, [Double](repeating: 0, count: 6))
  }

  /// libjpeg's DCTs of 2 and 4 points are others, which drop what the low frequencies alone don't say.
  @Test("libjpeg's integer DCT of as many points is less than a level away", arguments: [1, 3, 5, 6, 7, 8])
  func libjpeg(_ eighths: Int) throws {
    var kind = TestJPEG(.ycbcr)
    kind.sampling = [.init(2, 1)]
    let read = try Coefficients(kind.file(.noisy(width: 41, height: 23)))
    for component in 0..<3 {
      let exact = try read.exactPlane(component, eighths: eighths)
      let plane = try read.plane(component, eighths: eighths)
      #expect((plane.width, plane.height) == (exact.width, exact.height))
      #expect(zip(plane.samples, exact.samples).allSatisfy { abs(Double($0) - $1) < 1 })
    }
  }
}
