import ImageModel

extension HEIFHeaderReader {
  /// The types of auxiliary pictures that are alpha (ISO/IEC 23008-12, 6.5.8; ISO/IEC 23000-22, 7.3.5).
  static let alphaNames = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1",
  ].map { Array($0.utf8) }

  /// Properties that transform the picture (ISO/IEC 23008-12, 6.5.1).
  static let transforms: Set = ["irot", "imir", "clap"]

  /// The coded size, the part that remains after all crops, and all turns combined.
  ///
  /// `irot` counts turns of 90 degrees counterclockwise (ISO/IEC 23008-12, 6.5.10). `imir` mirrors top to
  /// bottom for axis 0, left to right for axis 1 (ISO/IEC 23008-12:2022, 6.5.12). A note in that section
  /// equates the two axes with EXIF's orientations 4 and 2. Readers of the 2017 edition disagreed about the
  /// axes. libheif and libavif follow the 2022 edition.
  mutating func shape(
    _ properties: [ISOBox], of coded: PixelSize
  ) throws(ImageError) -> (coded: PixelSize, crop: PixelRect<Stored>, orientation: ExifOrientation) {
    var crop = PixelRect<Stored>(coded)
    var orientation = ExifOrientation.topLeft
    for property in properties where Self.transforms.contains(property.type) {
      var fields = try boxes.fields(property)
      if property.type == "clap" {
        let cut = try CleanAperture(&fields).cut(orientation.turned(crop.size))
        crop = orientation.stored(cut, stored: crop.size).moved(dx: crop.x, dy: crop.y)
        continue
      }
      let number = try fields.number(1)
      if property.type == "imir" {
        orientation = orientation.mirrored(leftToRight: number & 1 == 1)
        continue
      }
      for _ in 0..<number & 3 { orientation = orientation.turnedCounterclockwise }
    }
    return (coded, crop, orientation)
  }

  /// The size in `ispe`.
  mutating func size(_ properties: [ISOBox]) throws(ImageError) -> PixelSize {
    guard let extents = properties.first(where: { $0.type == "ispe" }) else {
      throw .badHeader("its picture has no size")
    }
    var fields = try boxes.start(extents, 12)
    try fields.skip(4)
    return try PixelSize(inHeader: fields.number(4), fields.number(4))
  }

  /// The largest number of bits of any channel in `pixi` (ISO/IEC 23008-12, 6.5.6). Without `pixi`, the bits
  /// in `av1C` (AV1 in ISO base media, 2.3.3) or `hvcC` (ISO/IEC 14496-15, 8.3.2.1).
  mutating func bits(_ properties: [ISOBox]) throws(ImageError) -> Int {
    var bits = 0
    if let pixel = properties.first(where: { $0.type == "pixi" }) {
      var fields = try boxes.start(pixel, 260)
      try fields.skip(4)
      for _ in 0..<(try fields.number(1)) { bits = max(bits, try fields.number(1)) }
    } else if let coding = properties.first(where: { $0.type == "av1C" }) {
      var fields = try boxes.start(coding, 3)
      try fields.skip(2)
      let flags = try fields.number(1)
      bits = flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
    } else if let coding = properties.first(where: { $0.type == "hvcC" }) {
      var fields = try boxes.start(coding, 18)
      try fields.skip(17)
      bits = try fields.number(1) & 7 + 8
    }
    guard (1...32).contains(bits) else { throw .badHeader("it says \(bits) bits a sample") }
    return bits
  }

  /// The place of the ICC profile in a `colr` property (ISO/IEC 14496-12, 12.1.5); nil if there is none.
  mutating func profile(_ properties: [ISOBox]) throws(ImageError) -> PictureHeader.PackedPlace? {
    for property in properties where property.type == "colr" {
      var fields = try boxes.start(property, 4)
      if ["prof", "rICC"].contains(try fields.code()) {
        return PictureHeader.PackedPlace(range: property.behind(4))
      }
    }
    return nil
  }

  /// Takes the colours from the first of these that exists: profile, numbers in `colr`, numbers in the coded
  /// data at `data`. With a profile, the numbers in `colr` still give the matrix (ISO/IEC 23000-22, 7.3.6.4).
  mutating func takeColors(
    _ properties: [ISOBox], codedAt data: Range<Int>?, _ header: inout PictureHeader
  ) throws(ImageError) {
    header.icc = try profile(properties)
    if header.icc != nil { return }
    if let color = try colorNumbers(properties)?.color, color != .unspecified {
      header.take(color)
    } else if let numbers = try codedNumbers(properties, data) {
      header.take(numbers)
    }
  }

  /// The auxiliary picture that is the alpha of one of `parts`.
  mutating func alpha(_ parts: [Int], _ items: HEIFItems) throws(ImageError) -> Int? {
    try auxiliary(Self.alphaNames, of: parts, items)
  }

  /// True if Apple's gain map is an auxiliary picture of one of `parts`, or if a `tmap` item is derived from
  /// one of `parts` (ISO/IEC 23008-12, amendment 1).
  mutating func hasGainMap(_ parts: [Int], _ items: HEIFItems) throws(ImageError) -> Bool {
    if toneMap(of: parts, items) != nil { return true }
    return try auxiliary([GainMap.auxiliaryName], of: parts, items) != nil
  }

  /// An auxiliary picture of one of `parts`. The type of the auxiliary picture is one of `names`.
  mutating func auxiliary(
    _ names: [[UInt8]], of parts: [Int], _ items: HEIFItems
  ) throws(ImageError) -> Int? {
    var seen: Set<Int> = []
    for item in items.referring("auxl", toAnyOf: Set(parts)).sorted() {
      for property in items.properties(of: item)
      where property.type == "auxC" && seen.insert(property.content.lowerBound).inserted {
        var fields = try boxes.fields(property)
        try fields.skip(4)
        if names.contains(fields.text()) { return item }
      }
    }
    return nil
  }

  /// The place of the TIFF structure in the picture's `Exif` item. The item's first field gives the
  /// structure's offset (ISO/IEC 23008-12, A.2.1).
  mutating func exif(of picture: Int, _ items: HEIFItems) throws(ImageError) -> Range<Int>? {
    let item = items.referring("cdsc", to: picture).first { items.items[$0]?.type == "Exif" }
    guard let item, let place = items.places[item], place.count >= 4 else { return nil }
    var fields = try boxes.start(ISOBox(type: "Exif", content: place), 4)
    let offset = try fields.number(4)
    guard offset < place.count - 4 else { return nil }
    // Some writers put `Exif\0\0` before the TIFF structure, but don't count it in the offset.
    return try boxes.input.behindExifName(place.dropFirst(4 + offset))
  }
}
