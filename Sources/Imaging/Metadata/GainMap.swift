import ImageModel

/// What tells that a file holds a gain map, with which viewers make its picture HDR.
enum GainMap {
  /// What an APP2 segment of ISO 21496-1 begins with.
  static let segmentName = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  /// What Apple calls the auxiliary picture of a HEIC.
  static let auxiliaryName = Array("urn:com:apple:photo:2020:aux:hdrgainmap".utf8)
  /// The property of a file that GContainer lists, and its value for a map (Ultra HDR Image Format 1.1).
  private static let semantic = XMPName(
    namespace: "http://ns.google.com/photos/1.0/container/item/", local: "Semantic")
  private static let semanticOfMap = Array("GainMap".utf8)
  /// How far into another picture of the file its own metadata is looked for, in bytes.
  private static let reach = 1 << 16

  /// True where the file, or what its Multi-Picture Format leads to, says that there is one. Throws `io_error`.
  static func isIn(_ header: JPEGHeader, _ source: ByteSource) throws(Finding) -> Bool {
    if header.hasGainMapSegment { return true }
    if let packet = header.segments(.xmp).first {
      if isIn(packet: try source.read(at: packet.offset, count: packet.length)) { return true }
    }
    guard let pictures = header.multiPicture else { return false }
    for offset in MultiPictureFormat.others(try source.read(at: pictures.lowerBound, count: pictures.count)) {
      let start = try source.read(at: pictures.lowerBound + offset, count: reach)
      if mayBeIn(start) || start.holds(segmentName) { return true }
    }
    return false
  }

  /// True where the container or XMP says that there is one. Throws `io_error`.
  static func isIn(_ header: PictureHeader, _ source: ByteSource) throws(Finding) -> Bool {
    if header.hasGainMap { return true }
    return try header.payload(.xmp, from: source).map(isIn(packet:)) ?? false
  }

  /// True where the APP1 payload of XMP says so; one that can't be read says what its bytes seem to.
  private static func isIn(packet payload: [UInt8]) -> Bool {
    // Most packets have none, and scanning one costs far more than looking for the words.
    guard mayBeIn(payload) || payload.holds(semanticOfMap) else { return false }
    guard let packet = try? XMPPacket(payload: payload) else { return mayBeIn(payload) }
    return packet.names.contains(where: \.describesGainMap)
      || packet.texts(of: semantic).contains { Array($0.utf8) == semanticOfMap }
  }

  /// True where a namespace of a map's properties is named.
  private static func mayBeIn(_ bytes: [UInt8]) -> Bool {
    XMPName.ofGainMaps.contains { bytes.holds(Array($0.utf8)) }
  }
}

extension XMPName {
  /// The namespaces of properties that describe a map: Adobe's (Gain Map 1.0) and Apple's.
  fileprivate static let ofGainMaps: Set = [
    "http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.apple.com/HDRGainMap/1.0/",
  ]
  /// Those and the ones that lead to a map: GContainer, which lists the pictures behind the first one, and what Apple says of
  /// auxiliary pictures.
  static let aroundGainMaps = ofGainMaps.union([
    "http://ns.google.com/photos/1.0/container/", "http://ns.google.com/photos/1.0/container/item/",
    "http://ns.apple.com/pixeldatainfo/1.0/",
  ])

  fileprivate var describesGainMap: Bool { Self.ofGainMaps.contains(namespace) }

  /// True for properties of files with several pictures, which an output isn't.
  var isAroundGainMap: Bool { Self.aroundGainMaps.contains(namespace) }
}
