import System
import ImageModel

extension HEIFHeaderReader {
  /// The page's coded picture, with the page's alpha.
  mutating func codedPicture() throws(ImageError) -> CodedPicture {
    guard let (items, _, item) = try still() else { return try sequencePicture() }
    return try codedPicture(of: item, items)
  }

  /// The coded picture of an item, with the item's alpha.
  mutating func codedPicture(of item: Int, _ items: HEIFItems) throws(ImageError) -> CodedPicture {
    let shape = try shape(items.properties(of: item), of: size(items.properties(of: item)))
    let source = try source(of: item, items)
    let color = try layer(source, shape.coded, items)
    let coding = try Self.coding(of: source, items)
    var picture = CodedPicture(coding: coding, color: color, crop: shape.crop)
    try Self.check(shape.coded, showing: shape.crop.size)
    let parts = parts(of: item, items)
    let properties = items.properties(of: item) + items.properties(of: parts.last ?? item)
    picture.matrix = try matrix(properties)
    if let alpha = try alpha(parts, items) {
      guard try size(items.properties(of: alpha)) == shape.coded, try Self.coding(of: alpha, items) == coding
      else { throw Self.oddAlpha }
      picture.alpha = try layer(alpha, shape.coded, items)
      picture.isPremultiplied = items.referring("prem", to: alpha).contains(item)
    }
    return picture
  }

  /// Returns `item`. But if the type of `item` is `iden`, `item` only repeats another item, and the call
  /// returns that other item (ISO/IEC 23008-12, 6.6.2.1).
  private func source(of item: Int, _ items: HEIFItems) throws(ImageError) -> Int {
    switch items.items[item]?.type {
    case "iovl": throw .unsupported("a picture put together of overlays is not supported")
    case "iden":
      let sources = items.referred("dimg", from: item)
      guard let source = sources.first, sources.count == 1, items.items[source]?.type != "iden",
        !Self.isTransformed(source, items)
      else {
        throw .unsupported("a picture derived of one that is derived is not supported")
      }
      return try self.source(of: source, items)
    default: return item
    }
  }

  private static func isTransformed(_ item: Int, _ items: HEIFItems) -> Bool {
    items.properties(of: item).contains { transforms.contains($0.type) }
  }

  private static func coding(of item: Int, _ items: HEIFItems) throws(ImageError) -> CodedPicture.Coding {
    let type = items.items[item]?.type ?? ""
    let coded = type == "grid" ? items.referred("dimg", from: item).first ?? item : item
    return try coding(items.items[coded]?.type ?? "")
  }

  /// The coding that `type` names. `type` is the type of an item or of a sample entry.
  static func coding(_ type: String) throws(ImageError) -> CodedPicture.Coding {
    switch try format(type) {
    case .heic: .hevc
    default: .av1
    }
  }

  /// The tiles of an item. `size` is the item's size.
  private mutating func layer(
    _ item: Int, _ size: PixelSize, _ items: HEIFItems
  ) throws(ImageError) -> CodedPicture.Layer {
    guard items.items[item]?.type == "grid" else {
      guard try self.size(items.properties(of: item)) == size else { throw Self.oddSize }
      return CodedPicture.Layer(
        tileSize: size, tiles: [try tile(items.extents[item])],
        configuration: try configuration([item], size, items))
    }
    let tiles = items.referred("dimg", from: item)
    guard let first = tiles.first else { throw .noPicture }
    let tileSize = try self.size(items.properties(of: first))
    let grid = try ImageGrid(place: items.places[item], &boxes)
    guard tiles.count == grid.rows * grid.columns, grid.size == size, grid.fits(tiles: tileSize) else {
      throw Self.oddSize
    }
    try Self.check(tileSize, showing: size)
    let coding = items.items[first]?.type
    var layer = CodedPicture.Layer(
      columns: grid.columns, rows: grid.rows, tileSize: tileSize, tiles: [],
      configuration: try configuration(tiles, tileSize, items))
    for tile in tiles {
      guard items.items[tile]?.type == coding, try self.size(items.properties(of: tile)) == tileSize,
        !Self.isTransformed(tile, items)
      else { throw .unsupported("its tiles are not all alike") }
      layer.tiles.append(try self.tile(items.extents[tile]))
    }
    return layer
  }

