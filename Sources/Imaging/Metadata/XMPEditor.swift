import ImageModel

/// Removes parts of an XMP packet that aren't kept, and corrects orientation and size in the rest. The editor
/// works on the packet's text.
struct XMPEditor {
  let request: MetadataRequest
  private var policy: MetadataPolicy { request.policy }

  /// The change to a property.
  private enum Change {
    case stays
    case goes
    case becomes(String)
  }

  /// Edits the source's APP1 payload, and returns the output's. Comments are left out.
  func edited(_ payload: [UInt8]) throws(Unfollowable) -> EditedBlock {
    var packet = try XMPPacket(payload: payload)
    if request.transposes { try packet.exchange(XMPPacket.xResolution, XMPPacket.yResolution) }
    var edit = Edit(packet: packet)
    while let token = edit.token {
      switch token {
      case .comment: edit.index += 1
      case .text(let bytes): edit.add(text: bytes, keepsLayout: policy.keeps(.xmp))
      case .instruction(let bytes):
        edit.add(policy.keeps(.xmp) || bytes.starts(with: XMPPacket.wrapper) ? bytes : [])
      case .end(let name): edit.close(name)
      case .start(let tag): try element(tag, &edit)
      }
    }
    var result = EditedBlock(changes: edit.changes)
    let bytes = MetadataSegment.Kind.xmp.identifier + edit.result
    guard bytes.count <= MetadataSegment.longestPayload else {
      throw Unfollowable(reason: "it is longer than a marker segment")
    }
    if policy.keeps(.xmp) || edit.properties > 0 { result.payload = bytes }
    return result
  }

  /// Handles the element that begins here. Writes the start tag of an unchanged element, writes a changed
  /// element whole, and skips a removed element.
  private func element(_ tag: XMLTag, _ edit: inout Edit) throws(Unfollowable) {
    let name = try edit.packet.resolve(tag.name)
    let isProperty = edit.isInDescription
    let isMisplaced = edit.isInRoot ? name != XMPPacket.description : edit.isOutside && !name.isFrame
    if isMisplaced && !policy.keeps(.xmp) {
      throw Unfollowable(reason: "it has \(tag.name) in the place of a description")
    }
    switch change(name, isProperty: isProperty) {
    case .goes:
      note(name, &edit)
      edit.skip()
    case .becomes(let value):
      try edit.replace(tag, name, by: value)
    case .stays:
      if isProperty { edit.properties += 1 }
      edit.open(try attributes(tag, name, &edit), name)
    }
  }

  private func attributes(
    _ tag: XMLTag, _ element: XMPName, _ edit: inout Edit
  ) throws(Unfollowable) -> XMLTag {
    var result = tag
    result.attributes = []
    let isDescription = edit.isInRoot && element == XMPPacket.description
    for attribute in tag.attributes {
      let name = try edit.packet.resolve(attribute.name)
      if name.namespace == XMPPacket.declarations, XMPName.aroundGainMaps.contains(attribute.value) {
        continue
      }
      let isProperty = isDescription && !name.isSyntax
      if !policy.keeps(.xmp) && isDescription && (name == XMPPacket.about || name.namespace.isEmpty) {
        if name == XMPPacket.about {
          result.attributes.append(XMLTag.Attribute(name: attribute.name, value: ""))
        }
        continue
      }
      if !policy.keeps(.xmp) && element.isFrame && !isProperty && !name.isSyntax && !name.isFrame { continue }
      switch change(name, isProperty: isProperty) {
      case .stays: result.attributes.append(attribute)
      case .goes:
        note(name, &edit)
        continue
      case .becomes(let value):
        if value != attribute.value { edit.changes.change(name.name) }
        result.attributes.append(XMLTag.Attribute(name: attribute.name, value: value))
      }
      if isProperty { edit.properties += 1 }
    }
    return result
  }

