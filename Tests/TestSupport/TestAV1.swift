/// Two coded AV1 pictures of 64x64 pixels, made for these tests by libaom, and files around them.
package enum TestAV1 {
  package static let side = 64

  /// 4:2:0 in 8 bits, full range, BT.601.
  package static let color = bytes(
    """
    12000a0918157ffdb2021a0d08326d1207f7f6a90001e400000097c8edb1848e73f35654e8787b55cb2fff43122a52a3
    b26fbabec605d07badcc54d070822fffffcc2b1d6fdad577e9d0939c4bab63e47f058c05c7ab4f06b85623622e847ca7
    b0130c502199150e4ca3c26a4fdfcee4d8fbba8e5b60f791cba02864
    """)

  /// Without chroma, in 8 bits, full range.
  package static let grey = bytes(
    """
    12000a0918157ffdb6021a0d40326e1106a90001e40080e6bf4ad4964ca1465795778672611bcb0d9f6f629664019089
    6d89cfb11baf4bd2ae498a459bb04e741dc355b6a575e3d4b5a3033c434faddc5d5220431f1843d01bd5c48a683322b9
    8f0a8cb21ec6e68abbf640fc84995a486473ef4e795ae0dc8a9824d630
    """)

  package static let colorRecord = HEIFBuilder.box("av1C", [0x81, 0x00, 0x0C, 0x00])
  package static let greyRecord = HEIFBuilder.box("av1C", [0x81, 0x00, 0x1C, 0x00])

  /// What ``color`` was made of.
  package static let colorPicture = TestPicture(width: side, height: side, channels: 3) { x, y, channel in
    UInt8([40 + 2 * x, 60 + 2 * y, 200 - x - y][channel])
  }

  /// What ``grey`` was made of.
  package static let greyPicture = TestPicture(width: side, height: side, channels: 1) { x, y, _ in
    UInt8(max(255 - 3 * x - y, 0))
  }

  package static func bytes(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

extension TestAV1 {
  /// A picture of one tile, with further properties.
  package static func still(_ data: [UInt8] = color, _ more: [[UInt8]] = []) -> HEIFBuilder {
    var file = HEIFBuilder()
    file.items = [HEIFBuilder.Item("av01", data: data)]
    let record = data == grey ? greyRecord : colorRecord
    file.properties = [HEIFBuilder.extents(side, side), record] + more
    file.associations = [Array(1...2 + more.count)]
    return file
  }

  /// ``still(_:_:)`` and a second picture beside it, which is ``grey`` with further properties of its own.
  package static func pair(_ more: [[UInt8]] = []) -> HEIFBuilder {
    var file = still()
    file.items.append(HEIFBuilder.Item("av01", data: grey))
    file.properties += [greyRecord] + more
    file.associations.append([1] + (0...more.count).map { $0 + 3 })
    return file
  }

  /// A track whose first sample is this picture, and whose second is none, with further properties.
  package static func track(_ data: [UInt8] = color, _ more: [[UInt8]] = []) -> TrackBuilder {
    TrackBuilder("av01", side, side, [data, [9, 9, 9]], [data == grey ? greyRecord : colorRecord] + more)
  }

  /// A picture that shows the same tile again and again, with further properties; with alpha, likewise, where that is
  /// wanted.
  package static func grid(
    _ width: Int, _ height: Int, alpha: Bool = false, _ more: [[UInt8]] = []
  ) -> HEIFBuilder {
    let (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
    let count = columns * rows
    let head = [0, 0, rows - 1, columns - 1].map { UInt8($0) }
    let sides = PictureBuilder.big(width, 2) + PictureBuilder.big(height, 2)
    let own = HEIFBuilder.Item("grid", data: head + sides)
    var file = HEIFBuilder()
    file.properties = [
      HEIFBuilder.extents(width, height), HEIFBuilder.extents(side, side), colorRecord, greyRecord,
      HEIFBuilder.auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"),
    ]
    file.properties += more
    file.items = [own] + (0..<count).map { _ in HEIFBuilder.Item("av01", data: color) }
    file.associations = [[1] + more.indices.map { $0 + 6 }] + (0..<count).map { _ in [2, 3] }
    file.references = [("dimg", 1, Array(2..<2 + count))]
    if alpha {
      file.items += [own] + (0..<count).map { _ in HEIFBuilder.Item("av01", data: grey) }
      file.associations += [[1, 5]] + (0..<count).map { _ in [2, 4] }
      file.references += [("dimg", count + 2, Array(count + 3..<2 * count + 3)), ("auxl", count + 2, [1])]
    }
    return file
  }
}
