import ImageModel

/// The memory for an image in bytes, predicted from its header and its plan.
enum MemoryModel {
  /// Bytes that a decoder and an encoder of any kind take together: code that is loaded at its first use, the
  /// file's read buffer, the encoder's write buffer, objects and tables. Measured on pictures of a few
  /// pixels.
  private static let fixed = 1_900_000

  /// The peak memory of an image: that of the decode with the largest peak. A decode's strips are resampled
  /// as they come, and then each of its outputs is finished. `byLibjpeg` is the peak if libjpeg replaces the
  /// reduced decoder; nil if that peak isn't higher than `own`.
  static func peaks(_ plan: ImagePlan, _ source: SourceInfo) -> (own: Int, byLibjpeg: Int?) {
    if plan.decodes.isEmpty { return (0, nil) }
    var served = [[Int]](repeating: [], count: plan.decodes.count)
    for (index, output) in plan.outputs.enumerated() where output.error == nil && output.mask == nil {
      served[output.decode].append(index)
    }
    var (own, most) = (0, 0)
    for (decode, served) in zip(plan.decodes, served) {
      let outputs = served.map { plan.outputs[$0] }
      own = max(own, peak(of: decode, for: outputs, plan, source))
      if decode.engine != .reduced { continue }
      let libjpegs = decode.byLibjpeg(of: source.storedSize)
      let grid = libjpegs.grid(showing: source.storedSize)
      most = max(most, peak(of: libjpegs, for: outputs.map { $0.moved(to: grid) }, plan, source))
    }
    let map = gainMap(plan, source)
    let labels = labels(plan)
    own = max(own + map.held, map.decoding, labels)
    most = max(most + map.held, map.decoding, labels)
    // If the front of a file doesn't suffice, it is still held when the whole file comes.
    let always = fixed + source.heldBytes + (plan.frontBytes ?? 0)
    return (always + own, most > own ? always + most : nil)
  }

  /// Bytes while the outputs that show a mask file are made, one after the other; 0 without such outputs. The whole mask
  /// is held, and all of its rows a second time if it is interlaced. The labels of an output are turned once.
  private static func labels(_ plan: ImagePlan) -> Int {
    guard let layout = plan.mask?.layout else { return 0 }
    let row = aligned(layout.size.width * layout.depth.bytes)
    let making = plan.outputs.map { output in
      guard output.mask != nil, output.error == nil, let size = output.shownSize, let pixels = output.pixels
      else { return 0 }
      let longer = max(size.width, size.height)
      let plane = aligned(size.width * pixels.depth.bytes) * size.height
      let turned = output.tag == .topLeft ? 0 : aligned(size.height * pixels.depth.bytes) * size.width
      return plane + turned + 8 * longer + encoding(output, size, pixels, .most)
    }
    return row * (layout.size.height * (layout.isInterlaced ? 2 : 1) + StripHeight.rows)
      + (making.max() ?? 0)
  }

  /// Bytes for the gain map: `decoding` while it is decoded and resampled for all outputs, and `held` for the maps
  /// of the outputs until these are made. `held` contains what an encoder needs for a map beyond its output's need.
  private static func gainMap(_ plan: ImagePlan, _ source: SourceInfo) -> (decoding: Int, held: Int) {
    guard let map = plan.gainMap else { return (0, 0) }
    var (resampling, held, largest, coding) = (0, 0, 0, 0)
    for (index, output) in plan.outputs.enumerated() where plan.resamplesGainMap(output) {
      coding = max(coding, excess(ofOutput: index, plan, source))
      let geometries = output.gainMapGeometries(map, of: source.storedSize)
      let depth = map.map.pixels.depth
      let planes = geometries.reduce(0) { sum, geometry in
        let size = output.size ?? geometry.size
        let isPlaced = output.content != PixelRect(size)
        return sum + PlaneBytes(geometry, depth).plane + (isPlaced ? aligned(size.width) * size.height : 0)
      }
      resampling += geometries.reduce(0) { sum, geometry in
        let row = aligned(geometry.samples.width * depth.bytes)
        let strip = geometry.isIdentity ? 0 : row * StripHeight.rows
        return sum + strip + filters(geometry) + PlaneBytes(geometry, depth).narrow
      }
      held += planes
      largest = max(largest, planes)
    }
    let decoder = map.decode.map { decoding($0, of: map.map, plan, source) } ?? 0
    // A plane is turned and placed while it and its rows exist. An encoded map takes no more than its planes.
    return (decoder + resampling + held + 2 * largest, held + largest + coding)
  }

