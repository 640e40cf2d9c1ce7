import ImageModel
import System

/// A gain map in a HEIC or AVIF.
struct HEIFGainMap {
  /// The map's item.
  var item: Int
  var coded: CodedPicture
  var pixels: PixelFormat
  /// The metadata of ISO 21496-1; nil for a map of Apple's alone.
  var block: ArraySlice<UInt8>?
  /// The map's own XMP, as a payload of a JPEG.
  var packet: [UInt8]?
  /// The ICC profile of the alternate rendition, or its colour numbers.
  var profile: [UInt8]?
  var numbers: ColorCoding.Numbers?
}

extension FoundGainMap {
  /// Looks for the gain map of a picture in a HEIC or AVIF. Nil if the picture has none. The failure tells why a
  /// map can't be used.
  ///
  /// - Throws: `io_error`.
  static func find(
    _ header: PictureHeader, in source: ByteSource
  ) throws(ImageError) -> Result<FoundGainMap, ImageError>? {
    guard header.hasGainMap else { return nil }
    do throws(ImageError) {
      var reader = try HEIFHeaderReader(source, page: header.page)
      guard let map = try reader.gainMap() else { return nil }
      let exif = map.block == nil ? try header.payload(.exif, from: source) : nil
      do throws(Unfollowable) { return .success(try read(map, of: header, exif: exif ?? [])) } catch {
        throw ImageError(.gainMapDropped, error.reason)
      }
    } catch {
      if error.finding.code == .ioError { throw error }
      return .failure(ImageError(.gainMapDropped, error.finding.message))
    }
  }

  /// `exif` is the EXIF payload of the picture with the header `base`.
  private static func read(
    _ found: HEIFGainMap, of base: PictureHeader, exif: [UInt8]
  ) throws(Unfollowable) -> FoundGainMap {
    guard let numbers = try Numbers(block: found.block, packet: found.packet, exif: exif) else {
      throw Unfollowable(reason: "it has no metadata that describes it")
    }
    let size = found.coded.crop.size
    guard numbers.kind != .apple || found.pixels == PixelFormat(.grey),
      (found.coded.coding == .hevc) == (base.format == .heic),
      max(size.width, size.height) <= PixelSize.longestSide
    else { throw Unfollowable(reason: "its picture is of an unsupported kind") }
    try checkShape(size, of: base.storedSize)
    let map = EmbeddedGainMap(
      at: .item(found.item), storedSize: size, pixels: found.pixels, kind: numbers.kind,
      headroom: numbers.metadata.headroom)
    let facts = SourceGainMap(
      map, sampling: nil, wholeBytes: found.coded.decodeBytes(size, found.pixels))
    let isOfBase = numbers.metadata.usesBaseColorSpace || found.profile != nil
    return FoundGainMap(
      facts: facts, metadata: numbers.metadata, conversion: numbers.conversion,
      profile: try profile(of: found, numbers.metadata),
      primaries: isOfBase || found.numbers == .unspecified ? nil : found.numbers?.primaries,
      coded: found.coded)
  }

  /// The profile that a JPEG needs for the colours of the alternate rendition. Gains that are applied in the base's
  /// colour space need none.
  private static func profile(
    of found: HEIFGainMap, _ metadata: GainMapMetadata
  ) throws(Unfollowable) -> [KeptMetadata.Segment] {
    if metadata.usesBaseColorSpace { return [] }
    var profile = found.profile
    if profile == nil, let numbers = found.numbers, numbers != .unspecified {
      // Only the primaries count, since gains are of linear light.
      guard let coding = ColorCoding(ColorCoding.Numbers(primaries: numbers.primaries, transfer: 13)) else {
        throw Unfollowable(reason: "no profile can be made of primaries \(numbers.primaries) of ITU-T H.273")
      }
      profile = coding.profile(isGrey: false) ?? BuiltInProfile.srgb.bytes
    }
    return ICCProfile.chunks(of: profile ?? []).map {
      KeptMetadata.Segment(marker: MetadataSegment.Kind.icc.marker, payload: $0)
    }
  }
}