  /// Refuses a coded size far larger than the picture's size. Such a decode would take unexpected memory and
  /// time.
  static func check(_ coded: PixelSize, showing size: PixelSize) throws(ImageError) {
    guard Int128(coded.area) <= 16 * Int128(size.area) + Int128(FixedLimits.Decode.sparePixels) else {
      throw .unsupported("its coded \(coded) pixels are far more than the \(size) that it shows")
    }
  }

  private static let oddSize = ImageError(.badHeader, "its picture and its tiles have sizes that don't fit")
  static let oddAlpha = ImageError(
    .unsupportedFormat, "its alpha is of another size or coding than its colours")

  /// A tile whose data lies in these parts of the file.
  func tile(_ extents: [Range<Int>]?) throws(ImageError) -> CodedPicture.Tile {
    guard let extents, !extents.isEmpty else {
      throw .badHeader("its picture has no data")
    }
    let file = 0..<boxes.input.size
    let tile = CodedPicture.Tile(
      pieces: extents.map { $0.clamped(to: file) }.filter { !$0.isEmpty },
      isCut: extents.contains { $0.upperBound > file.upperBound })
    guard tile.bytes <= min(file.count, FixedLimits.Decode.tileBytes) else {
      throw .badHeader("its picture says that it has more data than there is")
    }
    return tile
  }

  /// The matrix that the colour numbers in `colr` give; nil without such numbers.
  mutating func matrix(_ properties: [ISOBox]) throws(ImageError) -> CodedPicture.Matrix? {
    guard let matrix = try colorNumbers(properties)?.matrix else { return nil }
    guard CodedPicture.matrices.contains(matrix.number) else {
      throw .unsupported("colours that are coded by matrix \(matrix.number) are not supported")
    }
    return matrix
  }

  /// The colour numbers in a `colr` property (ISO/IEC 14496-12, 12.1.5); nil if there are none.
  mutating func colorNumbers(
    _ properties: [ISOBox]
  ) throws(ImageError) -> (color: ColorCoding.Numbers, matrix: CodedPicture.Matrix)? {
    for property in properties where property.type == "colr" {
      var fields = try boxes.start(property, 11)
      guard try fields.code() == "nclx" else { continue }
      let color = ColorCoding.Numbers(primaries: try fields.number(2), transfer: try fields.number(2))
      return (
        color,
        CodedPicture.Matrix(number: try fields.number(2), isFullRange: try fields.number(1) & 0x80 != 0)
      )
    }
    return nil
  }
}

/// A grid of tiles (ISO/IEC 23008-12, 6.6.2.3).
private struct ImageGrid {
  let rows: Int
  let columns: Int
  let size: PixelSize

  init(place: Range<Int>?, _ boxes: inout ISOBoxes) throws(ImageError) {
    guard let place else { throw .badHeader("its grid of tiles has no data") }
    var fields = try boxes.start(ISOBox(type: "grid", content: place), 12)
    try fields.skip(1)
    let sideBytes = try fields.number(1) & 1 == 0 ? 2 : 4
    rows = try fields.number(1) + 1
    columns = try fields.number(1) + 1
    size = try PixelSize(inHeader: fields.number(sideBytes), fields.number(sideBytes))
  }

  /// True if tiles of this size cover the grid and every tile overlaps it.
  func fits(tiles: PixelSize) -> Bool {
    func fits(_ side: Int, _ tile: Int, _ count: Int) -> Bool {
      side <= tile * count && side > tile * (count - 1)
    }
    return fits(size.width, tiles.width, columns) && fits(size.height, tiles.height, rows)
  }
}
