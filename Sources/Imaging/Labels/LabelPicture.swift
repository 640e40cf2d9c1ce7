import ImageModel
import System

/// The labels of a mask file. They are never mixed: each label of an output is one of the file's, or that of the pad.
package struct LabelPicture {
  private let labels: Channel
  private let palette: [[UInt8]]
  /// SHA-256 of the mask file, in hexadecimal; nil if it isn't hashed.
  package let sha256: String?

  /// Decodes the whole mask file that is open at `descriptor`, and with `hashes` hashes it. After `deadline`, in
  /// nanoseconds of CLOCK_MONOTONIC, the decode ends with `timeout`. Throws what ``PictureDecoder/decode(_:_:)`` throws.
  /// All damage is an error, since a label that was made up can't be told from others.
  package init(
    _ layout: LabelLayout, descriptor: Int32, bytes: Int, hashes: Bool, deadline: Int64,
    from buffers: BufferPool
  ) throws(ImageError) {
    var request = DecodeRequest(
      storedSize: layout.size, pixels: PixelFormat(.grey, depth: layout.depth), scale: .full,
      region: PixelRect(layout.size), deadline: deadline, onCorrupt: .error)
    request.wantsLabels = true
    let digest = hashes ? SHA256() : nil
    let decoder = try PictureDecoder(.libpng, descriptor: descriptor, digest: digest, from: buffers)
    labels = try Channel(layout.size, layout.depth, from: buffers)
    let columns = 0..<layout.size.width
    try decoder.decode(request) { [labels] strip throws(ImageError) in
      for y in strip.firstRow..<strip.endRow {
        switch labels {
        case .eight(let content):
          guard let row = content.plane.row(y).baseAddress else { continue }
          strip.copy(channel: 0, row: y, columns: columns, to: row)
        case .sixteen(let content):
          guard let row = content.plane.row(y).baseAddress else { continue }
          strip.copy(channel: 0, row: y, columns: columns, to: row)
        }
      }
    }
    try decoder.drain(limit: bytes)
    palette = layout.hasPalette ? decoder.palette : []
    sha256 = digest?.finish()
  }

  /// The labels that a picture shows by `map`, and the label `pad` where it shows none. If `bits` is 8 or less, labels
  /// of 16 bits lose their upper 8. Throws `memory`.
  package func shown(by map: MaskMap, pad: Int, bits: Int) throws(ImageError) -> Channel {
    switch LabelLayout.depth(bits) {
    case .eight: .eight(ContentPlane(try shown(by: map, pad: UInt8(truncatingIfNeeded: pad))))
    case .sixteen: .sixteen(ContentPlane(try shown(by: map, pad: UInt16(truncatingIfNeeded: pad))))
    }
  }

  private func shown<Label: FixedWidthInteger & UnsignedInteger>(
    by map: MaskMap, pad: Label
  ) throws(ImageError) -> Plane<Label> {
    switch labels {
    case .eight(let content): try content.plane.labels(by: map, pad: pad)
    case .sixteen(let content): try content.plane.labels(by: map, pad: pad)
    }
  }

  /// Writes `labels` as a PNG with `bits` bits a label, which has the palette of the mask file. Labels beyond the
  /// palette become black in it. Throws as ``PictureEncoder/encode(_:_:options:metadata:)`` does.
  package func encode(
    _ labels: Channel, bits: Int, level: Int, by encoder: borrowing PictureEncoder
  ) throws(ImageError) {
    var colors = palette
    if let most = palette.isEmpty ? nil : labels.largest, most >= colors.count {
      colors += Array(repeating: [0, 0, 0, 255], count: most + 1 - colors.count)
    }
    try encoder.encode(
      labels: labels, palette: colors.isEmpty ? nil : Palette(colors), bits: bits, level: level)
  }
}

extension Channel {
  /// A channel with undefined samples. Throws `memory`.
  fileprivate init(_ size: PixelSize, _ depth: SampleDepth, from pool: BufferPool) throws(ImageError) {
    self =
      switch depth {
      case .eight: .eight(ContentPlane(try Plane(width: size.width, height: size.height, from: pool)))
      case .sixteen: .sixteen(ContentPlane(try Plane(width: size.width, height: size.height, from: pool)))
      }
  }

  /// The largest sample; 0 without samples.
  fileprivate var largest: Int {
    switch self {
    case .eight(let content): content.plane.largest
    case .sixteen(let content): content.plane.largest
    }
  }
}

extension Plane {
  fileprivate var largest: Int { (0..<height).reduce(0) { max($0, Int(row($1).max() ?? 0)) } }

  /// The samples that another picture takes by `map`. It gets `pad` where it takes none.
  fileprivate func labels<Label: FixedWidthInteger & UnsignedInteger>(
    by map: MaskMap, pad: Label
  ) throws(ImageError) -> Plane<Label> {
    let shown = try Plane<Label>(width: map.size.width, height: map.size.height, from: pool)
    let (columns, rows) = (map.columns(of: size), map.rows(of: size))
    for y in 0..<shown.height {
      let (into, row) = (shown.row(y), Int(rows[y]))
      guard row >= 0 else {
        into.update(repeating: pad)
        continue
      }
      if map.transposes {
        for (x, column) in columns.enumerated() {
          into[x] = column < 0 ? pad : Label(truncatingIfNeeded: self.row(Int(column))[row])
        }
      } else {
        let from = self.row(row)
        for (x, column) in columns.enumerated() {
          into[x] = column < 0 ? pad : Label(truncatingIfNeeded: from[Int(column)])
        }
      }
    }
    return shown
  }
}
