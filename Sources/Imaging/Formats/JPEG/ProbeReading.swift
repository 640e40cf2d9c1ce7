import ImageModel

extension ProbeReport {
  /// Makes the report on a JPEG from its header and from the metadata in `source`.
  ///
  /// - Throws: `io_error`.
  static func read(_ header: JPEGHeader, from source: ByteSource) throws(ImageError) -> ProbeReport {
    let orientation = try OrientationReading.read(header, from: source)
    let exif = try source.payloads(of: header.segments(.exif).prefix(1)).first ?? []
    let xmp = try source.payloads(of: header.segments(.xmp).prefix(1)).first ?? []
    let groups = ExifGroups(payload: exif)
    return ProbeReport(
      bytes: source.size, header: header, orientation: orientation.tag,
      orientations: try OrientationSources.read(header, from: source), metadata: items(header),
      profile: try? ICCProfile.read(header, from: source).get().description,
      hasGPS: hasGPS(groups, xmp: xmp), exifGroups: groups,
      tags: LibExifTags(payload: exif)?.tags() ?? [],
      gainMap: try header.gainMap(in: source)?.map(\.facts), warnings: orientation.findings)
  }

  private static func items(_ header: JPEGHeader) -> [Item] {
    MetadataSegment.Kind.allCases.compactMap { kind in
      let segments = header.segments(kind)
      guard !segments.isEmpty else { return nil }
      return Item(kind: kind.rawValue, segments: segments.count, bytes: segments.reduce(0) { $0 + $1.length })
    }
  }

  /// True if EXIF or XMP says where the picture was taken. The XMP payload `xmp` may be empty.
  static func hasGPS(_ groups: ExifGroups, xmp: [UInt8]) -> Bool {
    groups.gpsBytes != nil || (try? XMPPacket(payload: xmp))?.hasGPS ?? false
  }
}

extension ExifOrientation {
  /// The turn that a viewer applies to the stored picture, in words.
  package var meaning: String {
    switch self {
    case .topLeft: "as stored"
    case .topRight: "mirrored left to right"
    case .bottomRight: "turned by 180 degrees"
    case .bottomLeft: "mirrored top to bottom"
    case .leftTop: "mirrored left to right, then turned by 270 degrees clockwise"
    case .rightTop: "turned by 90 degrees clockwise"
    case .rightBottom: "mirrored left to right, then turned by 90 degrees clockwise"
    case .leftBottom: "turned by 270 degrees clockwise"
    }
  }
}

extension JPEGHeader {
  /// The usual name of the chroma subsampling, or all sampling factors; nil for one component.
  package var chroma: String? {
    guard components.count > 1 else { return nil }
    let factors = components.map { "\($0.horizontal)x\($0.vertical)" }
    let names = [
      "1x1": "4:4:4", "2x1": "4:2:2", "1x2": "4:4:0", "2x2": "4:2:0", "4x1": "4:1:1", "4x2": "4:1:0",
      "1x4": "4:4:1",
    ]
    let (luma, others) = (components[0], components[1...])
    guard let chroma = others.first, components.count == 3, factors[1] == factors[2],
      luma.horizontal.isMultiple(of: max(1, chroma.horizontal)),
      luma.vertical.isMultiple(of: max(1, chroma.vertical))
    else { return factors.joined(separator: ",") }
    let ratio = "\(luma.horizontal / chroma.horizontal)x\(luma.vertical / chroma.vertical)"
    return names[ratio] ?? factors.joined(separator: ",")
  }
}
