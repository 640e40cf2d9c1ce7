import ImageModel

/// What making an image costs in memory, in bytes, predicted from sizes alone.
enum MemoryModel {
  /// libjpeg's objects and tables, the file's read buffer and the encoder's write buffer.
  private static let fixed = 1_600_000

  /// The peak over all decodes: each is run, its strips narrowed, and then each of its outputs finished. Where libjpeg may
  /// have to take a decode's place, it counts too.
  static func peak(_ plan: ImagePlan, _ source: SourceInfo) -> Int {
    if plan.decodes.isEmpty { return 0 }
    var served = [[Int]](repeating: [], count: plan.decodes.count)
    for (index, output) in plan.outputs.enumerated() where output.error == nil {
      served[output.decode].append(index)
    }
    let peaks = zip(plan.decodes, served).map { decode, served in
      let outputs = served.map { plan.outputs[$0] }
      let own = peak(of: decode, for: outputs, plan, source)
      if decode.engine != .reduced { return own }
      let libjpegs = decode.byLibjpeg(of: source.storedSize)
      let grid = libjpegs.grid(showing: source.storedSize)
      return max(own, peak(of: libjpegs, for: outputs.map { $0.moved(to: grid) }, plan, source))
    }
    return fixed + (peaks.max() ?? 0)
  }

  private static func peak(
    of decode: DecodePlan, for outputs: [OutputPlan], _ plan: ImagePlan, _ source: SourceInfo
  ) -> Int {
    if decode.isOfCoefficients { return transforming(source) }
    let pixels = plan.pixels(of: decode) ?? source.pixels
    let costs = outputs.map { output in
      OutputCost(output, from: decode, of: pixels, base: output.base.map { plan.outputs[$0] })
    }
    let held = costs.reduce(0) { $0 + $1.held }
    let finishing = costs.map { held - $0.held + $0.finishing }.max() ?? 0
    return max(decoding(decode, plan, source, pixels) + held, finishing)
  }

  /// What an output takes while it and others of its decode are made, and at its own end.
  private struct OutputCost {
    let held: Int
    let finishing: Int

    init(_ output: OutputPlan, from decode: DecodePlan, of pixels: PixelFormat, base: OutputPlan?) {
      let geometries = output.geometries(from: decode, of: pixels, base: base)
      held = MemoryModel.held(output, pixels, geometries)
      finishing = MemoryModel.finishing(output, pixels, geometries)
    }
  }

  /// All coefficients, and a file of about the source's size in a buffer that grows by twice its size.
  private static func transforming(_ source: SourceInfo) -> Int {
    (source.coefficients?.bytes ?? 0) + 3 * source.bytes
  }

  /// The strip, and what the engine holds of rows, or of the whole picture.
  private static func decoding(
    _ decode: DecodePlan, _ plan: ImagePlan, _ source: SourceInfo, _ pixels: PixelFormat
  ) -> Int {
    if let components = decode.components {
      return components.bytes(
        of: decode.region, in: source.storedSize, isHeld: source.wholeBytes > 0, verify: plan.verify)
    }
    let copy = source.reduced.first { $0.image == decode.reduced }
    let wholeBytes =
      copy?.wholeBytes ?? (decode.thumbnail == nil ? source.wholeBytes : source.thumbnail?.wholeBytes ?? 0)
    return wholeBytes + rows(decode, decode.size(of: source.storedSize), pixels, verify: plan.verify)
  }

  private static func rows(
    _ decode: DecodePlan, _ stored: PixelSize, _ pixels: PixelFormat, verify: VerifyExtent
  ) -> Int {
    let samples = pixels.planes * pixels.depth.bytes
    switch decode.engine {
    case .libjpeg, .reduced:
      // Row buffers of the upsampler and color converter, and one row of blocks a component.
      let rowWidth = min(decode.samples.width + 64, decode.scale.decodedSize(of: stored).width)
      return rowWidth * samples * (StripHeight.rows + decode.scale.eighths * 5)
    case .libtiff:
      // A row at 16 bits of each plane; of strips and tiles the source says.
      return decode.samples.width * (samples * StripHeight.rows + 12)
    case .libpng:
      // Two rows at the file's depth, and ours.
      return decode.samples.width * samples * StripHeight.rows + stored.width * 8 * 3
    case .libwebp:
      // All samples of a smaller picture; of the region, with what its edges need, and with those below it where they
      // are looked at.
      if decode.scale != .full {
        return decode.scale.decodedSize(of: stored).area * samples
          + decode.samples.width * samples * StripHeight.rows
      }
      let rows = verify == .full ? stored.height : min(stored.height, decode.samples.height + 4)
      return (decode.samples.width + 4) * samples * (rows + StripHeight.rows)
    case .giflib, .bmp:
      // A row as stored and one of samples.
      return decode.samples.width * samples * (StripHeight.rows + 1) + stored.width * 4
    case .libaom, .libde265:
      // The row under way, and chroma before and after it is spread.
      return decode.samples.width * (samples * StripHeight.rows + 8)
    }
  }

  /// What an output keeps from the first strip to its end: of each plane its own geometry's, where they differ.
  static func held(
    _ output: OutputPlan, _ pixels: PixelFormat, _ geometries: [PlaneGeometry]? = nil
  ) -> Int {
    guard let geometry = output.resample, let working = output.working(pixels) else { return 0 }
    let planes = geometries ?? Array(repeating: PlaneGeometry(geometry), count: working.planes)
    return planes.reduce(0) { sum, geometry in
      let row = aligned(geometry.samples.width * working.depth.bytes)
      let strip = geometry.isIdentity ? 0 : row * StripHeight.rows + graphs(geometry)
      return sum + strip + Self.planes(geometry, working.depth).narrow
    }
  }

