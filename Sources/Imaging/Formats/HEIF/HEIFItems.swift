import System
import ImageModel

/// The tables of a `meta` box (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 9.3). They list the items, the
/// places of each item's data, and each item's references and properties.
struct HEIFItems {
  struct Item {
    /// The item's four-character code.
    var type: String
    /// The content type of an item of type `mime`.
    var contentType: [UInt8]
    /// True if the item isn't to be shown by itself.
    var isHidden: Bool
  }

  struct Reference {
    var type: String
    var from: Int
    var to: [Int]
  }

  private(set) var items: [Int: Item] = [:]
  private(set) var references: [Reference] = []
  /// For each item with its data in one piece: the place of the data in the file.
  private(set) var places: [Int: Range<Int>] = [:]
  /// The pieces of each item's data in the file, in order. Pieces may reach beyond the end of the file.
  private(set) var extents: [Int: [Range<Int>]] = [:]
  private var primary: Int?
  /// The items' identifiers, in the order of `iinf`.
  private var order: [Int] = []
  private var properties: [ISOBox] = []
  private var associations: [Int: [Int]] = [:]
  private var itemData: Range<Int>?

  /// Reads the boxes in `meta`, after its version and flags.
  init(_ meta: ISOBox, _ boxes: inout ISOBoxes) throws(ImageError) {
    let parts = try boxes.boxes(in: meta.behind(4))
    itemData = parts.first { $0.type == "idat" }?.content
    for box in parts {
      switch box.type {
      case "pitm" where primary == nil: try primaryItem(boxes.fields(box))
      case "iinf": try itemInfos(box, &boxes)
      case "iloc": try locations(boxes.fields(box), size: boxes.input.size)
      case "iref": try itemReferences(box, &boxes)
      case "iprp": try itemProperties(box, &boxes)
      default: break
      }
    }
  }

  /// The pictures to be shown: the primary one first, the others in the order of `iinf`. Empty if there is
  /// no primary one.
  ///
  /// An item with a size is a picture (ISO/IEC 23008-12, 6.5.3). These pictures are left out:
  /// - hidden ones (ISO/IEC 14496-12, 8.11.6)
  /// - thumbnails, auxiliary pictures, and sources of derived pictures (ISO/IEC 23008-12, 6.4 and 6.6)
  /// - the HDR version of another picture (`tmap`, amendment 1)
  var pictures: [Int] {
    guard let primary, items[primary] != nil else { return [] }
    var parts: Set = [primary]
    for reference in references {
      switch reference.type {
      case "thmb", "auxl": parts.insert(reference.from)
      case "dimg": parts.formUnion(reference.to)
      default: break
      }
    }
    return [primary]
      + order.filter { item in
        items[item]?.isHidden == false && items[item]?.type != "tmap" && !parts.contains(item)
          && properties(of: item).contains { $0.type == "ispe" }
      }
  }

