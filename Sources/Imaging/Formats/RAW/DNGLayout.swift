import ImageModel
import System

/// How a DNG stores its raw picture, and which part of it LibRaw 0.20 develops.
struct DNGLayout {
  /// The size of the stored data, with masked pixels.
  let size: PixelSize
  /// Bits per sample, as stored.
  let bits: Int
  /// Samples per pixel.
  let samples: Int
  let compression: Int
  /// True for the mosaic of a sensor; false for three colours in each pixel.
  let isMosaic: Bool
  /// The colours of the mosaic's 2x2 cell; empty if the cell has another size.
  let pattern: [Int]
  /// True if the cell's numbers mean red, green and blue, and cells lie in a rectangle.
  let isPlain: Bool
  /// False for samples that aren't unsigned integers.
  let isUnsigned: Bool
  /// DefaultCropSize, or the size of the active area if LibRaw doesn't use that crop.
  let shown: PixelSize
  /// The part that LibRaw develops. In a mosaic it begins at an even column and row, so `shown` may be one pixel
  /// larger on each axis.
  let crop: PixelSize

  /// Values of Compression (DNG 1.4, chapter 4; DNG 1.7).
  enum Compression {
    static let none = 1
    static let jpeg = 7
    static let names = [8: "Deflate", 34892: "lossy JPEG", 52546: "JPEG XL"]
  }

  private static let patterns = [[0, 1, 1, 2], [1, 0, 2, 1], [1, 2, 0, 1], [2, 1, 1, 0]]
  /// LibRaw refuses shorter sides and longer sides.
  private static let sides = 22...64000

  /// Reads the fields of the raw picture's directory. DefaultCropOrigin and DefaultCropSize may stand in the first
  /// directory, `main`.
  ///
  /// - Throws: `bad_header`, `zero_size`, `io_error`.
  init(_ reader: inout TIFFHeaderReader, _ main: inout TIFFHeaderReader) throws(ImageError) {
    guard let width = try reader.number(TIFFTag.imageWidth),
      let height = try reader.number(TIFFTag.imageLength)
    else { throw .badHeader("its raw picture has no size") }
    size = try PixelSize(inHeader: width, height)
    bits = try reader.number(TIFFTag.bitsPerSample) ?? 1
    guard (1...32).contains(bits) else { throw .badHeader("it says \(bits) bits a sample") }
    samples = try reader.number(TIFFTag.samplesPerPixel) ?? 1
    compression = try reader.number(TIFFTag.compression) ?? Compression.none
    isMosaic = try reader.number(TIFFTag.photometric) == DNGFile.Photometric.mosaic
    isUnsigned = try reader.file.numbers(reader.field(TIFFTag.sampleFormat)).allSatisfy { $0 == 1 }
    pattern =
      try reader.file.numbers(reader.field(DNGTag.mosaicSize)) == [2, 2]
      ? try reader.file.numbers(reader.field(DNGTag.mosaic)) : []
    let colors = try reader.file.numbers(reader.field(DNGTag.planeColors))
    let mosaicLayout = try reader.number(DNGTag.mosaicLayout) ?? 1
    isPlain = (colors.isEmpty || colors == [0, 1, 2]) && mosaicLayout == 1
    let active = try Self.activeArea(&reader, size)
    var crop = try Self.defaultCrop(&reader)
    if crop == nil { crop = try Self.defaultCrop(&main) }
    (shown, self.crop) = Self.developed(active, crop, of: size, isMosaic: isMosaic)
  }

  /// ActiveArea, or all pixels if it is missing.
  private static func activeArea(
    _ reader: inout TIFFHeaderReader, _ size: PixelSize
  ) throws(ImageError) -> PixelRect<Stored> {
    let edges = try reader.file.numbers(reader.field(DNGTag.activeArea))
    if edges.isEmpty { return PixelRect(size) }
    guard edges.count == 4, edges[0] < edges[2], edges[1] < edges[3], edges[2] <= size.height,
      edges[3] <= size.width
    else { throw .badHeader("its active area doesn't lie in its raw picture of \(size)") }
    return PixelRect(left: edges[1], top: edges[0], right: edges[3], bottom: edges[2])
  }

  /// DefaultCropOrigin and DefaultCropSize, relative to the active area, rounded down. Nil unless the directory has
  /// both.
  private static func defaultCrop(_ reader: inout TIFFHeaderReader) throws(ImageError) -> PixelRect<Stored>? {
    let origin = try reader.file.wholeNumbers(reader.field(DNGTag.cropOrigin))
    let size = try reader.file.wholeNumbers(reader.field(DNGTag.cropSize))
    guard origin.count == 2, size.count == 2, size[0] > 0, size[1] > 0,
      (origin + size).allSatisfy({ $0 <= Int(UInt16.max) })
    else { return nil }
    return PixelRect(x: origin[0], y: origin[1], width: size[0], height: size[1])
  }