  /// The most that there is beside other outputs' rows while one is finished. Plane by plane, each is resampled, turned and
  /// placed before the next, and lets go of what it was made from; or all are resampled, converted, and only then
  /// turned. Then they are encoded.
  private static func finishing(
    _ output: OutputPlan, _ pixels: PixelFormat, _ geometries: [PlaneGeometry]
  ) -> Int {
    guard output.resample != nil, let size = output.size, let content = output.content,
      let target = output.pixels, let working = output.working(pixels)
    else { return 0 }
    let sizes = geometries.map { planes($0, working.depth) }
    let (narrow, plane) = (sizes.map(\.narrow).max() ?? 0, sizes.map(\.plane).max() ?? 0)
    let made = geometries.map { planes($0, target.depth).plane }.max() ?? 0
    let graphs = Set(geometries).reduce(0) { $0 + Self.graphs($1) }
    let final = aligned(size.width * target.depth.bytes) * size.height
    let finals = geometries.map { geometry in
      if content.size != size { return final }
      let turned = output.turn.turned(geometry.size)
      return aligned(turned.width * target.depth.bytes) * turned.height
    }
    let resampling = zip(geometries, sizes).map { $0.isIdentity ? $1.plane : $1.narrow + $1.plane }.max() ?? 0
    var steps = [made]
    if output.turn != .topLeft { steps.append(2 * made) }
    if content.size != size { steps.append(made + final) }
    let placing = steps.max() ?? made
    let encoding = encoding(output, size, target)
    if working.isFinal(for: target) && output.color == nil {
      let peaks = finals.indices.map { done in
        finals[..<done].reduce(0, +) + sizes[(done + 1)...].reduce(0) { $0 + $1.narrow }
          + max(placing, resampling)
      }
      // The graphs are kept for the next image. All planes but the first may lie where rows of others were.
      let encoded = finals.enumerated().reduce(encoding) {
        $0 + ($1.offset == 0 ? $1.element : max($1.element, narrow))
      }
      return graphs + max(peaks.max() ?? 0, encoded)
    }
    let converting =
      working.planes * max(plane, narrow) + plane + max(target.planes, working.planes, 3) * made
    let placed = target.planes * (made + final) + placing
    return graphs + max(converting, placed, target.planes * final + encoding)
  }

  /// The bytes of one plane before and after the vertical pass.
  private static func planes(_ geometry: PlaneGeometry, _ depth: SampleDepth) -> (narrow: Int, plane: Int) {
    if geometry.isIdentity {
      let plane = aligned(geometry.size.width * depth.bytes) * geometry.size.height
      return (plane, plane)
    }
    let across = PaddedAxis(geometry.horizontal).axis.target
    let down = PaddedAxis(geometry.vertical).axis
    return (
      aligned(across * 2) * (down.samples + StripHeight.rows), aligned(across * depth.bytes) * down.target
    )
  }

  /// Rows; coefficients of the whole output where the encoder needs them all.
  fileprivate static func encoding(_ output: OutputPlan, _ size: PixelSize, _ pixels: PixelFormat) -> Int {
    let options = output.encode
    // libtiff goes back in the file, which may take up more than its samples; a buffer grows by twice its size.
    if output.format == .tiff { return size.area * pixels.planes * pixels.depth.bytes * 3 + 1 << 18 }
    if output.format == .webp { return webp(options, size) }
    if output.format == .avif { return avif(options, size, pixels) }
    guard options.progressive == true || options.optimize == true else {
      return size.width * pixels.planes * pixels.depth.bytes * 64
    }
    let luma = whole(size.width, of: 16) * whole(size.height, of: 16)
    let subsampling = options.chroma ?? .none
    let chroma = pixels.color == .grey ? 0 : 2 * luma / (subsampling.horizontal * subsampling.vertical)
    return 2 * (luma + chroma) + size.area / 2
  }

  /// libwebp's memory, measured with 1.2.4 on photos and noise in bytes a pixel. Without loss: 20 for the least effort, 44
  /// for the most. With loss: 3 for efforts that write what they choose at once; else 7 to 11, and 34 for noise.
  private static func webp(_ options: EncodeOptions, _ size: PixelSize) -> Int {
    let effort = options.effort ?? 0
    let perPixel = options.lossless == true ? (effort == 0 ? 28 : 52) : effort < 3 ? 6 : 24
    return 1_000_000 + size.width * 64 * 8 + size.area * perPixel
  }

  /// libaom's memory and our planes, measured with 3.6.0 on noise, which takes most, in bytes a pixel, the edges of 64 pixels
  /// that libaom adds on every side among them: 21 in 8 bits, 37 in 4:4:4; 30 and 57 in 10 and 12 bits; 13 to 29 more for
  /// speeds below 6.
  private static func avif(_ options: EncodeOptions, _ size: PixelSize, _ pixels: PixelFormat) -> Int {
    let bytes = pixels.depth.bytes
    let chroma = pixels.color == .grey ? .quarter : options.chroma ?? .none
    // Twice the samples of a pixel; grey has chroma that isn't used.
    let samples = 2 + 4 / (chroma.horizontal * chroma.vertical)
    let search = options.speed ?? 0 < 6 ? 12 + 2 * samples * bytes : 0
    let perPixel = 10 + samples * (2 + 4 * bytes) + (pixels.hasAlpha ? 4 * bytes : 0) + search
    return 6_000_000 + (size.width + 128) * (size.height + 128) * perPixel
  }

  /// The coefficients and scratch memory of a horizontal and a vertical graph.
  private static func graphs(_ geometry: PlaneGeometry) -> Int {
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
  package var encoderBytes: Int {
    guard let size, let pixels else { return 0 }
    return MemoryModel.encoding(self, size, pixels)
  }
}
