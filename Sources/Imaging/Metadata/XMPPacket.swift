import ImageModel

/// An XMP packet (XMP part 1, section 7) as tokens, with names resolved to namespaces.
struct XMPPacket {
  /// The namespace of `xmlns` itself (Namespaces in XML 1.0, section 3).
  static let declarations = "http://www.w3.org/2000/xmlns/"
  static let tiff = "http://ns.adobe.com/tiff/1.0/"
  static let exif = "http://ns.adobe.com/exif/1.0/"
  static let basic = "http://ns.adobe.com/xap/1.0/"
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let dublinCore = "http://purl.org/dc/elements/1.1/"
  static let rights = "http://ns.adobe.com/xap/1.0/rights/"
  static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  static let plus = "http://ns.useplus.org/ldf/xmp/1.0/"
  static let image = "http://ns.adobe.com/xap/1.0/g/img/"
  /// The element around all descriptions (XMP part 1, section 7.4). The next property, `description`, is the
  /// element of one description.
  static let root = XMPName(namespace: rdf, local: "RDF")
  static let description = XMPName(namespace: rdf, local: "Description")
  /// The attribute of a description that may name the picture.
  static let about = XMPName(namespace: rdf, local: "about")
  /// The first bytes of the processing instructions around a packet (XMP part 1, section 7.3.2).
  static let wrapper = Array("<?xpacket ".utf8)
  /// The property that names the segments in which the packet continues (XMP part 3, section 1.1.3.1).
  static let extended = XMPName(namespace: "http://ns.adobe.com/xmp/note/", local: "HasExtendedXMP")
  static let orientation = XMPName(namespace: tiff, local: "Orientation")

  static let xResolution = XMPName(namespace: tiff, local: "XResolution")
  static let yResolution = XMPName(namespace: tiff, local: "YResolution")

  private(set) var tokens: [XMLToken]
  private let namespaces: [String: String]

  /// Parses an APP1 payload.
  init(payload: [UInt8]) throws(Unfollowable) {
    var text = payload.dropFirst(MetadataSegment.Kind.xmp.identifier.count)
    while text.last == 0 { text.removeLast() }
    tokens = try XMLScanner.tokens(of: Array(text))
    namespaces = try Self.namespaces(of: tokens)
  }

  /// The namespaces of all prefixes. Each prefix must have one meaning throughout.
  private static func namespaces(of tokens: [XMLToken]) throws(Unfollowable) -> [String: String] {
    var bound = ["xml": "http://www.w3.org/XML/1998/namespace", "xmlns": declarations]
    for case .start(let tag) in tokens {
      for attribute in tag.attributes where attribute.name == "xmlns" || attribute.name.hasPrefix("xmlns:") {
        let prefix = String(attribute.name.dropFirst("xmlns:".count))
        guard !prefix.isEmpty else { throw Unfollowable(reason: "it has a default namespace") }
        guard !attribute.value.contains("&"), bound[prefix] ?? attribute.value == attribute.value else {
          throw Unfollowable(reason: "the prefix \(prefix) has no one meaning")
        }
        bound[prefix] = attribute.value
      }
    }
    return bound
  }

