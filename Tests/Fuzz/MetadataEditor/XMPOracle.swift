import ImageModel

/// What must hold for an XMP packet that is kept.
struct XMPOracle {
  private static let tiff = "http://ns.adobe.com/tiff/1.0/"
  private static let exif = "http://ns.adobe.com/exif/1.0/"
  private static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  private static let dublinCore = "http://purl.org/dc/elements/1.1/"
  /// Who made a picture and whose it is: these, and all of the namespaces of rights and of PLUS.
  private static let copyright: Set<XMPName> = [
    XMPName(namespace: dublinCore, local: "creator"), XMPName(namespace: dublinCore, local: "rights"),
    XMPName(namespace: tiff, local: "Artist"), XMPName(namespace: tiff, local: "Copyright"),
    XMPName(namespace: photoshop, local: "Credit"), XMPName(namespace: photoshop, local: "AuthorsPosition"),
  ]
  private static let rights: Set<String> = [
    "http://ns.adobe.com/xap/1.0/rights/", "http://ns.useplus.org/ldf/xmp/1.0/",
  ]

  private let edit: MetadataEdit
  private let source: [UInt8]

  /// For what is kept of `source`.
  init(_ edit: MetadataEdit, _ source: [UInt8]) {
    self.edit = edit
    self.source = Array(source.reversed().drop { $0 == 0 }.reversed())
  }

  func fault(in packet: [UInt8]) -> String? {
    if let fault = placeFault(packet) { return "XMP: \(fault)" }
    // Much is no XML, and yet kept: readers of XMP ask for little.
    guard PlainXMP(source) != nil else { return nil }
    guard let kept = PlainXMP(packet) else { return "XMP: expat took it, and doesn't any more" }
    return kept.names.lazy.compactMap { name in fault(of: name).map { "XMP: \(name.name.name) \($0)" } }.first
  }

  private func fault(of name: PlainXMP.Name) -> String? {
    if name.isProperty, !isAllowed(name.name) { return "isn't to be kept" }
    if !name.isProperty && !name.isInProperty && !edit.policy.keep.contains("xmp") && !isFrame(name) {
      return "isn't to be kept, outside of all properties"
    }
    if name.name.namespace == "http://ns.adobe.com/xap/1.0/g/img/" { return "is a thumbnail's" }
    switch (name.name.namespace, name.name.local) {
    case (Self.tiff, "Orientation"):
      let wanted: UInt8? =
        switch edit.orientation {
        case .none: nil
        case .upright: 1
        case .tag(let tag): tag.rawValue
        }
      return name.value == wanted.map { "\($0)" } ? nil : "says \(name.value)"
    case (Self.tiff, "ImageWidth"), (Self.exif, "PixelXDimension"):
      return name.value == "\(MetadataEdit.size.width)" ? nil : "says \(name.value)"
    case (Self.tiff, "ImageLength"), (Self.exif, "PixelYDimension"):
      return name.value == "\(MetadataEdit.size.height)" ? nil : "says \(name.value)"
    default: return nil
    }
  }

  private func isAllowed(_ name: XMPName) -> Bool {
    let group =
      Self.isPlace(name.local)
      ? "gps" : Self.copyright.contains(name) || Self.rights.contains(name.namespace) ? "copyright" : nil
    return edit.policy.allows(name.namespace.isEmpty ? nil : name.name, group, in: "xmp")
  }

  /// True for what holds properties.
  private func isFrame(_ name: PlainXMP.Name) -> Bool {
    if name.isAttribute && PlainXMP.syntax.contains(name.name.namespace) { return true }
    return name.name.namespace == "adobe:ns:meta/"
      || [PlainXMP.root, PlainXMP.description].contains(name.name)
  }

  /// A name of a place, looked for in the text between `<` and the next one, so that expat's view doesn't matter.
  private func placeFault(_ packet: [UInt8]) -> String? {
    let named = edit.policy.keep.contains("exif:GPSLatitude")
    if edit.policy.allowsPlaces || named { return nil }
    for piece in packet.split(separator: UInt8(ascii: "<")).dropFirst(packet.first == 0x3C ? 0 : 1) {
      let names = Self.names(inTag: piece).filter { !$0.hasPrefix("xmlns") }
      if let place = names.first(where: { Self.isPlace(String($0.split(separator: ":").last ?? "")) }) {
        return "the place \(place) is kept"
      }
    }
    return nil
  }

  /// The names of a tag and its attributes, up to its end.
  private static func names(inTag tag: ArraySlice<UInt8>) -> [String] {
    var outside: [UInt8] = []
    var quote: UInt8?
    if tag.first == UInt8(ascii: "?") { return [] }
    for byte in tag {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      } else {
        outside.append([0x09, 0x0A, 0x0D, 0x2F, 0x3D].contains(byte) ? 0x20 : byte)
      }
    }
    return outside.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isPlace(_ local: String) -> Bool {
    let name = local.lowercased()
    if name.hasPrefix("isospeed") { return false }
    return name.hasPrefix("gps") || ["city", "state", "country", "location", "coverage"].contains(name)
      || ["latitude", "longitude", "altitude"].contains { name.contains($0) }
  }
}
