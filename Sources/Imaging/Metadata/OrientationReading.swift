import System
import ImageModel

/// The orientation in a file's metadata, and warnings about it.
package struct OrientationReading: Hashable, Sendable {
  /// The tag's value. Nil if the tag is missing or unusable; the orientation then counts as 1.
  package var tag: ExifOrientation?
  /// Warnings: `orientation_invalid`, `orientation_conflict`, `xmp_orientation_conflict`.
  package var findings: [Finding]
}

extension OrientationReading {

  /// Reads the tag of a file's EXIF blocks, and compares it with XMP `tiff:Orientation`.
  ///
  /// The first EXIF block with the tag counts, even if its value is unusable. Some viewers fall back on XMP.
  /// So a different value in XMP gives a warning, but is never used. A missing or unusable EXIF tag counts as
  /// 1.
  ///
  /// - Throws: `io_error`.
  package static func read(_ header: JPEGHeader, from source: ByteSource) throws(ImageError)
    -> OrientationReading
  {
    var reading = OrientationReading(try fields(header, source))
    for payload in try packets(header, source) { reading.compare(xmp: payload) }
    return reading
  }

  /// The orientation tags of the EXIF blocks. Throws `io_error`.
  static func fields(_ header: JPEGHeader, _ source: ByteSource) throws(ImageError) -> [ExifOrientationField]
  {
    try source.payloads(of: header.segments(.exif).prefix(FixedLimits.Metadata.orientationBlocks)).map {
      ExifOrientationField(payload: $0)
    }
  }

  /// The XMP payloads. Throws `io_error`.
  static func packets(_ header: JPEGHeader, _ source: ByteSource) throws(ImageError) -> [[UInt8]] {
    try source.payloads(of: header.segments(.xmp).prefix(FixedLimits.Metadata.orientationBlocks))
  }

  /// Reads the orientation of a file of any format but JPEG. If the container has an orientation, only that
  /// counts. Otherwise, for a TIFF, the tag in the page's directory counts. For other formats, or if that tag
  /// is missing, the tag in the EXIF block counts.
  ///
  /// HEIC and AVIF are turned by their container alone, whatever EXIF and XMP say. For other formats XMP is
  /// compared as for a JPEG.
  ///
  /// - Throws: `io_error`; for a TIFF also the errors of ``PictureHeader/read(from:page:)``.
  package static func read(_ header: PictureHeader, from source: ByteSource) throws(ImageError)
    -> OrientationReading
  {
    if let orientation = header.orientation { return OrientationReading(tag: orientation, findings: []) }
    var reading = OrientationReading(try fields(header, source))
    for payload in try packets(header, source) { reading.compare(xmp: payload) }
    return reading
  }

  /// The orientation tags of a TIFF page's directory and of the EXIF block.
  ///
  /// Throws the same errors as ``read(_:from:)``.
  static func fields(
    _ header: PictureHeader, _ source: ByteSource
  ) throws(ImageError) -> [ExifOrientationField] {
    var fields: [ExifOrientationField] = []
    if header.format == .tiff {
      var reader = try TIFFHeaderReader(source, header.page)
      fields.append(try reader.orientation())
    }
    if header.format == .raw {
      var file = try DNGFile(source)
      fields += try file.orientations()
    }
    if let payload = try header.payload(.exif, from: source) {
      fields.append(ExifOrientationField(payload: payload))
    } else if header.rawExif != nil {
      fields.append(.invalid("the EXIF block in a text chunk can't be read"))
    }
    return fields
  }

  /// The XMP packets as APP1 payloads. Throws `io_error`.
  static func packets(_ header: PictureHeader, _ source: ByteSource) throws(ImageError) -> [[UInt8]] {
    try header.payload(.xmp, from: source).map { [$0] } ?? []
  }

  /// Combines the tags of several blocks, in the file's order.
  init(_ fields: [ExifOrientationField]) {
    self.init(tag: nil, findings: [])
    guard let first = fields.first(where: { $0 != .missing }) else { return }
    switch first {
    case .missing: break
    case .invalid(let reason):
      findings.append(Finding(.orientationInvalid, "\(reason); 1 is used"))
    case .valid(let orientation, let oddity):
      tag = orientation
      if let oddity {
        findings.append(
          Finding(
            .orientationInvalid, "the orientation tag \(oddity); its value \(orientation.rawValue) is used"))
      }
    }
    for case .valid(let other, _) in fields where other != effective {
      findings.append(
        Finding(
          .orientationConflict,
          "another EXIF block says orientation \(other.rawValue); \(effective.rawValue) of the first is used")
      )
      return
    }
  }

  private var effective: ExifOrientation { tag ?? .topLeft }

  private mutating func compare(xmp payload: [UInt8]) {
    guard !findings.contains(where: { $0.code == .xmpOrientationConflict }),
      let text = XMPPacket.orientation(inPayload: payload), text != String(effective.rawValue)
    else { return }
    findings.append(
      Finding(
        .xmpOrientationConflict,
        "XMP says orientation \(text) and EXIF \(tag.map { String($0.rawValue) } ?? "none"); "
          + "\(effective.rawValue) is used"))
  }
}
