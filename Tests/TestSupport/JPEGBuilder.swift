/// A JPEG header for tests, with any segments before its frame; it has no picture data.
package enum JPEGBuilder {
  /// A marker segment.
  package static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)] + payload
  }

  /// A JFIF marker segment.
  package static let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  /// An Adobe marker segment.
  package static func adobe(_ transform: UInt8) -> [UInt8] {
    segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  /// A frame header; each component is its id and its sampling factors as in `0x22`.
  package static func frame(
    _ marker: UInt8 = 0xC0, precision: UInt8 = 8, width: Int = 640, height: Int = 480,
    components: [(UInt8, UInt8)] = [(1, 0x22), (2, 0x11), (3, 0x11)]
  ) -> [UInt8] {
    let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    let fields: [UInt8] = components.flatMap { [$0.0, $0.1, 0] }
    return segment(marker, [precision] + size + [UInt8(components.count)] + fields)
  }

  /// A scan header of these components.
  package static func scan(_ ids: [UInt8] = [1, 2, 3]) -> [UInt8] {
    let fields: [UInt8] = ids.flatMap { [$0, 0] }
    return segment(0xDA, [UInt8(ids.count)] + fields + [0, 63, 0])
  }

  /// A file that begins with these segments.
  package static func file(_ segments: [[UInt8]]) -> [UInt8] { [0xFF, 0xD8] + segments.joined() }

  /// A whole header of the usual kind behind some segments.
  package static func file(with segments: [[UInt8]]) -> [UInt8] {
    file([jfif] + segments + [frame(), scan()])
  }
}
