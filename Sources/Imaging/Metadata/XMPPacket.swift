import ImageModel

/// An XMP packet (XMP part 1, section 7) as tokens, its names resolved to namespaces.
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
  /// The element that holds all descriptions, and one of them (XMP part 1, section 7.4).
  static let root = XMPName(namespace: rdf, local: "RDF")
  static let description = XMPName(namespace: rdf, local: "Description")
  /// The attribute of a description that may name the picture.
  static let about = XMPName(namespace: rdf, local: "about")
  /// What the instructions around a packet begin with (XMP part 1, section 7.3.2).
  static let wrapper = Array("<?xpacket ".utf8)
  /// Says which segments the packet goes on in (XMP part 3, section 1.1.3.1).
  static let extended = XMPName(namespace: "http://ns.adobe.com/xmp/note/", local: "HasExtendedXMP")
  static let orientation = XMPName(namespace: tiff, local: "Orientation")

  static let xResolution = XMPName(namespace: tiff, local: "XResolution")
  static let yResolution = XMPName(namespace: tiff, local: "YResolution")

  private(set) var tokens: [XMLToken]
  private let namespaces: [String: String]

  /// Takes an APP1 payload apart.
  init(payload: [UInt8]) throws(Unfollowable) {
    var text = payload.dropFirst(MetadataSegment.Kind.xmp.identifier.count)
    while text.last == 0 { text.removeLast() }
    tokens = try XMLScanner.tokens(of: Array(text))
    namespaces = try Self.namespaces(of: tokens)
  }

  /// The prefixes of all tags; each has to mean one thing throughout.
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

  /// What a name with a prefix means; a name without one has the namespace "".
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

  /// The text of `tiff:Orientation` in an APP1 payload; nil where there is none or the packet can't be read.
  static func orientation(inPayload payload: [UInt8]) -> String? {
    // Most packets have none, and scanning one costs far more than looking for the word.
    guard payload.holds(Array(orientation.local.utf8)), let packet = try? XMPPacket(payload: payload) else {
      return nil
    }
    return packet.texts(of: orientation).first { _ in true }
  }

  /// The values of the properties of that name, without the space around them.
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

  /// Calls each of two properties of one namespace by the other's name.
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

  /// What elements and attributes are called, as far as that is known.
  var names: some Sequence<XMPName> {
    tokens.lazy.flatMap { token in
      guard case .start(let tag) = token else { return [String]() }
      return [tag.name] + tag.attributes.map(\.name)
    }.compactMap { try? resolve($0) }
  }

  /// True when a property says where the picture was taken.
  var hasGPS: Bool { names.contains(where: \.isPlace) }
}

extension XMPName {
  /// True for what stands around descriptions: the root, and the packet's own element and attributes (XMP part 1, section 7.3.3).
  var isFrame: Bool { self == XMPPacket.root || namespace == "adobe:ns:meta/" }

  /// True for attributes that are part of the syntax, and no properties.
  var isSyntax: Bool {
    ["", XMPPacket.declarations, XMPPacket.rdf, "http://www.w3.org/XML/1998/namespace"].contains(namespace)
  }

  /// True for properties that say who made the picture, or whose it is.
  var isCopyright: Bool {
    switch namespace {
    case XMPPacket.rights, XMPPacket.plus: true
    case XMPPacket.dublinCore: ["creator", "rights"].contains(local)
    case XMPPacket.tiff: ["Artist", "Copyright"].contains(local)
    case XMPPacket.photoshop: ["Credit", "AuthorsPosition"].contains(local)
    default: false
    }
  }

  /// True for properties that say how many pixels are an inch or a centimetre.
  var isResolution: Bool {
    self == XMPPacket.xResolution || self == XMPPacket.yResolution
      || self == XMPName(namespace: XMPPacket.tiff, local: "ResolutionUnit")
  }

  /// True for boxes around faces and the like, in parts of the picture's sides (Metadata Working Group 2.0, section 5.9), which
  /// a crop or a turn makes wrong.
  var isOfRegion: Bool {
    switch namespace {
    case "http://www.metadataworkinggroup.com/schemas/regions/": local == "Regions"
    case "http://ns.microsoft.com/photo/1.2/": local == "RegionInfo"
    default: false
    }
  }

  /// True for small pictures of the picture, which an edit makes stale.
  var isThumbnail: Bool {
    namespace == XMPPacket.image || namespace == XMPPacket.basic && local == "Thumbnails"
  }
}

extension Array<UInt8> {
  /// True when `other`, which is not empty, stands somewhere in these bytes.
  func holds(_ other: [UInt8]) -> Bool {
    indices.contains { self[$0] == other.first && self[$0...].starts(with: other) }
  }
}

extension String {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
