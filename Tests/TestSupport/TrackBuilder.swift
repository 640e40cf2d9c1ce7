/// Builds tracks of HEIC and AVIF sequences for tests, box by box and without the code under test (ISO/IEC 14496-12, 8.3 to
/// 8.7).
package struct TrackBuilder {
  /// How the sizes of samples are written: each in 32 bits or in so many, or one for all.
  package enum Sizes: Hashable, Sendable {
    case each, same
    case compact(Int)
  }

  /// `pict` or `auxv`.
  package var handler = "pict"
  package var coding: String
  package var width: Int
  package var height: Int
  package var samples: [[UInt8]]
  /// Boxes of the sample entry.
  package var properties: [[UInt8]]
  /// Type, and numbers of the tracks that this one refers to.
  package var references: [(String, [Int])] = []
  /// How many sample entries there are, all alike.
  package var entries = 1
  package var matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000]
  /// Numbers of samples, from 1 on; nil for no table of them.
  package var syncSamples: [Int]?
  package var sizes = Sizes.each
  package var hasLongOffsets = false
  /// A header with times of 64 bits.
  package var hasLongHeader = false
  /// False for no table of offsets.
  package var hasOffsets = true

  package init(_ coding: String, _ width: Int, _ height: Int, _ samples: [[UInt8]], _ properties: [[UInt8]]) {
    self.coding = coding
    self.width = width
    self.height = height
    self.samples = samples
    self.properties = properties
  }

  /// A file of nothing but these tracks, which have the numbers 1, 2 and so on.
  package static func file(_ tracks: [TrackBuilder], brand: String = "avis") -> [UInt8] {
    let type = HEIFBuilder.box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + brand.utf8)
    let data = HEIFBuilder.box("mdat", tracks.flatMap { $0.samples.flatMap(\.self) })
    return type + data + movie(tracks, at: type.count + 8)
  }

  /// A `moov`; samples lie one behind the other from `place` on.
  package static func movie(_ tracks: [TrackBuilder], at place: Int = 0) -> [UInt8] {
    var place = place
    var boxes: [UInt8] = []
    for (index, track) in tracks.enumerated() {
      boxes += track.box(index + 1, at: place)
      place += track.samples.reduce(0) { $0 + $1.count }
    }
    return HEIFBuilder.box("moov", boxes)
  }

  private func box(_ number: Int, at place: Int) -> [UInt8] {
    let media =
      HEIFBuilder.full("hdlr", [0, 0, 0, 0] + Array(handler.utf8))
      + HEIFBuilder.box("minf", HEIFBuilder.box("stbl", entry + table(at: place)))
    let references = references.map { type, to in
      HEIFBuilder.box(type, to.flatMap { PictureBuilder.big($0, 4) })
    }
    return HEIFBuilder.box(
      "trak",
      header(number) + (references.isEmpty ? [] : HEIFBuilder.box("tref", Array(references.joined())))
        + HEIFBuilder.box("mdia", media))
  }

  private func header(_ number: Int) -> [UInt8] {
    let times = [UInt8](repeating: 0, count: hasLongHeader ? 16 : 8)
    let rest = [UInt8](repeating: 0, count: hasLongHeader ? 28 : 24)
    let numbers = (matrix + [width << 16, height << 16]).flatMap { PictureBuilder.big($0, 4) }
    return HEIFBuilder.full(
      "tkhd", version: hasLongHeader ? 1 : 0, flags: 3,
      times + PictureBuilder.big(number, 4) + rest + numbers)
  }

  private var entry: [UInt8] {
    let sides = PictureBuilder.big(width, 2) + PictureBuilder.big(height, 2)
    let head = [UInt8](repeating: 0, count: 24) + sides + [UInt8](repeating: 0, count: 50)
    let entry = HEIFBuilder.box(coding, head + properties.joined())
    return HEIFBuilder.full(
      "stsd", PictureBuilder.big(entries, 4) + Array([[UInt8]](repeating: entry, count: entries).joined()))
  }

  private func table(at place: Int) -> [UInt8] {
    var boxes = sizeTable
    if hasOffsets {
      boxes += HEIFBuilder.full(
        hasLongOffsets ? "co64" : "stco", [0, 0, 0, 1] + PictureBuilder.big(place, hasLongOffsets ? 8 : 4))
    }
    if let syncSamples {
      boxes += HEIFBuilder.full(
        "stss", ([syncSamples.count] + syncSamples).flatMap { PictureBuilder.big($0, 4) })
    }
    return boxes
  }

  private var sizeTable: [UInt8] {
    let counts = samples.map(\.count)
    let count = PictureBuilder.big(counts.count, 4)
    switch sizes {
    case .each:
      return HEIFBuilder.full("stsz", [0, 0, 0, 0] + count + counts.flatMap { PictureBuilder.big($0, 4) })
    case .same: return HEIFBuilder.full("stsz", PictureBuilder.big(counts.first ?? 0, 4) + count)
    case .compact(let bits):
      let entries: [UInt8] =
        bits == 4
        ? stride(from: 0, to: counts.count, by: 2).map { place in
          UInt8(counts[place] << 4 | (place + 1 < counts.count ? counts[place + 1] : 0))
        } : counts.flatMap { PictureBuilder.big($0, bits / 8) }
      return HEIFBuilder.full("stz2", [0, 0, 0, UInt8(bits)] + count + entries)
    }
  }
}

extension TrackBuilder {
  package static let alphaName = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"

  /// The same track as one of auxiliary pictures of this kind, which belong to the first track.
  package func auxiliary(_ name: String = alphaName, of master: Int = 1) -> TrackBuilder {
    var track = self
    (track.handler, track.references) = ("auxv", [("auxl", [master])])
    track.properties.append(HEIFBuilder.full("auxi", Array(name.utf8) + [0]))
    return track
  }
}
