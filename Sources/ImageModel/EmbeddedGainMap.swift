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
  /// Apple's auxiliary picture, whose headroom stands in the maker notes.
  case apple
}

/// A gain map that lies as a JPEG of its own in a picture's file. The map shows the whole stored picture, in
/// the picture's stored orientation.
package struct EmbeddedGainMap: Codable, Hashable, Sendable {
  /// The map's offset in the file, and its length in bytes.
  package let offset: Int
  package let bytes: Int
  /// Width and height of the map in pixels.
  package let storedSize: PixelSize
  /// ``ColorModel/grey`` for a map of one channel, ``ColorModel/ycbcr`` for a map of three.
  package let color: ColorModel
  package let kind: GainMapKind
  /// The headroom of the HDR picture: the binary logarithm of its peak, relative to SDR white.
  package let headroom: Double

  package enum CodingKeys: String, CodingKey {
    case offset, bytes
    case storedSize = "stored_size"
    case color, kind, headroom
  }

  package init(
    range: Range<Int>, storedSize: PixelSize, color: ColorModel, kind: GainMapKind, headroom: Double
  ) {
    offset = range.lowerBound
    bytes = range.count
    self.storedSize = storedSize
    self.color = color
    self.kind = kind
    self.headroom = headroom
  }

  /// The map's place in the file.
  package var range: Range<Int> { offset..<offset + max(bytes, 0) }

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
