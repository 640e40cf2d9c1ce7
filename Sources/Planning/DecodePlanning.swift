import ImageModel
import System

extension Planner {
  /// Chooses a decode for each output that can be made. Lossless outputs take the source's coefficients.
  /// Each animation has a decode of its own. Other outputs take the thumbnail, if the job wants thumbnails and this
  /// one is large enough. Outputs of a raw file take a preview as `decode.raw` says. Otherwise outputs take the
  /// smallest copy in the file that has enough pixels. The picture itself comes last.
  /// A picture without samples of its own is drawn for each output.
  func chooseDecodes(_ plan: inout ImagePlan, _ source: SourceInfo) {
    let stored = source.storedSize
    var needs = plan.outputs.indices.compactMap { need(plan.outputs[$0], at: $0, of: source.pixels) }
    if source.format.engine.draws { return draw(&plan, needs, source) }
    let lossless = needs.removed { plan.outputs[$0.output].isLossless(source) }
    if !lossless.isEmpty { takeCoefficients(in: &plan, lossless, stored) }
    for need in needs.removed(where: { plan.outputs[$0.output].frames != nil }) {
      takeFrames(in: &plan, need, source)
    }
    let thumbnail = job.embeddedThumbnail == .whenLargeEnough ? source.thumbnail?.picture : nil
    let small = needs.removed { need in thumbnail.map { need.isCovered(by: $0, stored) } ?? false }
    let previews = takePreviews(for: &needs, in: plan, source)
    let copies = plan.verify == .full ? [] : source.reduced.map(\.picture)
    for copy in copies.sorted(by: { $0.storedSize.area < $1.storedSize.area }) {
      let served = needs.removed { $0.isServed(by: copy, oversample: job.oversample) }
      shareDecodes(&plan, served, source, of: copy)
    }
    shareDecodes(&plan, needs, source)
    let atOnce = decodedAtOnce(plan)
    if let thumbnail {
      for part in small.indices.parts(of: atOnce) { decode(thumbnail, in: &plan, small[part], stored) }
    }
    for (preview, served) in previews {
      for part in served.indices.parts(of: atOnce) { decode(preview, in: &plan, served[part], stored) }
    }
  }

  /// Removes the outputs that a preview of a raw file serves, and returns them with the preview. In a job with
  /// `raw: preview`, the largest preview serves all that are left. Otherwise an output of 16 bits takes no preview,
  /// because a preview has 8 bits.
  private func takePreviews(
    for needs: inout [DecodeNeed], in plan: ImagePlan, _ source: SourceInfo
  ) -> [(preview: EmbeddedThumbnail, served: [DecodeNeed])] {
    let previews = (source.raw?.previews ?? []).map(\.picture)
    guard job.raw == .auto || job.raw == .preview, let largest = previews.last else { return [] }
    var taken = previews.map { preview in
      let served = needs.removed { need in
        (job.raw == .preview || plan.outputs[need.output].pixels?.depth != .sixteen)
          && need.isCovered(by: preview, source.storedSize)
      }
      return (preview: preview, served: served)
    }
    if job.raw == .preview {
      taken.append((preview: largest, served: needs))
      needs = []
    }
    return taken.filter { !$0.served.isEmpty }
  }

  private func need(_ output: OutputPlan, at place: Int, of pixels: PixelFormat) -> DecodeNeed? {
    guard output.error == nil, let crop = output.storedCrop, let resample = output.resample else {
      return nil
    }
    return DecodeNeed(
      output: place, crop: crop, size: resample.size,
      chromaSize: output.chromaGrid(pixels)?.size, filter: resample.filter,
      isLinear: output.color?.isLinear == true && !pixels.color.isAlwaysConverted
        && crop.size != resample.size)
  }

  /// Plans a decode that reads the source's coefficients for all lossless outputs. For many tiles it plans several.
  private func takeCoefficients(in plan: inout ImagePlan, _ needs: [DecodeNeed], _ stored: PixelSize) {
    let grid = DecodeGrid(.full)
    let region = PixelRect<Stored>(stored)
    for part in needs.indices.parts(of: decodedAtOnce(plan)) {
      plan.decodes.append(
        DecodePlan(
          engine: .libjpeg, isOfCoefficients: true, scale: .full, region: region,
          samples: grid.samples(region)))
      for need in needs[part] { plan.outputs[need.output].take(from: plan.decodes.count - 1, on: grid) }
    }
  }

  /// The most outputs of one decode of coefficients, or of a thumbnail or preview.
  private func decodedAtOnce(_ plan: ImagePlan) -> Int {
    plan.isTiled ? FixedLimits.Work.outputsAtOnce : max(1, plan.outputs.count)
  }

  /// Plans a decode of all frames for one output, whose encoder takes each frame as it is composed.
  private func takeFrames(in plan: inout ImagePlan, _ need: DecodeNeed, _ source: SourceInfo) {
    guard let frames = source.frames else { return }
    let grid = DecodeGrid(.full)
    let region = need.crop.intersection(PixelRect(source.storedSize))
    plan.decodes.append(
      DecodePlan(
        engine: source.format.engine, frames: FramesPlan(frames), scale: .full, region: region,
        samples: grid.samples(region)))
    plan.outputs[need.output].take(from: plan.decodes.count - 1, on: grid)
  }

  /// Plans one decode of the thumbnail for all outputs that the thumbnail serves. Such a decode comes after those
  /// of the picture, since the thumbnail is small.
  private func decode(
    _ thumbnail: EmbeddedThumbnail, in plan: inout ImagePlan, _ needs: ArraySlice<DecodeNeed>,
    _ stored: PixelSize
  ) {
    let pixels = PixelFormat(thumbnail.color)
    let scales = needs.map {
      $0.smallestScale(by: .libjpeg, of: pixels, oversample: job.oversample) {
        thumbnail.grid($0, showing: stored)
      }
    }
    let scale = scales.max { $0.eighths < $1.eighths } ?? .full
    let grid = thumbnail.grid(scale, showing: stored)
    let crops = needs.map { $0.crop.intersection(PixelRect(stored)) }
    let region = crops.dropFirst().reduce(crops.first ?? PixelRect(stored)) { $0.union($1) }
    plan.decodes.append(
      DecodePlan(
        engine: .libjpeg, thumbnail: thumbnail, scale: scale, region: region, samples: grid.samples(region)))
    for need in needs {
      plan.outputs[need.output].take(from: plan.decodes.count - 1, on: grid)
    }
  }
}

extension Array {
  /// Removes the elements for which `isWanted` is true, and returns them.
  fileprivate mutating func removed(where isWanted: (Element) -> Bool) -> [Element] {
    let wanted = filter(isWanted)
    removeAll(where: isWanted)
    return wanted
  }
}
