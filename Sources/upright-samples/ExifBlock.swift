import ImageModel

/// The EXIF block that a camera would have written into a sample (EXIF 2.32, section 4.6).
struct ExifBlock {
  private let orientation: ExifOrientation
  private let storedSize: PixelSize
  private let place: Place?

  init(_ orientation: ExifOrientation, storedSize: PixelSize, place: Place?) {
    self.orientation = orientation
    self.storedSize = storedSize
    self.place = place
  }

  /// One entry of a directory: its tag, type and count, and its value's bytes.
  private struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: UInt32
    let value: [UInt8]

    static func text(_ tag: UInt16, _ text: String) -> Entry {
      let bytes = Array(text.utf8) + [0]
      return Entry(tag: tag, type: 2, count: UInt32(bytes.count), value: bytes)
    }

    static func short(_ tag: UInt16, _ value: UInt16) -> Entry {
      Entry(tag: tag, type: 3, count: 1, value: bigEndian(value))
    }

    static func long(_ tag: UInt16, _ value: UInt32) -> Entry {
      Entry(tag: tag, type: 4, count: 1, value: bigEndian(value))
    }

    static func angle(_ tag: UInt16, _ value: (UInt32, UInt32, UInt32)) -> Entry {
      let bytes = [value.0, 1, value.1, 1, value.2, 1].flatMap { bigEndian($0) }
      return Entry(tag: tag, type: 5, count: 3, value: bytes)
    }
  }

  /// The payload of an APP1 segment.
  var payload: [UInt8] {
    let exif = [
      Entry.text(0x9003, "2026:05:01 10:00:00"),
      .long(0xA002, UInt32(storedSize.width)),
      .long(0xA003, UInt32(storedSize.height)),
    ]
    let gps = place.map { place in
      [
        Entry.text(1, "N"), .angle(2, place.north),
        .text(3, "E"), .angle(4, place.east),
      ]
    }
    var main = [
      Entry.text(0x010F, "Upright"), .text(0x0110, "Sample Generator"),
      .short(0x0112, UInt16(orientation.rawValue)),
      .long(0x8769, 0),
    ]
    if gps != nil { main.append(.long(0x8825, 0)) }

    // Each directory follows the one before, so the sizes of earlier directories give its place.
    let exifStart = 8 + Self.bytes(main, at: 8).count
    let exifBytes = Self.bytes(exif, at: exifStart)
    let gpsStart = exifStart + exifBytes.count
    main[3] = .long(0x8769, UInt32(exifStart))
    if gps != nil { main[4] = .long(0x8825, UInt32(gpsStart)) }
    let header: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]
    return Array("Exif\0\0".utf8) + header + Self.bytes(main, at: 8) + exifBytes
      + (gps.map { Self.bytes($0, at: gpsStart) } ?? [])
  }

  /// A directory at offset `start`. Values that don't fit into its entries follow it.
  private static func bytes(_ entries: [Entry], at start: Int) -> [UInt8] {
    var directory = bigEndian(UInt16(entries.count))
    var values: [UInt8] = []
    let valuesStart = start + 2 + 12 * entries.count + 4
    for entry in entries {
      directory += bigEndian(entry.tag) + bigEndian(entry.type) + bigEndian(entry.count)
      if entry.value.count <= 4 {
        directory += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        directory += bigEndian(UInt32(valuesStart + values.count))
        values += entry.value + (entry.value.count % 2 == 0 ? [] : [0])
      }
    }
    return directory + [0, 0, 0, 0] + values
  }
}

private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.bigEndian) { Array($0) }
}
