import ImageModel

/// What making an image costs in memory, in bytes, predicted from sizes alone.
enum MemoryModel {
  /// libjpeg's objects and tables, the file's read buffer and the encoder's write buffer.
  private static let fixed = 1_600_000

  /// The peak over all decodes: each is run, its strips narrowed, and then each of its outputs finished.
  static func peak(_ plan: ImagePlan, _ source: SourceInfo) -> Int {
    if plan.decodes.isEmpty { return 0 }
    var served = [[OutputPlan]](repeating: [], count: plan.decodes.count)
    for output in plan.outputs where output.error == nil { served[output.decode].append(output) }
    let peaks = plan.decodes.indices.map { index in
      let thumbnail = plan.decodes[index].thumbnail
      let stored = thumbnail?.storedSize ?? source.storedSize
      let color = thumbnail?.color ?? plan.color ?? source.color
      let wholeBytes = thumbnail == nil ? source.wholeBytes : source.thumbnail?.wholeBytes ?? 0
      let outputs = served[index]
      let held = outputs.reduce(0) { $0 + Self.held($1, color) }
      let decode = plan.decodes[index]
      let decoding =
        (decode.engine == .libpng
          ? Self.decoding(decode, stored, planes: color.samples + (source.hasAlpha ? 1 : 0))
          : Self.decoding(decode, stored, color)) + wholeBytes + held
      let finishing = outputs.map { held - Self.held($0, color) + Self.finishing($0, color) }.max() ?? 0
      return max(decoding, finishing)
    }
    return fixed + (peaks.max() ?? 0)
  }

  /// Strip, row buffers of the upsampler and color converter, and one row of blocks a component.
  private static func decoding(_ decode: DecodePlan, _ stored: PixelSize, _ color: ColorModel) -> Int {
    let rowWidth = min(decode.samples.width + 64, decode.scale.decodedSize(of: stored).width)
    let strip = rowWidth * color.samples * StripHeight.rows
    let upsampling = rowWidth * color.samples * decode.scale.eighths * 5
    return strip + upsampling
  }

  /// Strip, and libpng's two rows at the file's depth and ours.
  private static func decoding(_ decode: DecodePlan, _ stored: PixelSize, planes: Int) -> Int {
    decode.samples.width * planes * StripHeight.rows + stored.width * 8 * 3
  }

  /// What an output keeps from the first strip to its end.
  static func held(_ output: OutputPlan, _ color: ColorModel) -> Int {
    guard let geometry = output.resample else { return 0 }
    let planes = planes(geometry)
    let strip =
      geometry.isIdentity ? 0 : aligned(geometry.samples.width) * StripHeight.rows + graphs(geometry)
    return (strip + planes.narrow) * color.samples
  }

  /// The most that there is beside other outputs' rows while one is finished: plane by plane, each resampled,
  /// turned and placed before the next, and letting go of what it was made from; then they are encoded.
  private static func finishing(_ output: OutputPlan, _ color: ColorModel) -> Int {
    guard let geometry = output.resample, let size = output.size, let content = output.content else {
      return 0
    }
    let (narrow, plane) = planes(geometry)
    let final = aligned(size.width) * size.height
    var steps = geometry.isIdentity ? [] : [narrow + plane]
    if output.turn != .topLeft { steps.append(2 * plane) }
    if content.size != size { steps.append(plane + final) }
    let peaks = (0..<color.samples).map { done in
      done * final + (color.samples - 1 - done) * narrow + (steps.max() ?? plane)
    }
    // The graphs are kept for the next image. All planes but the first may lie where rows of others were.
    let encoded = final + (color.samples - 1) * max(final, narrow) + encoding(output, size, color)
    return graphs(geometry) + max(peaks.max() ?? 0, encoded)
  }

  /// The bytes of one plane before and after the vertical pass.
  private static func planes(_ geometry: ResampleGeometry) -> (narrow: Int, plane: Int) {
    if geometry.isIdentity {
      let plane = aligned(geometry.size.width) * geometry.size.height
      return (plane, plane)
    }
    let across = PaddedAxis(geometry.horizontal).axis.target
    let down = PaddedAxis(geometry.vertical).axis
    return (aligned(across * 2) * (down.samples + StripHeight.rows), aligned(across) * down.target)
  }

  /// Coefficients of the whole output where the encoder needs them all.
  fileprivate static func encoding(_ output: OutputPlan, _ size: PixelSize, _ color: ColorModel) -> Int {
    let options = output.encode
    guard options.progressive || options.optimize else { return size.width * color.samples * 64 }
    let luma = whole(size.width, of: 16) * whole(size.height, of: 16)
    let chroma = color == .grey ? 0 : 2 * luma / (options.chroma.horizontal * options.chroma.vertical)
    return 2 * (luma + chroma) + size.area / 2
  }

  /// The coefficients and scratch memory of a horizontal and a vertical graph.
  private static func graphs(_ geometry: ResampleGeometry) -> Int {
    coefficients(geometry.horizontal) + coefficients(geometry.vertical) + geometry.samples.width * 8
  }

  private static func coefficients(_ axis: ResampleAxis) -> Int {
    let taps = 2 * Double(axis.filter.support) * max(1, axis.extent / Double(axis.target)) + 2
    return Int(taps * Double(axis.target)) * 24
  }

  private static func aligned(_ bytes: Int) -> Int { whole(bytes, of: 64) }

  private static func whole(_ value: Int, of unit: Int) -> Int { (value + unit - 1) / unit * unit }
}

extension OutputPlan {
  /// What its encoder takes beside its planes, in bytes.
  package func encoderBytes(_ color: ColorModel) -> Int {
    size.map { MemoryModel.encoding(self, $0, color) } ?? 0
  }
}
