import System
import ImageModel

/// Signs of a gain map in a file. With a gain map, viewers show the picture in HDR.
enum GainMap {
  /// The first bytes of an APP2 segment of ISO 21496-1.
  static let segmentName = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  /// The type of Apple's auxiliary picture in a HEIC.
  static let auxiliaryName = Array("urn:com:apple:photo:2020:aux:hdrgainmap".utf8)
  /// The property that gives the purpose of a file in a GContainer list. For a gain map, the property has the
  /// value ``semanticOfMap`` (Ultra HDR Image Format 1.1).
  private static let semantic = XMPName(namespace: XMPName.containerItem, local: "Semantic")
  private static let semanticOfMap = Array("GainMap".utf8)

  /// True if the file, or a picture in its Multi-Picture Format, announces a gain map. Throws `io_error`.
  static func isIn(_ header: JPEGHeader, _ source: ByteSource) throws(ImageError) -> Bool {
    if header.gainMapSegment != nil { return true }
    let packets = try source.payloads(of: header.segments(.xmp).prefix(1))
    if packets.contains(where: isIn(packet:)) { return true }
    guard let pictures = header.multiPicture else { return false }
    for place in try MultiPictureFormat.others(pictures, in: source) {
      let start = try source.read(at: place.lowerBound, count: FixedLimits.Header.gainMapBytes)
      if mayBeIn(start) || start.holds(segmentName) { return true }
    }
    return false
  }

  /// True if the container or XMP announces a gain map. Throws `io_error`.
  static func isIn(_ header: PictureHeader, _ source: ByteSource) throws(ImageError) -> Bool {
    if header.hasGainMap { return true }
    return try header.payload(.xmp, from: source).map(isIn(packet:)) ?? false
  }

  /// True if the APP1 payload of XMP announces a gain map. If the payload can't be parsed, the names in its
  /// bytes decide.
  private static func isIn(packet payload: [UInt8]) -> Bool {
    // Most packets announce no gain map, and a search for the names costs far less than a parse.
    guard mayBeIn(payload) || payload.holds(semanticOfMap) else { return false }
    guard let packet = try? XMPPacket(payload: payload) else { return mayBeIn(payload) }
    return packet.names.contains(where: \.describesGainMap)
      || packet.texts(of: semantic).contains { Array($0.utf8) == semanticOfMap }
  }

  /// True if the bytes name a namespace of gain map properties.
  private static func mayBeIn(_ bytes: [UInt8]) -> Bool {
    XMPName.ofGainMaps.contains { bytes.holds(Array($0.utf8)) }
  }
}

extension XMPName {
  /// The namespace of Adobe's properties (Gain Map 1.0).
  static let hdrgm = "http://ns.adobe.com/hdr-gain-map/1.0/"
  /// The namespace of Apple's properties.
  static let ofApple = "http://ns.apple.com/HDRGainMap/1.0/"
  /// The namespaces of GContainer, which lists the pictures of a file, and of its items.
  static let container = "http://ns.google.com/photos/1.0/container/"
  static let containerItem = "http://ns.google.com/photos/1.0/container/item/"
  /// Namespaces of properties that describe a gain map.
  fileprivate static let ofGainMaps: Set = [hdrgm, ofApple]
  /// ``ofGainMaps``, and namespaces that lead to a gain map: GContainer, and Apple's for auxiliary pictures.
  static let aroundGainMaps = ofGainMaps.union([
    container, containerItem, "http://ns.apple.com/pixeldatainfo/1.0/",
  ])

  fileprivate var describesGainMap: Bool { Self.ofGainMaps.contains(namespace) }

  /// True for properties of files with several pictures. An output has only one picture.
  var isAroundGainMap: Bool { Self.aroundGainMaps.contains(namespace) }
}
