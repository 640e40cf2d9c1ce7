import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Damaged AVIF") struct AVIFDamageTests {
  private static let black = TestPicture.plain(width: 64, height: 64, [0, 0, 0])

  private static func damage(_ file: [UInt8], _ width: Int = 64, _ height: Int = 64) -> Finding? {
    #expect(throws: ImageError.self) { try AVIFDecoderTests.decode(file, size(width, height)) }?.finding
  }

  @Test("Data that ends with the file")
  func cut() throws {
    let file = Array(TestAV1.still().bytes.dropLast(30))
    #expect(Self.damage(file) == Finding(.corrupt, "damaged image data: the file ends too early"))
    #expect(throws: ImageError.self) {
      try AVIFDecoderTests.decode(file, size(64, 64), onCorrupt: .truncated)
    }
    let (picture, warnings) = try AVIFDecoderTests.decode(file, size(64, 64), onCorrupt: .none)
    #expect(picture == Self.black)
    #expect(warnings == [Finding(.damaged, "decoder warning heif_end, once")])
  }

  @Test("Data that doesn't decode")
  func undecodable() throws {
    var data = TestAV1.color
    for place in data.indices.dropFirst(20) { data[place] = 0xFF }
    // The second OBU's length is more than there is.
    data[15] = 0xFF
    let file = TestAV1.still(data).bytes
    #expect(Self.damage(file) == Finding(.corrupt, "damaged image data: the AV1 picture doesn't decode"))
    let (picture, warnings) = try AVIFDecoderTests.decode(file, size(64, 64), onCorrupt: .truncated)
    #expect(picture == Self.black)
    #expect(warnings == [Finding(.damaged, "decoder warning heif_data, once")])
  }

  @Test("A coded picture of another size, and one with two sequence headers")
  func sizes() throws {
    var file = TestAV1.still()
    file.properties[0] = HEIFBuilder.extents(64, 65)
    #expect(
      Self.damage(file.bytes, 64, 65)
        == Finding(.corrupt, "damaged image data: the AV1 picture has another size than its file says"))
    // Behind a temporal delimiter of two bytes; its second byte is its length.
    let header = TestAV1.color[2..<4 + Int(TestAV1.color[3])]
    #expect(
      Self.damage(TestAV1.still(header + TestAV1.color).bytes)
        == Finding(.corrupt, "damaged image data: the AV1 picture doesn't decode"))
  }

  private static func refusal(_ file: HEIFBuilder) -> Finding? {
    #expect(throws: ImageError.self) { try CodedPicture.read(from: ByteSource(file.bytes)) }?.finding
  }

  @Test("What isn't decoded is refused by name")
  func refused() {
    var overlay = TestAV1.grid(128, 64)
    overlay.items[0].type = "iovl"
    var unlike = TestAV1.grid(128, 64)
    unlike.associations[2] = [2, 4]
    var turned = TestAV1.grid(128, 64, [HEIFBuilder.turn(1)])
    turned.associations[2] = [2, 3, 6]
    var cells = TestAV1.grid(128, 64)
    cells.references[0].2.append(2)
    var lacking = TestAV1.still()
    lacking.items[0].data = nil
    let matrix = HEIFBuilder.box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 8, 0x80])
    let alike = Finding(.unsupportedFormat, "its tiles are not all alike")
    #expect(
      [overlay, unlike, turned, cells, lacking, TestAV1.still(TestAV1.color, [matrix])].map(Self.refusal) == [
        Finding(.unsupportedFormat, "a picture put together of overlays is not supported"), alike, alike,
        Finding(.badHeader, "its picture and its tiles have sizes that don't fit"),
        Finding(.badHeader, "its picture has no data"),
        Finding(.unsupportedFormat, "colours that are coded by matrix 8 are not supported"),
      ])
  }

  @Test("A picture that is far smaller than what is coded")
  func spare() {
    var file = TestAV1.still(TestAV1.color, [HEIFBuilder.aperture([(10, 1), (10, 1), (0, 1), (0, 1)])])
    file.properties[0] = HEIFBuilder.extents(20000, 20000)
    #expect(
      Self.refusal(file)
        == Finding(
          .unsupportedFormat, "its coded 20000x20000 pixels are far more than the 10x10 that it shows"))
  }
}
