import ImageModel

/// What making an image costs in memory, in bytes, predicted from sizes alone.
enum MemoryModel {
  /// The rows of a decode that are in memory at once (``JPEGDecoder`` hands on as many).
  private static let stripRows = 32
  /// libjpeg's objects and tables, the file's read buffer and the encoder's write buffer.
  private static let fixed = 600_000

  /// The peak over all decodes: each is run, its strips narrowed, and then each of its outputs finished.
  static func peak(_ plan: ImagePlan, coefficientBytes: Int) -> Int {
    guard let stored = plan.storedSize, let color = plan.color else { return 0 }
    let peaks = plan.decodes.indices.map { index in
      let outputs = plan.outputs.filter { $0.decode == index && $0.error == nil }
      let held = outputs.reduce(0) { $0 + Self.held($1, color) }
      let decoding = Self.decoding(plan.decodes[index], stored, color) + coefficientBytes + held
      let finishing = outputs.map { held + Self.finishing($0, color) }.max() ?? 0
      return max(decoding, finishing)
    }
    return fixed + (peaks.max() ?? 0)
  }

  /// Strip, row buffers of the upsampler and color converter, and one row of blocks a component.
  private static func decoding(_ decode: DecodePlan, _ stored: PixelSize, _ color: JPEGColor) -> Int {
    let rowWidth = min(decode.samples.width + 64, decode.scale.decodedSize(of: stored).width)
    let strip = rowWidth * color.samples * stripRows
    let upsampling = rowWidth * color.samples * decode.scale.eighths * 5
    return strip + upsampling
  }

  /// What an output keeps from the first strip to its end.
  private static func held(_ output: OutputPlan, _ color: JPEGColor) -> Int {
    guard let geometry = output.resample else { return 0 }
    if geometry.isIdentity { return geometry.size.area * color.samples }
    let strip = aligned(geometry.samples.width) * stripRows
    let narrow = aligned(geometry.size.width * 2) * (geometry.samples.height + stripRows)
    return (strip + narrow) * color.samples + graphs(geometry)
  }

  /// What the vertical pass, the turn, the canvas and the encoder add to what is held.
  private static func finishing(_ output: OutputPlan, _ color: JPEGColor) -> Int {
    guard let geometry = output.resample, let size = output.size else { return 0 }
    let narrow = geometry.isIdentity ? 0 : aligned(geometry.size.width * 2) * geometry.samples.height
    let planes = aligned(geometry.size.width) * geometry.size.height
    // Planes are resampled one by one, each freeing its narrow one; turned and placed likewise.
    let resampling = geometry.isIdentity ? 0 : planes * color.samples - narrow * (color.samples - 1)
    let afterwards = geometry.isIdentity ? planes : planes * (color.samples + 1) - narrow * color.samples
    let canvas = output.content?.size == size ? 0 : size.area * color.samples
    return max(0, resampling, max(afterwards, 0) + canvas + encoding(output, size, color))
  }

  /// Coefficients of the whole output where the encoder needs them all.
  private static func encoding(_ output: OutputPlan, _ size: PixelSize, _ color: JPEGColor) -> Int {
    let options = output.encode
    guard options.progressive || options.optimize else { return size.width * color.samples * 40 }
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