  /// The bytes that the encoder of output `index` takes for the gain map, beyond those for the output itself.
  private static func excess(
    ofOutput index: Int, _ plan: ImagePlan, _ source: SourceInfo
  ) -> Int {
    let output = plan.outputs[index]
    guard let size = output.size, let pixels = output.pixels else { return 0 }
    let detail = source.detail.resampled(from: source.storedSize, to: size)
    return max(0, encodingMap(ofOutput: index, plan, detail) - encoding(output, size, pixels, detail))
  }

  /// Bytes that the encoder of output `index` takes for the gain map; 0 without a map.
  static func encodingMap(
    ofOutput index: Int, _ plan: ImagePlan, _ detail: PictureDetail
  ) -> Int {
    guard let map = plan.gainMap?.map, let size = plan.gainMapSize(ofOutput: index) else { return 0 }
    var output = plan.outputs[index]
    output.encode.chroma = ChromaSubsampling.none
    return encoding(output, size, map.pixels(in: output.format), detail)
  }

  /// Bytes of the decode of a gain map: the strip, and the engine's own rows or whole picture.
  private static func decoding(
    _ decode: GainMapDecode, of map: EmbeddedGainMap, _ plan: ImagePlan, _ source: SourceInfo
  ) -> Int {
    let wholeBytes = if case .success(let found)? = source.gainMap { found.wholeBytes } else { 0 }
    if let components = decode.components {
      return components.bytes(
        of: decode.region, in: map.storedSize, isHeld: wholeBytes > 0, verify: plan.verify)
    }
    return wholeBytes
      + decode.engine.rowBytes(
        DecodeGrid(.full).samples(decode.region), scale: .full, of: map.storedSize, as: map.pixels,
        verify: plan.verify)
  }

  private static func peak(
    of decode: DecodePlan, for outputs: [OutputPlan], _ plan: ImagePlan, _ source: SourceInfo
  ) -> Int {
    if decode.isOfCoefficients {
      return transforming(source, withGainMap: outputs.contains { $0.gainMap != nil })
    }
    let pixels = plan.pixels(of: decode) ?? source.pixels
    let costs = outputs.map { output in
      OutputCost(output, from: decode, of: pixels, base: output.base.map { plan.outputs[$0] }, source)
    }
    let profile = outputs.map { keptProfile(of: $0, pixels, source.profile) }.max() ?? 0
    let scratch = costs.map(\.scratch).max() ?? 0
    let decoding = decoding(decode, plan, source, pixels)
    if outputs.contains(where: { $0.endsEarly(in: decode) }) {
      return scratch + profile + inTurn(outputs, costs, decode, decoding)
    }
    let held = costs.reduce(0) { $0 + $1.held }
    let finishing = costs.map { held - $0.held + $0.finishing }.max() ?? 0
    // The decoder of an animation stays while its frames are encoded.
    if decode.frames != nil { return scratch + decoding + profile + max(held, finishing) }
    return scratch + max(decoding + held + profile, finishing)
  }

  /// The peak of a decode whose outputs are begun when their first row comes. Some of them are finished when their last
  /// row has come, while the decode runs. `decoding` are the bytes of the decoder.
  private static func inTurn(
    _ outputs: [OutputPlan], _ costs: [OutputCost], _ decode: DecodePlan, _ decoding: Int
  ) -> Int {
    // Rows of the stored picture that may come at once. A subsampled component has half as many rows.
    let atOnce = 2 * StripHeight.rows * decode.region.height / max(1, decode.samples.height)
    let spans = outputs.map { output in
      let crop = output.storedCrop ?? decode.region
      return (first: crop.y, end: output.endsEarly(in: decode) ? crop.bottom : decode.region.bottom)
    }
    var peak = 0
    for end in Set(spans.map(\.end)) {
      var (held, largest) = (0, 0)
      for (span, cost) in zip(spans, costs) where span.first < end + atOnce && span.end + atOnce > end {
        held += cost.held
        if span.end == end { largest = max(largest, cost.finishing - cost.held) }
      }
      peak = max(peak, held + largest)
    }
    return decoding + peak
  }

  /// Bytes of the source's profile. A kept profile is in memory three times: in the decoder's library, as a
  /// list of bytes, and in segments of metadata. A profile that only serves a conversion is in memory once,
  /// as a list of bytes.
  private static func keptProfile(
    of output: OutputPlan, _ pixels: PixelFormat, _ profile: ProfileNeed?
  ) -> Int {
    let copies = output.metadata.keeps(.icc) ? 3 : output.mayConvert(pixels) ? 1 : 0
    return copies * (profile?.bytes ?? 0)
  }

