import ImageModel
import Imaging

/// The EXIF block that a camera would have written into a sample (EXIF 2.32, section 4.6).
struct ExifBlock {
  let orientation: ExifOrientation
  let storedSize: PixelSize
  let place: Place?

  /// The payload of an APP1 segment.
  var payload: [UInt8] {
    var main = ExifTree.Directory([
      .text(0x010F, "Upright"), .text(0x0110, "Sample Generator"),
      .short(0x0112, UInt16(orientation.rawValue)),
    ])
    main.below[0x8769] = ExifTree.Directory([
      .text(0x9003, "2026:05:01 10:00:00"), .long(0xA002, UInt32(storedSize.width)),
      .long(0xA003, UInt32(storedSize.height)),
    ])
    main.below[0x8825] = place.map { place in
      ExifTree.Directory([
        .text(1, "N"), .angle(2, place.north), .text(3, "E"), .angle(4, place.east),
      ])
    }
    return Array("Exif\0\0".utf8) + ExifTree(isBigEndian: true, main: main).block(isBigEndian: true)
  }
}

extension ExifTree.Field {
  fileprivate static func text(_ tag: Int, _ text: String) -> Self {
    Self(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
  }

  fileprivate static func short(_ tag: Int, _ value: UInt16) -> Self {
    Self(tag: tag, type: 3, count: 1, value: bigEndian(value))
  }

  fileprivate static func long(_ tag: Int, _ value: UInt32) -> Self {
    Self(tag: tag, type: 4, count: 1, value: bigEndian(value))
  }

  fileprivate static func angle(_ tag: Int, _ value: (UInt32, UInt32, UInt32)) -> Self {
    let bytes = [value.0, 1, value.1, 1, value.2, 1].flatMap { bigEndian($0) }
    return Self(tag: tag, type: 5, count: 3, value: bytes)
  }
}

private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.bigEndian) { Array($0) }
}