  /// Decides the change to the element or attribute `name`. `isProperty` is true for names directly in a
  /// description below the root.
  private func change(_ name: XMPName, isProperty: Bool) -> Change {
    if name.isThumbnail || name.isAroundGainMap || name == XMPPacket.extended { return .goes }
    if request.framing == .other && name.isOfRegion { return .goes }
    if isProperty {
      let group: MetadataPolicy.Group? =
        name.isPlace ? .gps : name.isCopyright ? .copyright : name.isResolution ? .resolution : nil
      if !policy.keeps(.xmp(name), of: group, in: .xmp) { return .goes }
    } else if name.isPlace && !policy.keepsPlaces {
      return .goes
    }
    switch (name.namespace, name.local) {
    case (XMPPacket.tiff, XMPPacket.orientation.local): return orientationChange
    // `exif:Orientation` is no XMP property, but some writers use it, with words or numbers.
    case (XMPPacket.exif, XMPPacket.orientation.local): return .goes
    case (XMPPacket.tiff, "ImageWidth"), (XMPPacket.exif, "PixelXDimension"):
      return .becomes("\(request.size.width)")
    case (XMPPacket.tiff, "ImageLength"), (XMPPacket.exif, "PixelYDimension"):
      return .becomes("\(request.size.height)")
    default: return .stays
    }
  }

  private var orientationChange: Change {
    switch request.orientation {
    case .upright: .becomes("1")
    case .tag(let value): .becomes("\(value.rawValue)")
    case .none: .goes
    }
  }

  /// Notes that a name is removed. A policy that drops XMP as a whole needs no note for each name. The properties
  /// of a kept gain map are written anew.
  private func note(_ name: XMPName, _ edit: inout Edit) {
    if !policy.keeps(.xmp) || name.isAroundGainMap && request.keepsGainMap { return }
    edit.changes.drop(name.isPlace && !policy.keepsPlaces ? MetadataPolicy.Group.gps.rawValue : name.name)
  }
}

extension XMPEditor {
  /// A packet during its edit.
  private struct Edit {
    let packet: XMPPacket
    var index = 0
    /// The names of open elements in the output.
    private var path: [XMPName] = []
    private(set) var result: [UInt8] = []
    /// The number of kept properties.
    var properties = 0
    var changes = MetadataChanges()

    init(packet: XMPPacket) { self.packet = packet }

    var token: XMLToken? { packet.tokens.indices.contains(index) ? packet.tokens[index] : nil }

    /// True before and after the root element.
    var isOutside: Bool { !path.contains(XMPPacket.root) }
    var isInRoot: Bool { path.last == XMPPacket.root }
    var isInDescription: Bool { path.last == XMPPacket.description && path.dropLast().last == XMPPacket.root }

    mutating func add(_ bytes: [UInt8]) {
      result += bytes
      index += 1
    }

    /// Adds `text`. Space between properties may take kilobytes. Unless `keepsLayout` is true, one line end
    /// replaces it.
    mutating func add(text: [UInt8], keepsLayout: Bool) {
      let isLayout = path.last?.isFrame ?? true || isInDescription
      add(isLayout && !keepsLayout ? (result.last == 0x0A ? [] : [0x0A]) : text)
    }

    mutating func open(_ tag: XMLTag, _ name: XMPName) {
      if !tag.isEmpty { path.append(name) }
      add(tag.bytes)
    }

    mutating func close(_ name: String) {
      _ = path.popLast()
      add(Array("</\(name)>".utf8))
    }

    /// Skips the element that begins here.
    mutating func skip() { index = packet.end(of: index) }

    /// Writes the element that begins here, with `value` in place of the old plain value.
    mutating func replace(_ tag: XMLTag, _ name: XMPName, by value: String) throws(Unfollowable) {
      let end = packet.end(of: index)
      guard tag.attributes.isEmpty, !tag.isEmpty, end == index + 3,
        case .text(let old) = packet.tokens[index + 1]
      else {
        throw Unfollowable(reason: "\(tag.name) is not one plain value")
      }
      if old != Array(value.utf8) { changes.change(name.name) }
      properties += 1
      result += Array("<\(tag.name)>\(value)</\(tag.name)>".utf8)
      index = end
    }
  }
}

extension XMPPacket {
  /// The index of the token after the element at `index`.
  func end(of index: Int) -> Int {
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
