import TestSupport
import Testing

/// A coded picture of 64x64 pixels, made for these tests without loss by x265 or libaom: its left upper ``side`` x ``side``
/// pixels are ``inner``, all others ``outer``, as where a grid's last tile is padded. And files around it.
struct TestPaddedTile: CustomTestStringConvertible, Sendable {
  static let side = 38
  static let inner: [UInt8] = [210, 120, 60]
  static let outer: [UInt8] = [20, 200, 90]

  let testDescription: String
  private let type: String
  private let record: [UInt8]
  private let data: [UInt8]

  var isHEVC: Bool { type == "hvc1" }

  /// The tile alone, with further properties.
  func still(_ more: [[UInt8]] = []) -> HEIFBuilder { turned(TestAV1.still(TestAV1.color, more)) }

  /// A picture that shows the tile again and again.
  func grid(_ width: Int, _ height: Int) -> HEIFBuilder { turned(TestAV1.grid(width, height)) }

  private func turned(_ file: HEIFBuilder) -> HEIFBuilder {
    var file = file
    file.brands = [isHEVC ? "heic" : "avif", "mif1"]
    file.items = file.items.map { $0.type == "av01" ? HEIFBuilder.Item(type, data: data) : $0 }
    file.properties = file.properties.map { $0 == TestAV1.colorRecord ? record : $0 }
    return file
  }

  static let hevcHalved = TestPaddedTile(
    testDescription: "HEVC 4:2:0", type: "hvc1",
    record: HEIFBuilder.box(
      "hvcC",
      TestAV1.bytes(
        """
        010370000000000000000000fff000fcfdf8f800000f03200001001840010c01ffff0370000003009000000300000300
        ffba0240210001002b4201010370000003009000000300000300ffa020810596ea4929ae6e04040c0800000300080000
        0300084022000100064401c1718912
        """)),
    data: TestAV1.bytes(
      """
      000001212801af05b8146f84e803efd6b5ad6b5bdef7bdef7ff3b5ffff2276bffff5cb2cda6e10a142850b93264c9932
      644d3ffd8f7400ff37f99f91f03838383838787878787878785d15b12c42ca1cbf4e29a8ea344adfcaef66666665db31
      e36fcc9e1c0c98a31f48e0e29248385bfb6df6b7d89e9ede20424a735d042fdf916c30f8ca3b1b02d840bf5baff24c0e
      cbfb951c3370836ddd801ce6c6d902f1a38313d1a2363998980051e2754ad2c74db4c77dccccc784db95f5ab199888dc
      143c697572d23f0efce7c9b725560fa061bf1ef81236d6118b773e967ebc0003feb4be804dd72611e8c8472d81713f9b
      9f8a76356eac321b13dde0d4c002a8177fcebbfffedc37aee85f8d01f0bffc30558bfdf4593c2e54a09dbe32e4579042
      c00d5d1eb5
      """))

  static let hevcNarrowed = TestPaddedTile(
    testDescription: "HEVC 4:2:2", type: "hvc1",
    record: HEIFBuilder.box(
      "hvcC",
      TestAV1.bytes(
        """
        010408000000000000000000fff000fcfef8f800000f03200001001740010c01ffff0408000003009d380000030000ff
        ba0240210001002a4201010408000003009d380000030000ffb020810596ea4929ae6e04040c08000003000800000300
        084022000100064401c1718912
        """)),
    data: TestAV1.bytes(
      """
      000001372801af05b814811511200fbf5ad6b5ad6f7bdef7bdffced7fffc89daffffd72cb369b842850a142e4c993264
      c99134fff63dd003fcdfe67e47c0e0e0e0e0e1e1e1e1e1e1e1e17456f12c515f8f4de4ac9f5e01f7c37f2bbd99999997
      6cc78dbf327870470ead20fb6ce93421776fedb7dadf627a7b59618763506d42c402564e088df62f8f0cfb69ac6dfe49
      81d97f72a3866e106dbbb0055e09b640bc68e0c4f4688d8e6626001c71477ed6963a6da63bee66663c26dcafad58ccca
      297d959ebf4af7df7df7a1a0230ffe28bc42f02372955955955954032c8c5041a6d5850baa990c220200000303879005
      c1834cc1b173a4188968e0b4579f8a76356eac321b13dde0d4c002fdcf1fe5fefffffdb86f5dd0bf1a03e17ff860ab19
      37140e61a69d9658cf30fc7f8cb915e41ebd686505e1801840d396
      """))

  static let av1Halved = av1(
    "AV1 4:2:0", record: "81000c00",
    """
    12000a0918157ffd8204040d08322d440000b450cc20f7be2698b5dfacb4e376db72c5406e4db05070b149a23bc19aa6
    980524349b45755e08e38dd0
    """)

  static let av1Narrowed = av1(
    "AV1 4:2:2", record: "81400a00",
    """
    12000a0958157ffd8204040d20322e440000b450cc20f7be2698b5dfacda0e2ff4fc9cd1afdd19a6d01fbfc33678ded1
    4addd12d7f7bc96ecf759c3e80
    """)

  private static func av1(_ name: String, record: String, _ data: String) -> TestPaddedTile {
    TestPaddedTile(
      testDescription: name, type: "av01", record: HEIFBuilder.box("av1C", TestAV1.bytes(record)),
      data: TestAV1.bytes(data))
  }
}
