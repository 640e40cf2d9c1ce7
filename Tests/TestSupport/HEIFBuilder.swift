/// Builds HEIC and AVIF files for tests, box by box and without the code under test. Coded pictures are missing.
package struct HEIFBuilder {
  package struct Item {
    package var type: String
    package var contentType: String
    /// What its location leads to; nil for no location.
    package var data: [UInt8]?
    package var isHidden: Bool

    package init(
      _ type: String, contentType: String = "", data: [UInt8]? = nil, isHidden: Bool = false
    ) {
      self.type = type
      self.contentType = contentType
      self.data = data
      self.isHidden = isHidden
    }
  }

  package var brands = ["avif", "mif1"]
  /// Items have the identifiers 1, 2 and so on.
  package var items = [Item("av01")]
  package var primary: UInt8 = 1
  /// The identifiers in the order of `iinf`; nil for 1, 2 and so on.
  package var order: [Int]?
  package var properties = [HEIFBuilder.extents(64, 48), HEIFBuilder.pixels([8, 8, 8])]
  /// Numbers of properties, from 1, for each item; those that lack have none.
  package var associations = [[1, 2]]
  /// Type, and identifiers of the item that refers and of those that it refers to.
  package var references: [(String, Int, [Int])] = []
  /// Item data lies in `idat` within `meta` and not in `mdat`.
  package var isInItemData = false
  /// Each item's data is said to lie in two pieces, the first of which is one byte.
  package var isInPieces = false
  /// Boxes behind `meta`.
  package var others: [[UInt8]] = []

  package init() {}

  package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    PictureBuilder.big(content.count + 8, 4) + type.utf8 + content
  }

  /// A box with a version and flags.
  package static func full(_ type: String, version: UInt8 = 0, flags: UInt8 = 0, _ content: [UInt8])
    -> [UInt8]
  {
    box(type, [version, 0, 0, flags] + content)
  }

  package static func extents(_ width: Int, _ height: Int) -> [UInt8] {
    full("ispe", PictureBuilder.big(width, 4) + PictureBuilder.big(height, 4))
  }

  package static func pixels(_ bits: [UInt8]) -> [UInt8] { full("pixi", [UInt8(bits.count)] + bits) }

  /// A clean aperture of width, height, and offsets across and down, each a fraction.
  package static func aperture(_ numbers: [(Int, Int)]) -> [UInt8] {
    box("clap", numbers.flatMap { PictureBuilder.big($0.0, 4) + PictureBuilder.big($0.1, 4) })
  }

  package static func turn(_ quarters: UInt8) -> [UInt8] { box("irot", [quarters]) }

  package static func mirror(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }

  package static func auxiliary(_ name: String) -> [UInt8] { full("auxC", Array(name.utf8) + [0]) }

  /// The whole file.
  package var bytes: [UInt8] {
    let type = Self.box("ftyp", Array(brands[0].utf8) + [0, 0, 0, 0] + brands.joined().utf8)
    let data = items.compactMap(\.data).flatMap(\.self)
    let start = type.count + meta(at: 0).count + 8
    let tail = isInItemData ? [] : Self.box("mdat", data)
    return type + meta(at: isInItemData ? 0 : start) + tail + others.joined()
  }

  private func meta(at start: Int) -> [UInt8] {
    let primary = Self.full("pitm", [0, primary])
    let data = isInItemData ? Self.box("idat", items.compactMap(\.data).flatMap(\.self)) : []
    let properties = Self.box("iprp", Self.box("ipco", Array(properties.joined())) + associated)
    return Self.full("meta", primary + locations(at: start) + infos + referred + properties + data)
  }

  private var infos: [UInt8] {
    let entries = (order ?? items.indices.map { $0 + 1 }).map { id in
      let item = items[id - 1]
      let end = item.type == "mime" ? Array(item.contentType.utf8) + [0] : []
      return Self.full(
        "infe", version: 2, flags: item.isHidden ? 1 : 0,
        [0, UInt8(id), 0, 0] + item.type.utf8 + [0] + end)
    }
    return Self.full("iinf", PictureBuilder.big(entries.count, 2) + entries.joined())
  }

  private var referred: [UInt8] {
    let entries = references.map { type, from, to in
      Self.box(type, ([from, to.count] + to).flatMap { PictureBuilder.big($0, 2) })
    }
    return entries.isEmpty ? [] : Self.full("iref", Array(entries.joined()))
  }

  private var associated: [UInt8] {
    let entries = associations.enumerated().map { index, numbers in
      [0, UInt8(index + 1), UInt8(numbers.count)] + numbers.map { UInt8($0) | 0x80 }
    }
    return Self.full("ipma", PictureBuilder.big(entries.count, 4) + entries.joined())
  }

  /// Offsets and lengths of 4 bytes.
  private func locations(at start: Int) -> [UInt8] {
    var place = start
    var entries: [UInt8] = []
    let located = items.enumerated().filter { $0.element.data != nil }
    for (index, item) in located {
      let length = item.data?.count ?? 0
      entries += [0, UInt8(index + 1), 0, isInItemData ? 1 : 0, 0, 0, 0, isInPieces ? 2 : 1]
      if isInPieces { entries += PictureBuilder.big(place, 4) + PictureBuilder.big(1, 4) }
      let first = isInPieces ? 1 : 0
      entries += PictureBuilder.big(place + first, 4) + PictureBuilder.big(length - first, 4)
      place += length
    }
    return Self.full("iloc", version: 1, [0x44, 0] + PictureBuilder.big(located.count, 2) + entries)
  }
}