  /// Bytes during the conversion of colours: the source's profile, Little CMS's tables for it, and the
  /// output's target profile. All of them are freed before the output is encoded.
  private static func convertingProfile(
    of output: OutputPlan, _ pixels: PixelFormat, _ profile: ProfileNeed?
  ) -> Int {
    let kept = keptProfile(of: output, pixels, profile)
    guard output.mayConvert(pixels) else { return kept }
    var converting = profile.map { $0.bytes + $0.transformBytes } ?? 0
    if case .profile(let bytes) = output.color?.target { converting += 8 * bytes.count }
    return max(kept, converting)
  }

  /// The bytes that an output takes: `held` while its decode runs and while other outputs of the decode are
  /// finished, and `finishing` while the output itself is finished. For an animation, a frame counts as the output.
  /// `scratch` is the resampler's scratch memory, which all outputs share.
  private struct OutputCost {
    let held: Int
    let finishing: Int
    let scratch: Int

    init(
      _ output: OutputPlan, from decode: DecodePlan, of pixels: PixelFormat, base: OutputPlan?,
      _ source: SourceInfo
    ) {
      let geometries = output.geometries(from: decode, of: pixels, base: base)
      held =
        MemoryModel.held(output, pixels, geometries)
        + MemoryModel.betweenFrames(output, geometries, source)
      finishing = MemoryModel.finishing(output, pixels, geometries, source)
      // 16 rows or columns of 2 bytes.
      scratch = geometries.map { max($0.samples.width, $0.samples.height) * 32 }.max() ?? 0
    }
  }

  /// Bytes for lossless outputs: all coefficients, and a file of about the source's size. The file's buffer
  /// doubles as it grows. A kept gain map has coefficients and a file of its own.
  private static func transforming(_ source: SourceInfo, withGainMap: Bool) -> Int {
    var bytes = (source.coefficients?.bytes ?? 0) + 3 * source.bytes
    if withGainMap, case .success(let found)? = source.gainMap {
      bytes += (found.coefficients?.bytes ?? 0) + 3 * (found.map.range?.count ?? 0)
    }
    return bytes
  }

  /// Bytes of a decode: the strip, and the engine's own rows or whole picture.
  private static func decoding(
    _ decode: DecodePlan, _ plan: ImagePlan, _ source: SourceInfo, _ pixels: PixelFormat
  ) -> Int {
    if let components = decode.components {
      let all = plan.takesLumaAlone(decode) ? components.withChroma(source.sampling) : components
      return all.bytes(
        of: decode.region, in: source.storedSize, isHeld: source.wholeBytes > 0, verify: plan.verify)
    }
    if decode.frames != nil {
      let row = decode.samples.width * pixels.planes
      return (source.frames?.wholeBytes ?? 0) + row * (StripHeight.rows + 1) + source.storedSize.width
    }
    let copy = source.reduced.first { $0.picture == decode.reduced }
    let thumbnail = source.thumbnails.first { $0.picture == decode.thumbnail }
    let wholeBytes = copy?.wholeBytes ?? thumbnail?.wholeBytes ?? source.wholeBytes
    // A pixel of a drawing or a layer takes 4 bytes.
    let drawn = decode.drawn.map {
      $0.area + source.layers * (decode.wholeDrawing(of: source.storedSize)?.area ?? 0)
    }
    return wholeBytes + 4 * (drawn ?? 0)
      + decode.engine.rowBytes(
        decode.samples, scale: decode.scale, of: decode.size(of: source.storedSize), as: pixels,
        verify: plan.verify)
  }

  /// Bytes that an output keeps from the decode's first strip until the output is finished. `geometries`
  /// holds each plane's own geometry; nil if all planes have the output's geometry.
  static func held(
    _ output: OutputPlan, _ pixels: PixelFormat, _ geometries: [PlaneGeometry]? = nil
  ) -> Int {
    guard let geometry = output.resample, let working = output.working(pixels) else { return 0 }
    let planes = geometries ?? Array(repeating: PlaneGeometry(geometry), count: working.planes)
    return planes.reduce(0) { sum, geometry in
      let row = aligned(geometry.samples.width * working.depth.bytes)
      let strip = geometry.isIdentity ? 0 : row * StripHeight.rows + filters(geometry)
      return sum + strip + PlaneBytes(geometry, working.depth).narrow
    }
  }

  /// Bytes that an animation holds beside the rows of the next frame: those of its encoder, and buffers in which planes
  /// were made from rows. The next planes are made there. 0 for a picture.
  private static func betweenFrames(
    _ output: OutputPlan, _ geometries: [PlaneGeometry], _ source: SourceInfo
  ) -> Int {
    guard output.frames != nil, let depth = output.pixels?.depth else { return 0 }
    return geometries.reduce(heldByEncoder(output, source)) {
      $0 + ($1.isIdentity ? 0 : PlaneBytes($1, depth).plane)
    }
  }

