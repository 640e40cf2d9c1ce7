import ImageModel

/// Gain map metadata as XMP properties (Adobe Gain Map 1.0, "XMP Representation"; Ultra HDR Image Format 1.1).
extension GainMapMetadata {
  private static func name(_ local: String) -> XMPName { XMPName(namespace: XMPName.hdrgm, local: local) }

  /// Reads the properties of a map's own packet. Nil if the packet has none of them. Throws if a number is
  /// missing or can't be read.
  init?(xmp packet: XMPPacket) throws(Unfollowable) {
    guard packet.names.contains(Self.name("Version")) else { return nil }
    func values(_ local: String, default value: Double?) throws(Unfollowable) -> [Double] {
      let texts = packet.values(of: Self.name(local))
      if texts.isEmpty, let value { return [value] }
      let numbers = texts.compactMap { Double($0) }
      guard numbers.count == texts.count, [1, 3].contains(numbers.count) else {
        throw Unfollowable(reason: "hdrgm:\(local) is \(texts.isEmpty ? "missing" : "no number")")
      }
      return numbers
    }
    let isBaseHDR = packet.values(of: Self.name("BaseRenditionIsHDR")).first == "True"
    let (minimum, maximum) = (try values("GainMapMin", default: 0), try values("GainMapMax", default: nil))
    let gamma = try values("Gamma", default: 1)
    let (sdr, hdr) = (try values("OffsetSDR", default: 1 / 64), try values("OffsetHDR", default: 1 / 64))
    let (lower, upper) = (
      try values("HDRCapacityMin", default: 0), try values("HDRCapacityMax", default: nil)
    )
    let all = [minimum, maximum, gamma, sdr, hdr]
    let channels = (0..<(all.map(\.count).max() ?? 1)).map { channel in
      let own = all.map { $0[$0.count == 1 ? 0 : channel] }
      return Channel(
        minimum: own[0], maximum: own[1], gamma: own[2], baseOffset: own[isBaseHDR ? 4 : 3],
        alternateOffset: own[isBaseHDR ? 3 : 4])
    }
    self.init(
      channels: channels, baseHeadroom: isBaseHDR ? upper[0] : lower[0],
      alternateHeadroom: isBaseHDR ? lower[0] : upper[0], isBaseHDR: isBaseHDR, usesBaseColorSpace: true)
  }

  /// A description with the properties, for the map's own packet.
  var description: String {
    let (base, alternate) = isBaseHDR ? ("OffsetHDR", "OffsetSDR") : ("OffsetSDR", "OffsetHDR")
    let lists: [(name: String, value: KeyPath<Channel, Double>)] = [
      ("GainMapMin", \.minimum), ("GainMapMax", \.maximum), ("Gamma", \.gamma), (base, \.baseOffset),
      (alternate, \.alternateOffset),
    ]
    let limits = [baseHeadroom, alternateHeadroom].sorted()
    var attributes = [
      ("Version", "1.0"), ("BaseRenditionIsHDR", isBaseHDR ? "True" : "False"),
      ("HDRCapacityMin", limits[0].plain), ("HDRCapacityMax", limits[1].plain),
    ]
    var elements = ""
    for (local, value) in lists {
      let texts = channels.map { $0[keyPath: value].plain }
      if texts.count == 1 {
        attributes.append((local, texts[0]))
      } else {
        let items = texts.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        elements += "<hdrgm:\(local)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(local)>"
      }
    }
    let text = attributes.map { " hdrgm:\($0.0)=\"\($0.1)\"" }.joined()
    return
      "<rdf:Description rdf:about=\"\" xmlns:rdf=\"\(XMPPacket.rdf)\" xmlns:hdrgm=\"\(XMPName.hdrgm)\"\(text)>\(elements)</rdf:Description>"
  }
}

extension XMPPacket {
  /// The plain values of a property: an attribute, an element's text, or the items of its list. Without
  /// surrounding space. The first place with the name counts.
  func values(of name: XMPName) -> [String] {
    for (place, token) in tokens.enumerated() {
      guard case .start(let tag) = token else { continue }
      for attribute in tag.attributes where (try? resolve(attribute.name)) == name {
        return [attribute.value.trimmed]
      }
      if (try? resolve(tag.name)) == name, !tag.isEmpty { return texts(in: place) }
    }
    return []
  }

  /// The texts in the element that begins at the token `start`, without those of only space.
  private func texts(in start: Int) -> [String] {
    tokens[start..<end(of: start)].compactMap { token in
      guard case .text(let bytes) = token else { return nil }
      let text = String(decoding: bytes, as: UTF8.self).trimmed
      return text.isEmpty ? nil : text
    }
  }

  /// `packet`, an APP1 payload, with `description` as its last description. Nil if the packet has no end to put it
  /// before.
  static func payload(_ packet: [UInt8], adding description: String) -> [UInt8]? {
    guard let end = (packet.indices.last { packet[$0...].starts(with: "RDF>".utf8) }),
      let start = packet[..<end].lastIndex(of: UInt8(ascii: "<")), packet[start...].starts(with: "</".utf8)
    else { return nil }
    return Array(packet[..<start]) + description.utf8 + packet[start...]
  }

  /// A new packet with one description, as an APP1 payload (XMP part 1, section 7.3.2).
  static func payload(_ description: String) -> [UInt8] {
    let text =
      "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?><x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
      + "<rdf:RDF xmlns:rdf=\"\(rdf)\">\(description)</rdf:RDF></x:xmpmeta><?xpacket end=\"w\"?>"
    return MetadataSegment.Kind.xmp.identifier + text.utf8
  }
}

extension Double {
  /// The number in decimal digits, without an exponent. Up to nine digits follow the point.
  fileprivate var plain: String {
    let text = "\(self)"
    if !text.contains("e") { return text }
    let billionths = Int((min(max(self, -1e9), 1e9) * 1e9).rounded())
    let digits = String(abs(billionths))
    let padded = String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    return (billionths < 0 ? "-" : "") + padded.dropLast(9) + "." + padded.suffix(9)
  }
}
