/// A coded HEVC picture of 64x64 pixels, made for these tests by x265, and files around it.
package enum TestHEVC {
  /// 4:2:0 in 8 bits, full range, BT.601; behind its length in four bytes. Made of ``TestAV1/colorPicture``.
  package static let color = TestAV1.bytes(
    """
    0000007d2801af09e0d628aa45d2f16663fd066899b9cec4ebb081d7459f2bc6764fb757a90332f085aafa298401aabb
    ccfbf908c660c939fcbddfb5242955555c0ffb8d9f1cf7d2e1972b3c3ee7aa13fb8c68a6776a81589b9bc2f23d89e615
    f5cbeb72beed95cbbacc4053f072a5a798a880700c0ba4aa9ce839a710cbae5d7e
    """)

  /// Its record, with VPS, SPS and PPS.
  package static let record = TestAV1.bytes(
    """
    0103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff0370000003009000000300000300
    1eba0240210001002b42010103700000030090000003000003001ea020810596ea4929ae6e04040c0800000300080000
    0300084022000100074401c172b02240
    """)

  /// Records of other pictures of 64x64 pixels whose sequence parameter sets, with scaling lists, say BT.2020 and PQ or HLG.
  package static let pqRecord = bt2020Record("10")
  package static let hlgRecord = bt2020Record("12")

  private static func bt2020Record(_ transfer: String) -> [UInt8] {
    TestAV1.bytes(
      """
      0103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff0370000003009000000300000300
      1eba0240210001002b42010103700000030090000003000003001ea020810596ea492ad73709\(transfer)0904000003
      000400000300042022000100074401c172b02240
      """)
  }

  /// A picture of one tile, with another record where that is wanted, and further properties.
  package static func still(
    _ data: [UInt8] = color, record: [UInt8] = record, more: [[UInt8]] = []
  ) -> HEIFBuilder {
    turned(TestAV1.still(TestAV1.color, more), data, record)
  }

  /// A track whose first sample is the picture, and whose second is none.
  package static var track: TrackBuilder {
    TrackBuilder("hvc1", 64, 64, [color, [9, 9, 9]], [HEIFBuilder.box("hvcC", record)])
  }

  /// A picture that shows the same tile again and again, with further properties.
  package static func grid(_ width: Int, _ height: Int, _ more: [[UInt8]] = []) -> HEIFBuilder {
    turned(TestAV1.grid(width, height, more), color, record)
  }

  /// The same file with tiles of HEVC.
  private static func turned(_ file: HEIFBuilder, _ data: [UInt8], _ record: [UInt8]) -> HEIFBuilder {
    var file = file
    file.brands = ["heic", "mif1"]
    for index in file.items.indices where file.items[index].type == "av01" {
      file.items[index] = HEIFBuilder.Item("hvc1", data: data)
    }
    for index in file.properties.indices where file.properties[index] == TestAV1.colorRecord {
      file.properties[index] = HEIFBuilder.box("hvcC", record)
    }
    return file
  }
}
