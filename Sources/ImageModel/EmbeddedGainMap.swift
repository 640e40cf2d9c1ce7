/// The use of a source's gain map in an output. With a gain map, viewers show a picture in HDR.
package enum GainMapUse: String, Codable, Sendable, CaseIterable {
  /// The output keeps the map if its format can hold one.
  case keep
  case drop
  /// The output keeps the map, or fails.
  case require
}

extension Finding {
  /// The warning that an output isn't HDR although its source is.
  package static func gainMapDropped(_ reason: String) -> Finding {
    Finding(
      .gainMapDropped,
      "the gain map, which makes the picture HDR, isn't kept: \(reason); the output is SDR alone")
  }
}

/// How a file describes its gain map.
package enum GainMapKind: String, Codable, Sendable {
  /// XMP with the prefix `hdrgm` (Adobe Gain Map 1.0, Ultra HDR Image Format 1.1).
  case hdrgm
  /// A binary block of metadata (ISO 21496-1).
  case iso = "iso_21496_1"
  /// Apple's auxiliary picture. Its XMP or the maker notes of the base give the headroom.
  case apple
}

/// The place of a gain map in a picture's file.
package enum GainMapPlace: Hashable, Sendable {
  /// The bytes of a JPEG of its own.
  case jpeg(Range<Int>)
  /// The identifier of an item in a HEIC or AVIF.
  case item(Int)
}

/// A gain map in a picture's file. The map shows the whole stored picture, in the picture's stored orientation.
package struct EmbeddedGainMap: Codable, Hashable, Sendable {
  /// The place of a JPEG: its offset in the file, and its length in bytes. Nil if the map is an item.
  private let offset: Int?
  private let bytes: Int?
  /// The identifier of an item; nil if the map is a JPEG.
  private let item: Int?
  /// Width and height of the map in pixels.
  package let storedSize: PixelSize
  /// The pixel format of a decode: grey for a map of one channel; YCbCr of a JPEG or RGB of an item for a map of
  /// three.
  package let pixels: PixelFormat
  package let kind: GainMapKind
  /// The headroom of the HDR picture: the binary logarithm of its peak, relative to SDR white.
  package let headroom: Double

  package enum CodingKeys: String, CodingKey {
    case offset, bytes, item
    case storedSize = "stored_size"
    case pixels, kind, headroom
  }

  package init(
    at place: GainMapPlace, storedSize: PixelSize, pixels: PixelFormat, kind: GainMapKind, headroom: Double
  ) {
    switch place {
    case .jpeg(let range): (offset, bytes, item) = (range.lowerBound, range.count, nil)
    case .item(let number): (offset, bytes, item) = (nil, nil, number)
    }
    self.storedSize = storedSize
    self.pixels = pixels
    self.kind = kind
    self.headroom = headroom
  }

  /// The map's place in the file; nil for numbers that give none.
  package var place: GainMapPlace? {
    switch (offset, bytes, item) {
    case (let offset?, let bytes?, nil):
      let (end, isTooLarge) = offset.addingReportingOverflow(bytes)
      return offset >= 0 && bytes >= 0 && !isTooLarge ? .jpeg(offset..<end) : nil
    case (nil, nil, let item?): return .item(item)
    default: return nil
    }
  }

  /// The place of the map's JPEG; nil if the map is none.
  package var range: Range<Int>? { if case .jpeg(let range)? = place { range } else { nil } }

  /// The map as text, such as `1008x756, hdrgm, headroom 2.3 stops`. `size` is the size of the map, or of an
  /// output's map.
  package func text(_ size: PixelSize) -> String {
    let channels = pixels.color == .grey ? "" : ", three channels"
    let stops = (headroom * 10).rounded() / 10
    return "\(size), \(kind.rawValue)\(channels), headroom \(stops) stops"
  }

  /// The pixel format of the map for the encoder of an output.
  package func pixels(in format: OutputFormat?) -> PixelFormat {
    PixelFormat(pixels.color == .grey ? .grey : format == .jpeg ? .ycbcr : .rgb)
  }

  /// How a component's samples at a scale lie over a stored picture of size `stored`. `all` are the sampling
  /// factors of the map's components.
  package func grid(
    _ component: ComponentPlan, among all: [SamplingFactors], showing stored: PixelSize
  ) -> DecodeGrid {
    let (factors, scale) = (component.sampling, component.scale)
    return DecodeGrid(
      scale, of: storedSize, showing: stored,
      across: (factors.horizontal, all.map(\.horizontal).max() ?? 1),
      down: (factors.vertical, all.map(\.vertical).max() ?? 1))
  }

  /// The part of the map that shows `box` of a stored picture of size `stored`, rounded outward to the map's
  /// pixels.
  package func region(of box: PixelRect<Stored>, in stored: PixelSize) -> PixelRect<Stored> {
    let samples = DecodeGrid(.full, of: storedSize, showing: stored).samples(box)
    return PixelRect(x: samples.x, y: samples.y, width: samples.width, height: samples.height)
      .intersection(PixelRect(storedSize))
  }

  /// The part of the map that shows `box` of a stored picture of size `stored`. Nil if an edge of the part lies
  /// within a pixel of the map.
  package func exactRegion(of box: PixelRect<Stored>, in stored: PixelSize) -> PixelRect<Stored>? {
    let across = [box.x, box.right].map { $0 * storedSize.width }
    let down = [box.y, box.bottom].map { $0 * storedSize.height }
    guard across.allSatisfy({ $0 % stored.width == 0 }), down.allSatisfy({ $0 % stored.height == 0 }) else {
      return nil
    }
    return PixelRect(
      left: across[0] / stored.width, top: down[0] / stored.height, right: across[1] / stored.width,
      bottom: down[1] / stored.height)
  }

  /// The size to which the map is resampled for an output that shows `crop` of a stored picture of size
  /// `stored` as `content`. The output's map keeps all pixels of the map that the crop shows, or has the size of
  /// `content` if that is smaller.
  package func size(showing crop: PixelSize, of stored: PixelSize, as content: PixelSize) -> PixelSize {
    func length(_ map: Int, _ crop: Int, _ stored: Int, _ content: Int) -> Int {
      min(content, (map * crop + stored - 1) / stored)
    }
    return PixelSize(
      width: length(storedSize.width, crop.width, stored.width, content.width),
      height: length(storedSize.height, crop.height, stored.height, content.height))
  }
}