  /// The peak while one output is finished, or one frame of it. The rows of other outputs aren't counted.
  ///
  /// If no samples are converted, planes are finished one after the other. Each plane is resampled, turned
  /// and placed, and its input is freed. Otherwise all planes are resampled and converted before any plane is
  /// turned. At the end all planes are encoded.
  private static func finishing(
    _ output: OutputPlan, _ pixels: PixelFormat, _ geometries: [PlaneGeometry], _ source: SourceInfo
  ) -> Int {
    guard output.resample != nil, let size = output.size, let content = output.content,
      let target = output.pixels, let working = output.working(pixels)
    else { return 0 }
    let sizes = geometries.map { PlaneBytes($0, working.depth) }
    let made = geometries.map { PlaneBytes($0, target.depth).plane }.max() ?? 0
    let filters = Set(geometries).reduce(0) { $0 + Self.filters($1) }
    let final = aligned(size.width * target.depth.bytes) * size.height
    let isPlaced = content.size != size
    let isTurned = output.turn != .topLeft
    let detail = source.detail.resampled(from: source.storedSize, to: size)
    let encoding =
      encoding(output, size, target, detail) + keptProfile(of: output, pixels, source.profile)
    let profile = convertingProfile(of: output, pixels, source.profile)
    let encoder = heldByEncoder(output, source)
    if working.isFinal(for: target) && output.color == nil {
      let finals = geometries.map { geometry in
        if isPlaced { return final }
        let turned = output.turn.turned(geometry.size)
        return aligned(turned.width * target.depth.bytes) * turned.height
      }
      let placing = max(made, isTurned ? 2 * made : 0, isPlaced ? made + final : 0)
      let resampling = sizes.map(\.whileMade).max() ?? 0
      let peaks = finals.indices.map { done in
        finals[..<done].reduce(0, +) + sizes[(done + 1)...].reduce(0) { $0 + $1.narrow }
          + max(placing, resampling)
      }
      // Filters stay for the next image. A plane after the first may take over the memory of freed rows, even
      // if the plane needs less.
      let narrow = sizes.map(\.narrow).max() ?? 0
      let encoded = finals.enumerated().reduce(encoding) {
        $0 + ($1.offset == 0 ? $1.element : max($1.element, narrow))
      }
      return filters + max(profile + (peaks.max() ?? 0) + encoder, encoded)
    }
    let resampling = sizes.indices.map { done in
      sizes[..<done].reduce(0) { $0 + $1.plane } + sizes[done].whileMade
        + sizes[(done + 1)...].reduce(0) { $0 + $1.narrow }
    }
    // A conversion works in place if samples keep their number of bits. Grey becomes several planes if the
    // output has colours.
    let plane = sizes.map(\.plane).max() ?? 0
    let colored = max(working.planes, target.color.samples + (working.hasAlpha ? 1 : 0))
    let converting = colored * plane + (working.depth == target.depth ? 0 : target.planes * made)
    let placing =
      isPlaced || isTurned ? target.planes * (made + final) + (isPlaced && isTurned ? made : 0) : 0
    let making = max(resampling.max() ?? 0, converting, placing)
    return filters + max(profile + making + encoder, target.planes * final + encoding)
  }

  /// The bytes of one plane.
  private struct PlaneBytes {
    /// Bytes of the rows before the vertical pass (`narrow`), and of the plane after this pass (`plane`).
    let narrow: Int
    let plane: Int
    /// Bytes of rows and plane together, while the plane is made.
    let whileMade: Int

    init(_ geometry: PlaneGeometry, _ depth: SampleDepth) {
      if geometry.isIdentity {
        plane = aligned(geometry.size.width * depth.bytes) * geometry.size.height
        (narrow, whileMade) = (plane, plane)
        return
      }
      narrow = aligned(geometry.narrowed.width * 2) * geometry.narrowed.height
      plane = aligned(geometry.size.width * depth.bytes) * geometry.size.height
      whileMade = narrow + plane
    }
  }

  /// Bytes of the filter banks of both axes.
  private static func filters(_ geometry: PlaneGeometry) -> Int {
    weights(geometry.horizontal) + weights(geometry.vertical)
  }

  private static func weights(_ axis: ResampleAxis) -> Int {
    let taps = 2 * Double(axis.filter.support) * max(1, axis.extent / Double(axis.target)) + 4
    return Int(taps * 2 + 4) * axis.target
  }

  static func aligned(_ bytes: Int) -> Int { whole(bytes, of: 64) }

  static func whole(_ value: Int, of unit: Int) -> Int { (value + unit - 1) / unit * unit }
}