  /// The shown size and the size that LibRaw develops. LibRaw 0.20 (`identify.cpp`, `open.cpp`) rounds the origin of
  /// the crop in a mosaic up to even numbers. If the crop then doesn't lie in the stored data, it isn't used. Last, if
  /// an edge at the left or top has an odd place in the stored data, it moves in by one pixel.
  private static func developed(
    _ active: PixelRect<Stored>, _ crop: PixelRect<Stored>?, of size: PixelSize, isMosaic: Bool
  ) -> (shown: PixelSize, developed: PixelSize) {
    var (shown, part) = (active.size, active)
    if let crop {
      let (right, down) = isMosaic ? (crop.x % 2, crop.y % 2) : (0, 0)
      let (width, height) = (crop.width - right, crop.height - down)
      if active.x + crop.x + width <= size.width, active.y + crop.y + height <= size.height {
        shown = crop.size
        part = PixelRect(
          x: active.x + crop.x + right, y: active.y + crop.y + down, width: width, height: height)
      }
    }
    let (right, down) = isMosaic ? (part.x % 2, part.y % 2) : (0, 0)
    // A part without pixels is refused as too small.
    return (shown, PixelSize(width: max(1, part.width - right), height: max(1, part.height - down)))
  }

  /// Why LibRaw 0.20 can't develop the picture, or why that isn't known to be right. Nil if it can.
  var refusal: String? {
    if let name = Compression.names[compression] {
      return "raw data compressed by \(name) can't be read"
    }
    guard compression == Compression.none || compression == Compression.jpeg else {
      return "raw data with compression \(compression) can't be read"
    }
    guard isUnsigned else { return "raw data of samples that aren't whole numbers can't be read" }
    guard (8...16).contains(bits) else { return "raw data with \(bits) bits a sample can't be read" }
    guard isMosaic ? samples == 1 : samples == 3 else {
      return "raw data with \(samples) samples a pixel can't be read"
    }
    guard !isMosaic || isPlain && Self.patterns.contains(pattern) else {
      return "raw data whose mosaic isn't one of red, green and blue in cells of 2x2 pixels can't be read"
    }
    let sides = [size.width, size.height, crop.width, crop.height]
    guard sides.allSatisfy(Self.sides.contains) else {
      return "raw data of \(size), of which \(crop) are shown, can't be read"
    }
    return nil
  }

  /// The finding for raw data that takes more memory than can be held; nil if it can be held.
  var tooLarge: Finding? {
    guard heldBytes > FixedLimits.Decode.rawHeldBytes else { return nil }
    return Finding(
      .maxPixels,
      "its raw data of \(size) takes up more than the \(FixedLimits.Decode.rawHeldBytes >> 20) MiB that can be held of it"
    )
  }

  /// Bytes that LibRaw holds until the picture is developed: the raw data with 8 spare rows and 16 bits a sample
  /// (four samples a pixel unless there is a mosaic), and its objects.
  var heldBytes: Int {
    size.width * (size.height + 8) * (isMosaic ? 2 : 8) + Self.objectBytes
  }

  /// LibRaw's objects, its histogram and our window over the file. Measured.
  private static let objectBytes = 1 << 20
}

extension DNGLayout {
  /// Why LibRaw would not find all raw data in this directory; nil if it finds the data. LibRaw reads uncompressed data
  /// from the first strip on, without a gap. It reads lossless JPEG from one strip, or from tiles.
  func refusal(of reader: inout TIFFHeaderReader) throws(ImageError) -> String? {
    if reader.file.isBig { return "a DNG that is a BigTIFF can't be read" }
    let isTiled = reader.field(TIFFTag.tileOffsets) != nil
    guard let offsets = reader.field(isTiled ? TIFFTag.tileOffsets : TIFFTag.stripOffsets), offsets.type == 4
    else {
      return "raw data without offsets of 32 bits can't be read"
    }
    if compression == Compression.none {
      if isTiled { return "uncompressed raw data in tiles can't be read" }
      return try isContinuous(offsets, &reader)
        ? nil : "uncompressed raw data in scattered strips can't be read"
    }
    guard isTiled || offsets.count == 1 else { return "compressed raw data in several strips can't be read" }
    guard let first = try reader.file.numbers(offsets).first else { throw .cutHeader }
    return try isLosslessJPEG(at: first, &reader) ? nil : "raw data that isn't lossless JPEG can't be read"
  }

  /// True if each strip begins where the one before it ends.
  private func isContinuous(
    _ offsets: TIFFFile.Field, _ reader: inout TIFFHeaderReader
  ) throws(ImageError) -> Bool {
    if offsets.count == 1 { return true }
    guard let rows = try reader.number(TIFFTag.rowsPerStrip), let values = offsets.values,
      offsets.count <= size.height, rows > 0
    else { return false }
    let stripBytes = ((size.width * samples * bits + 7) / 8).multipliedReportingOverflow(by: rows)
    var fields = try reader.file.fields(values)
    var next: Int?
    for _ in 0..<offsets.count {
      let offset = try fields.number(4)
      if let next, offset != next { return false }
      next = offset &+ stripBytes.partialValue
    }
    return !stripBytes.overflow
  }

  private func isLosslessJPEG(at offset: Int, _ reader: inout TIFFHeaderReader) throws(ImageError) -> Bool {
    let source = reader.file.source
    guard offset < source.size else { return false }
    let header = try TIFFSmallerCopy.ifSound { () throws(ImageError) in
      try JPEGHeader.read(from: source.part(offset..<source.size))
    }
    return header?.process == .lossless && header?.isArithmetic == false
  }
}
