import ImageModel
import System

extension JPEGHeader {
  /// Reads a JPEG's markers up to the end of its first scan header.
  ///
  /// The reader accepts and refuses the same files as libjpeg's `jpeg_read_header`, with two exceptions. It
  /// refuses more than 4,096 markers or 16 MiB before the first scan. It reads frames of kinds that libjpeg
  /// doesn't know; see ``refusal``. Like libjpeg it skips bytes between markers, and the content of unneeded
  /// markers.
  ///
  /// - Throws: `empty_file`, `unsupported_format`, `bad_header`, `zero_size`, `component_count`,
  ///   `hierarchical`, `io_error`.
  package static func read(from source: ByteSource) throws(ImageError) -> JPEGHeader {
    guard source.size > 0 else { throw ImageError(.emptyFile, "the file is empty") }
    var reader = JPEGHeaderReader(source)
    return try reader.read()
  }
}

/// Reads the markers of a JPEG, one after the other.
struct JPEGHeaderReader {

  private let source: ByteSource
  var input: ByteWindow
  /// The header as far as it is read. The list of components is empty until the frame header is read.
  var header = JPEGHeader()

  init(_ source: ByteSource) {
    self.source = source
    input = ByteWindow(source)
  }

  mutating func read() throws(ImageError) -> JPEGHeader {
    guard try input.next() == 0xFF, try input.next() == 0xD8 else { throw try unsupported() }
    for _ in 0..<FixedLimits.Header.parts {
      let marker = try nextMarker()
      if marker == 0xDA { return try scan() }
      try segment(marker)
    }
    throw .badHeader("more than \(FixedLimits.Header.parts) markers stand before its picture")
  }

  private func unsupported() throws(ImageError) -> ImageError {
    FileKind.unsupported(try source.read(at: 0, count: FileKind.lookahead))
  }

  /// Skips the bytes before the next marker, and returns the marker's second byte.
  private mutating func nextMarker() throws(ImageError) -> UInt8 {
    while true {
      while try input.next() != 0xFF {}
      var byte = try input.next()
      while byte == 0xFF { byte = try input.next() }
      if byte != 0 { return byte }
    }
  }

  private mutating func segment(_ marker: UInt8) throws(ImageError) {
    switch marker {
    case 0xC4: try huffmanTables()
    case 0xCC: try arithmeticConditions()
    case 0xDB: try quantizationTables()
    case 0xDD: try restartInterval()
    case 0xDC: input.skip(try input.next16() - 2)
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: try startOfFrame(marker)
    case 0xDE: throw ImageError(.hierarchical, "hierarchical JPEG is not supported")
    case 0xE0...0xEF, 0xFE: try application(marker)
    case 0x01, 0xD0...0xD7: break
    case 0xD8: throw .badHeader("a second start of image stands before its picture")
    case 0xD9: throw .badHeader("it ends before its picture begins")
    default: throw .badHeader("it has the unknown marker \(hexadecimal(Int(marker), digits: 2))")
    }
  }

  /// Reads the needed first bytes of an APPn or COM segment, and skips the rest of the segment.
  private mutating func application(_ marker: UInt8) throws(ImageError) {
    let length = max(try input.next16() - 2, 0)
    let offset = input.position
    switch marker {
    case 0xE0:
      let start = try start(14, of: length)
      if length >= 14, start.starts(with: "JFIF\0".utf8) {
        header.hasJFIF = true
        header.hasUnknownJFIF = start[5] != 1 || header.hasUnknownJFIF
        let (x, y) = (Int(start[8]) << 8 | Int(start[9]), Int(start[10]) << 8 | Int(start[11]))
        header.resolution = Resolution(jfifUnit: start[7], x: x, y: y)
      }
    case 0xEE:
      let start = try start(12, of: length)
      if start.count == 12, start.starts(with: "Adobe".utf8) { header.adobeTransform = start.last }
    case 0xE1, 0xE2, 0xED:
      let start = try start(MetadataSegment.Kind.extendedXMP.identifier.count, of: length)
      let kind = MetadataSegment.Kind.allCases.first {
        $0.marker == marker && start.starts(with: $0.identifier)
      }
      if let kind { header.segments.append(MetadataSegment(kind: kind, offset: offset, length: length)) }
      if marker == 0xE2 { otherPictures(start, offset..<offset + length) }
    case 0xFE: header.segments.append(MetadataSegment(kind: .comment, offset: offset, length: length))
    default: break
    }
    input.skip(offset + length - input.position)
  }

  /// Updates the header if an APP2 segment leads to other pictures in the file, or announces a gain map.
  private mutating func otherPictures(_ start: [UInt8], _ payload: Range<Int>) {
    if start.starts(with: MultiPictureFormat.segmentName) {
      header.multiPicture = header.multiPicture ?? payload
    }
    if start.starts(with: GainMap.segmentName) { header.gainMapSegment = header.gainMapSegment ?? payload }
  }

  private mutating func start(_ count: Int, of length: Int) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<min(count, length) { bytes.append(try input.next()) }
    return bytes
  }
}