  /// The name with the namespace of its prefix. A name without a prefix has the namespace "".
  func resolve(_ name: String) throws(Unfollowable) -> XMPName {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      guard parts.count == 1 else { throw Unfollowable(reason: "the name \(name) has two prefixes") }
      return XMPName(namespace: "", local: name)
    }
    guard let namespace = namespaces[parts[0]] else {
      throw Unfollowable(reason: "the prefix \(parts[0]) has no meaning")
    }
    return XMPName(namespace: namespace, local: parts[1])
  }

  /// The text of `tiff:Orientation` in an APP1 payload; nil if there is none or the packet can't be parsed.
  static func orientation(inPayload payload: [UInt8]) -> String? {
    // Most packets have no orientation, and a search for the word costs far less than a parse.
    guard payload.holds(Array(orientation.local.utf8)), let packet = try? XMPPacket(payload: payload) else {
      return nil
    }
    return packet.texts(of: orientation).first { _ in true }
  }

  /// The values of all properties with that name, without surrounding space.
  func texts(of name: XMPName) -> some Sequence<String> {
    tokens.indices.lazy.compactMap { text(of: name, at: $0) }
  }

  private func text(of name: XMPName, at index: Int) -> String? {
    guard case .start(let tag) = tokens[index] else { return nil }
    for attribute in tag.attributes where (try? resolve(attribute.name)) == name {
      return attribute.value.trimmed
    }
    if (try? resolve(tag.name)) == name, tokens.indices.contains(index + 1),
      case .text(let text) = tokens[index + 1]
    {
      return String(decoding: text, as: UTF8.self).trimmed
    }
    return nil
  }

  /// Exchanges the names of two properties in one namespace.
  mutating func exchange(_ one: XMPName, _ other: XMPName) throws(Unfollowable) {
    func renamed(_ name: String) throws(Unfollowable) -> String {
      let resolved = try resolve(name)
      guard resolved == one || resolved == other else { return name }
      return name.prefix { $0 != ":" } + ":" + (resolved == one ? other : one).local
    }
    for place in tokens.indices {
      switch tokens[place] {
      case .start(var tag):
        tag.name = try renamed(tag.name)
        for index in tag.attributes.indices {
          tag.attributes[index].name = try renamed(tag.attributes[index].name)
        }
        tokens[place] = .start(tag)
      case .end(let name): tokens[place] = .end(try renamed(name))
      default: break
      }
    }
  }

  /// The names of elements and attributes, if they can be resolved.
  var names: some Sequence<XMPName> {
    tokens.lazy.flatMap { token in
      guard case .start(let tag) = token else { return [String]() }
      return [tag.name] + tag.attributes.map(\.name)
    }.compactMap { try? resolve($0) }
  }

  /// True if a property says where the picture was taken.
  var hasGPS: Bool { names.contains(where: \.isPlace) }
}

extension XMPName {
  /// True for names outside of descriptions: the root element, and the packet's own element and attributes
  /// (XMP part 1, section 7.3.3).
  var isFrame: Bool { self == XMPPacket.root || namespace == "adobe:ns:meta/" }

  /// True for attributes that are syntax, not properties.
  var isSyntax: Bool {
    ["", XMPPacket.declarations, XMPPacket.rdf, "http://www.w3.org/XML/1998/namespace"].contains(namespace)
  }

  /// True for properties about authors and rights.
  var isCopyright: Bool {
    switch namespace {
    case XMPPacket.rights, XMPPacket.plus: true
    case XMPPacket.dublinCore: ["creator", "rights"].contains(local)
    case XMPPacket.tiff: ["Artist", "Copyright"].contains(local)
    case XMPPacket.photoshop: ["Credit", "AuthorsPosition"].contains(local)
    default: false
    }
  }

  /// True for properties that tell the picture's resolution.
  var isResolution: Bool {
    self == XMPPacket.xResolution || self == XMPPacket.yResolution
      || self == XMPName(namespace: XMPPacket.tiff, local: "ResolutionUnit")
  }

  /// True for regions, such as boxes around faces, relative to the picture's sides (Metadata Working Group
  /// 2.0, section 5.9). A crop or turn makes them wrong.
  var isOfRegion: Bool {
    switch namespace {
    case "http://www.metadataworkinggroup.com/schemas/regions/": local == "Regions"
    case "http://ns.microsoft.com/photo/1.2/": local == "RegionInfo"
    default: false
    }
  }

  /// True for thumbnails, which an edit makes stale.
  var isThumbnail: Bool {
    namespace == XMPPacket.image || namespace == XMPPacket.basic && local == "Thumbnails"
  }
}

extension Array<UInt8> {
  /// True if these bytes contain `other`, which is not empty.
  func holds(_ other: [UInt8]) -> Bool {
    indices.contains { self[$0] == other.first && self[$0...].starts(with: other) }
  }
}

extension String {
  /// The text without white space at either end.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