extension HEIFHeaderReader {
  /// The page's gain map: one that a `tmap` item names (ISO/IEC 23008-12, amendment 1), or else Apple's auxiliary
  /// picture. Nil without a map.
  ///
  /// - Throws: `unsupported_format` and `bad_header` for a map that can't be used; `io_error`.
  mutating func gainMap() throws(ImageError) -> HEIFGainMap? {
    guard let (items, _, picture) = try still() else { return nil }
    let parts = parts(of: picture, items)
    guard let derived = toneMap(of: parts, items) else {
      guard let item = try auxiliary([GainMap.auxiliaryName], of: parts, items) else { return nil }
      return try gainMap(item, of: picture, items, mayLackTurn: true)
    }
    guard let item = items.referred("dimg", from: derived).dropFirst().first else {
      throw .badHeader("its 'tmap' names no gain map")
    }
    var map = try gainMap(item, of: picture, items, mayLackTurn: false)
    map.block = try toneMapBlock(items.places[derived])
    let properties = items.properties(of: derived)
    if let place = try profile(properties)?.range, place.count <= FixedLimits.Metadata.profileBytes {
      map.profile = try boxes.input.bytes(at: place.lowerBound, count: place.count)
    }
    map.numbers = try colorNumbers(properties)?.color
    return map
  }

  /// The `tmap` item that is derived from one of `parts`.
  func toneMap(of parts: [Int], _ items: HEIFItems) -> Int? {
    items.referring("dimg", toAnyOf: Set(parts)).sorted().first { item in
      items.items[item]?.type == "tmap"
        && items.referred("dimg", from: item).first.map(parts.contains) == true
    }
  }

  /// The metadata of ISO 21496-1 in a `tmap` item's data, behind the data's own version.
  private mutating func toneMapBlock(_ place: Range<Int>?) throws(ImageError) -> ArraySlice<UInt8> {
    guard let place, place.count <= FixedLimits.Header.gainMapBytes else {
      throw .badHeader("its 'tmap' has no data")
    }
    let bytes = try boxes.input.bytes(at: place.lowerBound, count: place.count)
    guard bytes.first == 0 else { throw .unsupported("its 'tmap' is of a later version") }
    return bytes.dropFirst()
  }

  /// The map `item` of a picture. Turns and crops of a map repeat those of its picture (ISO/IEC 23008-12, 6.5.1).
  /// `mayLackTurn` is true for a map that lies as its picture is stored if it has no turn.
  private mutating func gainMap(
    _ item: Int, of picture: Int, _ items: HEIFItems, mayLackTurn: Bool
  ) throws(ImageError) -> HEIFGainMap {
    let properties = items.properties(of: picture)
    let base = try shape(properties, of: size(properties))
    let own = try shape(items.properties(of: item), of: size(items.properties(of: item)))
    guard own.orientation == base.orientation || mayLackTurn && own.orientation == .topLeft else {
      throw .unsupported("it is turned otherwise than its picture")
    }
    // Both crops lie at the same fractions of their pictures, to a pixel of the map.
    let isSameCrop = [
      (own.crop.x, base.crop.x, own.coded.width, base.coded.width),
      (own.crop.right, base.crop.right, own.coded.width, base.coded.width),
      (own.crop.y, base.crop.y, own.coded.height, base.coded.height),
      (own.crop.bottom, base.crop.bottom, own.coded.height, base.coded.height),
    ].allSatisfy { edge, baseEdge, side, baseSide in
      abs(edge * baseSide - baseEdge * side) <= baseSide
    }
    guard isSameCrop else {
      throw .unsupported("it is cut otherwise than its picture")
    }
    var coded = try codedPicture(of: item, items)
    coded.alpha = nil
    let details = items.properties(of: item) + items.properties(of: parts(of: item, items).last ?? item)
    let isDeep = try bits(details) > 8
    let packet = items.referring("cdsc", to: item).first { items.items[$0]?.contentType == Self.xmpType }
    var map = HEIFGainMap(
      item: item, coded: coded,
      pixels: PixelFormat(coded.color.configuration.isGrey ? .grey : .rgb, depth: isDeep ? .sixteen : .eight))
    if let place = packet.flatMap({ items.places[$0] }), place.count <= MetadataSegment.longestPayload {
      map.packet =
        MetadataSegment.Kind.xmp.identifier
        + (try boxes.input.bytes(at: place.lowerBound, count: place.count))
    }
    return map
  }
}
