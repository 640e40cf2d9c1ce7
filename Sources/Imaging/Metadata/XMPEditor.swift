import ImageModel

/// Corrects an XMP packet as text: what it says of place, orientation and size, and no more.
struct XMPEditor {
  var orientation: WrittenOrientation
  /// The output's size in pixels, as encoded.
  var size: PixelSize
  var keepsGPS: Bool

  /// What becomes of a property.
  private enum Change {
    case stays
    case goes
    case becomes(String)
  }

  /// The corrected APP1 payload. Comments are left out.
  func edited(_ payload: [UInt8]) throws(Unfollowable) -> [UInt8] {
    let packet = try XMPPacket(payload: payload)
    var result = MetadataSegment.Kind.xmp.identifier
    var index = 0
    while index < packet.tokens.count {
      switch packet.tokens[index] {
      case .comment: index += 1
      case .text(let bytes), .instruction(let bytes):
        result += bytes
        index += 1
      case .end(let name):
        result += Array("</\(name)>".utf8)
        index += 1
      case .start(let tag):
        index = try element(tag, at: index, of: packet, into: &result)
      }
    }
    guard result.count <= MetadataSegment.longestPayload else {
      throw Unfollowable(reason: "it is longer than a marker segment")
    }
    return result
  }

  /// Writes a start tag, or the whole element where that is changed; gives the token to go on with.
  private func element(
    _ tag: XMLTag, at index: Int, of packet: XMPPacket, into result: inout [UInt8]
  ) throws(Unfollowable) -> Int {
    switch change(try packet.resolve(tag.name)) {
    case .goes: return packet.end(of: index)
    case .becomes(let value):
      let end = packet.end(of: index)
      guard tag.attributes.isEmpty, !tag.isEmpty, end == index + 3, case .text = packet.tokens[index + 1]
      else {
        throw Unfollowable(reason: "\(tag.name) is not one plain value")
      }
      result += Array("<\(tag.name)>\(value)</\(tag.name)>".utf8)
      return end
    case .stays:
      result += try attributes(tag, of: packet).bytes
      return index + 1
    }
  }

  private func attributes(_ tag: XMLTag, of packet: XMPPacket) throws(Unfollowable) -> XMLTag {
    var result = tag
    result.attributes = []
    for attribute in tag.attributes {
      switch change(try packet.resolve(attribute.name)) {
      case .stays: result.attributes.append(attribute)
      case .goes: break
      case .becomes(let value):
        result.attributes.append(XMLTag.Attribute(name: attribute.name, value: value))
      }
    }
    return result
  }

  private func change(_ name: XMPPacket.Name) -> Change {
    if name.isPlace && !keepsGPS { return .goes }
    if name.isThumbnail { return .goes }
    switch (name.namespace, name.local) {
    case (XMPPacket.tiff, XMPPacket.orientation.local): return orientationChange
    case (XMPPacket.tiff, "ImageWidth"), (XMPPacket.exif, "PixelXDimension"): return .becomes("\(size.width)")
    case (XMPPacket.tiff, "ImageLength"), (XMPPacket.exif, "PixelYDimension"):
      return .becomes("\(size.height)")
    default: return .stays
    }
  }

  private var orientationChange: Change {
    switch orientation {
    case .upright: .becomes("1")
    case .tag(let value): .becomes("\(value.rawValue)")
    case .none: .goes
    }
  }
}

extension XMPPacket {
  /// The token behind the element that begins at `index`.
  fileprivate func end(of index: Int) -> Int {
    var depth = 0
    for place in index..<tokens.count {
      switch tokens[place] {
      case .start(let tag) where !tag.isEmpty: depth += 1
      case .end: depth -= 1
      default: break
      }
      if depth == 0 { return place + 1 }
    }
    return tokens.count
  }
}
