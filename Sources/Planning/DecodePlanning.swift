import ImageModel

extension Planner {
  /// Gives each output that can be made its decode: of the coefficients where nothing is to be lost, of the thumbnail where
  /// that is wanted and large enough, else of the smallest copy that serves it, else of the picture.
  func chooseDecodes(_ plan: inout ImagePlan, _ source: SourceInfo) {
    let stored = source.storedSize
    var needs = plan.outputs.indices.compactMap { need(plan.outputs[$0], at: $0) }
    let lossless = needs.removed { plan.outputs[$0.output].isLossless(source) }
    if !lossless.isEmpty { takeCoefficients(in: &plan, lossless, stored) }
    let thumbnail = job.embeddedThumbnail == .whenLargeEnough ? source.thumbnail?.picture : nil
    let small = needs.removed { need in thumbnail.map { need.isCovered(by: $0, stored) } ?? false }
    let copies = plan.verify == .full ? [] : source.reduced.map(\.image)
    for copy in copies.sorted(by: { $0.storedSize.area < $1.storedSize.area }) {
      let served = needs.removed { $0.isServed(by: copy, oversample: job.oversample) }
      shareDecodes(&plan, served, source, of: copy)
    }
    shareDecodes(&plan, needs, source)
    if let thumbnail, !small.isEmpty { decode(thumbnail, in: &plan, small, stored) }
  }

  /// What one output takes of the stored picture.
  private struct Need {
    /// Its place among the plan's outputs.
    var output: Int
    var crop: PixelRect<Stored>
    var size: PixelSize
    var filter: ResampleFilter

    /// True where a thumbnail of a picture of size `stored` has pixels enough. `point` is for pixels of the picture itself.
    func isCovered(by thumbnail: EmbeddedThumbnail, _ stored: PixelSize) -> Bool {
      filter != .point && thumbnail.covers(size, from: crop.size, of: stored)
    }

    /// True where a copy of the picture can be decoded in its place.
    func isServed(by copy: ReducedImage, oversample: Double) -> Bool {
      filter != .point && copy.serves(size, from: crop, oversample: oversample)
    }
  }

  private func need(_ output: OutputPlan, at place: Int) -> Need? {
    guard output.error == nil, let crop = output.storedCrop, let resample = output.resample else {
      return nil
    }
    return Need(output: place, crop: crop, size: resample.size, filter: resample.filter)
  }

  private func smallestScale(
    for need: Need, by engine: DecodingEngine, _ pixels: PixelFormat, _ grid: (DCTScale) -> DecodeGrid
  ) -> DCTScale {
    need.filter == .point
      ? .full
      : engine.smallestScale(
        of: pixels, from: need.crop.size, to: need.size, oversample: job.oversample, grid: grid)
  }

  /// Decodes of the picture, or of a copy.
  private func shareDecodes(
    _ plan: inout ImagePlan, _ needs: [Need], _ source: SourceInfo, of copy: ReducedImage? = nil
  ) {
    let (stored, engine) = (source.storedSize, DecodingEngine(source.format))
    let grid = { copy?.grid ?? engine.grid($0, of: stored) }
    let isStill = copy == nil && !source.findings.contains { $0.code == .animated }
    let (groups, places) = DecodeGrouping.decodes(
      for: needs.map { need in
        let scale = isStill ? smallestScale(for: need, by: engine, source.pixels, grid) : .full
        var grouped = DecodeGrouping.Need(scale: scale, region: need.crop.intersection(PixelRect(stored)))
        if plan.boxes != nil {
          grouped.box = need.output / job.outputs.count
          grouped.bytes = held(plan.outputs[need.output], of: need, on: grid(scale), source.pixels)
        }
        return grouped
      },
      of: stored)
    let first = plan.decodes.count
    plan.decodes += groups.map {
      DecodePlan(
        engine: engine, reduced: copy, scale: $0.scale, region: $0.region,
        samples: grid($0.scale).samples($0.region))
    }
    for (need, place) in zip(needs, places) {
      plan.outputs[need.output].take(need.crop, from: first + place, on: grid(groups[place].scale))
    }
  }

  /// What is held of an output until a decode whose samples lie on `grid` ends, in bytes.
  private func held(_ output: OutputPlan, of need: Need, on grid: DecodeGrid, _ pixels: PixelFormat) -> Int {
    var output = output
    output.take(need.crop, from: 0, on: grid)
    return MemoryModel.held(output, pixels)
  }

  /// The coefficients, read once for all that is made of them.
  private func takeCoefficients(in plan: inout ImagePlan, _ needs: [Need], _ stored: PixelSize) {
    let grid = DecodeGrid(.full)
    let region = PixelRect<Stored>(stored)
    plan.decodes.append(
      DecodePlan(
        engine: .libjpeg, isOfCoefficients: true, scale: .full, region: region, samples: grid.samples(region))
    )
    for need in needs {
      plan.outputs[need.output].take(need.crop, from: plan.decodes.count - 1, on: grid)
    }
  }

  /// One decode of the thumbnail, the last one, for all that it serves: it is small.
  private func decode(
    _ thumbnail: EmbeddedThumbnail, in plan: inout ImagePlan, _ needs: [Need], _ stored: PixelSize
  ) {
    let pixels = PixelFormat(thumbnail.color)
    let scales = needs.map {
      smallestScale(for: $0, by: .libjpeg, pixels) { thumbnail.grid($0, showing: stored) }
    }
    let scale = scales.max { $0.eighths < $1.eighths } ?? .full
    let grid = thumbnail.grid(scale, showing: stored)
    let crops = needs.map { $0.crop.intersection(PixelRect(stored)) }
    let region = crops.dropFirst().reduce(crops.first ?? PixelRect(stored)) { $0.union($1) }
    plan.decodes.append(
      DecodePlan(
        engine: .libjpeg, thumbnail: thumbnail, scale: scale, region: region, samples: grid.samples(region)))
    for need in needs {
      plan.outputs[need.output].take(need.crop, from: plan.decodes.count - 1, on: grid)
    }
  }
}

extension OutputPlan {
  /// Takes `crop` from a decode whose samples lie on `grid`.
  fileprivate mutating func take(_ crop: PixelRect<Stored>, from decode: Int, on grid: DecodeGrid) {
    self.decode = decode
    let samples = grid.samples(crop)
    resample?.samples = samples
    resample?.region = grid.region(crop, within: samples)
  }
}

extension Array {
  /// Takes out the elements that `isWanted` says, and returns them.
  fileprivate mutating func removed(where isWanted: (Element) -> Bool) -> [Element] {
    let wanted = filter(isWanted)
    removeAll(where: isWanted)
    return wanted
  }
}
