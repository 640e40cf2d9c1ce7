import ImageModel
import System

extension Planner {
  /// A plan that makes one output: the whole picture of `plan`, upright, with sides of at most `side` pixels.
  /// The output is no file, but samples of 8 bits: grey or RGB, with alpha if the picture has it. Of a JPEG with luma it
  /// is luma. Only the orientation depends on the outputs of `plan`.
  package func smallPicture(of plan: ImagePlan, _ info: SourceInfo, side: Int) -> ImagePlan {
    var whole = OutputPlan(wholeOf: plan, info.storedSize, side: side)
    whole.format = nil
    whole.pixels = PixelFormat(info.pixels.color == .grey ? .grey : .rgb, hasAlpha: info.pixels.hasAlpha)
    whole.metadata = MetadataPolicy(keep: [])
    guard let luma = lumaDecode(of: info, for: whole) else { return small(plan, [whole], info) }
    whole.take(from: 0, on: luma.grid(showing: info.storedSize))
    whole.pixels = PixelFormat(.grey)
    var picture = plan.with([whole])
    picture.decodes = [luma]
    (picture.peakBytes, picture.peakByLibjpeg) = MemoryModel.peaks(picture, info)
    return picture.withRoomForLibjpeg
  }

  /// `plan` with one more output: that of `small`, a plan of ``smallPicture(of:_:side:)``. All other outputs stay as they
  /// are. Nil if there are too many outputs, if none can be made, or if outputs show a mask file: the source is opened
  /// without it.
  package func together(_ plan: ImagePlan, with small: ImagePlan, _ info: SourceInfo) -> ImagePlan? {
    guard plan.error == nil, plan.mask == nil, !plan.decodes.isEmpty,
      plan.outputs.count < FixedLimits.Work.outputsAtOnce, var output = small.outputs.first
    else { return nil }
    var joint = plan.withRoomForLibjpeg
    output.decode += plan.decodes.count
    joint.decodes += small.decodes
    joint.outputs.append(output)
    joint.boxes = nil
    joint.peakBytes += small.peakBytes + MemoryModel.sharing(plan, small, info)
    return joint
  }

  /// A decode of luma by the reduced decoder, at the smallest scale that has the pixels of `whole`. The DCT averages,
  /// so more samples would show the same. Nil if the job or the file asks for another decoder.
  private func lumaDecode(of info: SourceInfo, for whole: OutputPlan) -> DecodePlan? {
    guard job.engine != .libjpeg, let sampling = info.sampling, let luma = sampling.first,
      info.pixels == PixelFormat(.ycbcr) || info.pixels == PixelFormat(.grey),
      sampling.allSatisfy({ $0.horizontal <= luma.horizontal && $0.vertical <= luma.vertical }),
      let size = whole.resample?.size
    else { return nil }
    let scale =
      DCTScale.all.first { scale in
        let extent = luma.grid(scale).extent(of: info.storedSize)
        return extent.width >= Double(size.width) && extent.height >= Double(size.height)
      } ?? .full
    let region = PixelRect<Stored>(info.storedSize)
    return DecodePlan(
      engine: .reduced, scale: scale, components: ComponentPlans([ComponentPlan(luma, scale)]),
      region: region, samples: DecodeGrid(scale).samples(region))
  }
}

extension MemoryModel {
  /// The bytes that a decode of `plan` takes more if it also gives luma of the whole picture for `small`.
  fileprivate static func sharing(_ plan: ImagePlan, _ small: ImagePlan, _ source: SourceInfo) -> Int {
    guard let luma = small.decodes.first?.components?.all.first else { return 0 }
    let shared = plan.decodes.compactMap { decode in
      decode.components?.withLuma(atLeast: luma.scale).bytes(
        of: PixelRect(source.storedSize), in: source.storedSize, isHeld: source.wholeBytes > 0,
        verify: plan.verify)
    }
    return shared.max() ?? 0
  }
}

extension ComponentPlans {
  /// Luma as planned here, with the chroma that a decode of luma alone still reads: one sample for each block. `all` are
  /// the sampling factors of all components.
  func withChroma(_ all: [SamplingFactors]?) -> ComponentPlans {
    let chroma = (all ?? []).dropFirst().map { ComponentPlan($0, .eighth) }
    return ComponentPlans(self.all + chroma) ?? self
  }

  fileprivate func withLuma(atLeast scale: DCTScale) -> ComponentPlans {
    let all = all.enumerated().map { index, component in
      index == 0 && component.scale.eighths < scale.eighths
        ? ComponentPlan(component.sampling, scale) : component
    }
    return ComponentPlans(all) ?? self
  }
}

extension SamplingFactors {
  /// The grid of a component alone.
  fileprivate func grid(_ scale: DCTScale) -> DecodeGrid { scale.grid(self, among: [self]) }
}