  /// An item's properties in the order of `ipma`. A reader applies turns and crops in this order (ISO/IEC
  /// 23008-12, 6.5.1 and 9.3).
  func properties(of item: Int) -> [ISOBox] {
    (associations[item] ?? []).compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil }
  }

  /// The items that `item` refers to with a reference of this type, in the order of that reference.
  func referred(_ type: String, from item: Int) -> [Int] {
    references.first { $0.type == type && $0.from == item }?.to ?? []
  }

  /// The items that refer to `item`.
  func referring(_ type: String, to item: Int) -> [Int] {
    references.filter { $0.type == type && $0.to.contains(item) }.map(\.from)
  }

  /// The items that refer to any of `items`.
  func referring(_ type: String, toAnyOf items: Set<Int>) -> Set<Int> {
    Set(references.lazy.filter { $0.type == type && !items.isDisjoint(with: $0.to) }.map(\.from))
  }

  private mutating func primaryItem(_ fields: consuming HeaderFields) throws(ImageError) {
    let version = try fields.version()
    primary = try fields.number(version == 0 ? 2 : 4)
  }

  /// Reads `iinf` and its `infe` boxes (ISO/IEC 14496-12, 8.11.6).
  private mutating func itemInfos(_ box: ISOBox, _ boxes: inout ISOBoxes) throws(ImageError) {
    var head = try boxes.start(box, 4)
    let countLength = try head.version() == 0 ? 2 : 4
    for entry in try boxes.boxes(in: box.behind(4 + countLength)) where entry.type == "infe" {
      var fields = try boxes.fields(entry)
      let head = try fields.number(4)
      let version = head >> 24
      // The first two versions have no type.
      guard version >= 2 else { continue }
      let id = try fields.number(version == 2 ? 2 : 4)
      try fields.skip(2)
      let type = try fields.code()
      _ = fields.text()
      if items[id] == nil { order.append(id) }
      items[id] = Item(
        type: type, contentType: type == "mime" ? fields.text() : [], isHidden: head & 1 == 1)
    }
  }

  /// Reads `iref` (ISO/IEC 14496-12, 8.11.12).
  private mutating func itemReferences(_ box: ISOBox, _ boxes: inout ISOBoxes) throws(ImageError) {
    var head = try boxes.start(box, 4)
    let idLength = try head.version() == 0 ? 2 : 4
    for entry in try boxes.boxes(in: box.behind(4)) {
      var fields = try boxes.fields(entry)
      var reference = Reference(type: entry.type, from: try fields.number(idLength), to: [])
      for _ in 0..<(try fields.number(2)) { reference.to.append(try fields.number(idLength)) }
      references.append(reference)
    }
  }

  /// Reads `iprp` with `ipco` and `ipma` (ISO/IEC 23008-12, 9.3).
  private mutating func itemProperties(_ box: ISOBox, _ boxes: inout ISOBoxes) throws(ImageError) {
    for part in try boxes.boxes(in: box.content) {
      if part.type == "ipco" { properties = try boxes.boxes(in: part.content) }
      guard part.type == "ipma" else { continue }
      var fields = try boxes.fields(part)
      let version = try fields.number(1)
      let isLong = try fields.number(3) & 1 == 1
      var count = 0
      for _ in 0..<(try fields.number(4)) {
        let id = try fields.number(version == 0 ? 2 : 4)
        for _ in 0..<(try fields.number(1)) {
          count += 1
          guard count <= FixedLimits.Header.heifProperties else {
            throw .badHeader("its items have more than \(FixedLimits.Header.heifProperties) properties")
          }
          // The highest bit says if a reader has to understand the property.
          let index = try fields.number(isLong ? 2 : 1) & (isLong ? 0x7FFF : 0x7F)
          associations[id, default: []].append(index)
        }
      }
    }
  }

  /// Reads `iloc` (ISO/IEC 14496-12, 8.11.3).
  private mutating func locations(_ fields: consuming HeaderFields, size: Int) throws(ImageError) {
    let version = try fields.version()
    let sizes = try fields.number(2)
    let lengths = (
      offset: sizes >> 12, length: sizes >> 8 & 15, base: sizes >> 4 & 15,
      index: version == 0 ? 0 : sizes & 15
    )
    guard max(lengths.offset, lengths.length, max(lengths.base, lengths.index)) <= 8 else {
      throw .badHeader("its item locations have fields longer than 8 bytes")
    }
    var extents = 0
    for _ in 0..<(try fields.number(version < 2 ? 2 : 4)) {
      let id = try fields.number(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : try fields.number(2) & 15
      let isHere = try fields.number(2) == 0
      let base = try fields.number(lengths.base)
      var place: Range<Int>?
      var pieces: [Range<Int>]? = []
      for number in 0..<(try fields.number(2)) {
        extents += 1
        guard extents <= FixedLimits.Header.heifExtents else {
          throw .badHeader("its items have more than \(FixedLimits.Header.heifExtents) extents")
        }
        try fields.skip(lengths.index)
        let (offset, length) = (try fields.number(lengths.offset), try fields.number(lengths.length))
        let extent = Self.extent(base, offset, length, in: outer(method, size))
        place = number == 0 ? extent : Self.joined(place, extent)
        let piece = method == 0 ? Self.extent(base, offset, length, in: 0..<Int.max) : extent
        if let piece { pieces?.append(piece) } else { pieces = nil }
      }
      places[id] = isHere ? place : nil
      self.extents[id] = isHere ? pieces : nil
    }
  }

  /// The range that holds the data of items: the file or `idat`. Offsets count from the start of this range.
  private func outer(_ method: Int, _ size: Int) -> Range<Int>? {
    switch method {
    case 0: 0..<size
    case 1: itemData
    default: nil
    }
  }

  /// The range of `length` bytes that begins at `base + offset`, counted from the start of `outer`. Nil if
  /// `length` is 0, if `outer` is nil, or if the bytes lie outside `outer`.
  static func extent(_ base: Int, _ offset: Int, _ length: Int, in outer: Range<Int>?) -> Range<Int>? {
    let (start, isTooLong) = base.addingReportingOverflow(offset)
    guard let outer, !isTooLong, length > 0, start <= outer.count, length <= outer.count - start else {
      return nil
    }
    return outer.lowerBound + start..<outer.lowerBound + start + length
  }

  private static func joined(_ first: Range<Int>?, _ second: Range<Int>?) -> Range<Int>? {
    guard let first, let second, first.upperBound == second.lowerBound else { return nil }
    return first.lowerBound..<second.upperBound
  }
}

extension HeaderFields {
  /// Takes the version and flags of a full box (ISO/IEC 14496-12, 4.2), and returns the version.
  mutating func version() throws(ImageError) -> Int { try number(4) >> 24 }
}
