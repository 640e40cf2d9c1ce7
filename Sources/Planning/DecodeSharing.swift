import ImageModel

extension Planner {
  /// A way to decode a picture or its smaller copy.
  private struct Means {
    let engine: DecodingEngine
    let copy: SmallerCopy?
    /// The components' sampling factors, for ``DecodingEngine/reduced``.
    let sampling: [SamplingFactors]?
    let stored: PixelSize
    /// The only scale that this way of decoding allows; nil if it allows all scales of the engine.
    let onlyScale: DCTScale?

    func grid(_ scale: DCTScale) -> DecodeGrid { copy?.grid ?? engine.grid(scale, of: stored) }
  }

  /// Adds decodes of the picture or of a smaller copy. The reduced decoder takes the outputs that it can
  /// serve. If such an output shares a decode with an output that the reduced decoder can't serve, a library
  /// makes this decode for both outputs.
  func shareDecodes(
    _ plan: inout ImagePlan, _ needs: [DecodeNeed], _ source: SourceInfo, of copy: SmallerCopy? = nil
  ) {
    let isStill = copy == nil && !source.isAnimation
    let library = Means(
      engine: source.format.engine, copy: copy, sampling: nil, stored: source.storedSize,
      onlyScale: onlyScale(source, isStill: isStill))
    guard job.engine != .libjpeg, let sampling = source.sampling else {
      return append(needs, by: library, to: &plan, source)
    }
    let reduced = Means(
      engine: .reduced, copy: nil, sampling: sampling, stored: source.storedSize, onlyScale: nil)
    let isServed = needs.map { self.isServed($0, sampling) }
    if Set(isServed).count <= 1 {
      return append(needs, by: isServed.first == true ? reduced : library, to: &plan, source)
    }
    let places = groups(needs, by: library, plan, source).places
    let kept = Set(zip(places, isServed).filter { !$0.1 }.map(\.0))
    append(zip(needs, places).filter { !kept.contains($0.1) }.map(\.0), by: reduced, to: &plan, source)
    append(zip(needs, places).filter { kept.contains($0.1) }.map(\.0), by: library, to: &plan, source)
  }

  /// The only scale at which a library may decode; nil if it may decode at all its scales. Raw files without
  /// cells of colours, pictures of an animation and smaller copies are decoded at full size.
  private func onlyScale(_ source: SourceInfo, isStill: Bool) -> DCTScale? {
    guard isStill, source.raw?.hasCells != false else { return .full }
    guard source.raw != nil else { return nil }
    switch job.raw {
    case .auto, .preview: return nil
    case .half: return .half
    case .full: return .full
    }
  }

  /// True if the reduced decoder may decode components of these sampling factors for an output.
  ///
  /// The reduced decoder returns each component at its own resolution, and libjpeg upsamples subsampled
  /// components. So an output that needs the picture's pixels unchanged would differ from the pixels that
  /// libjpeg returns. A library decodes such an output, with three exceptions: the output subsamples chroma
  /// itself, all components have the same factors, or the job sets the reduced decoder as its engine. An
  /// output in linear light always needs a library.
  private func isServed(_ need: DecodeNeed, _ sampling: [SamplingFactors]) -> Bool {
    if need.isLinear { return false }
    return !need.isAsStored || need.chromaSize != nil || job.engine == .reduced || Set(sampling).count == 1
  }

  private func groups(
    _ needs: [DecodeNeed], by means: Means, _ plan: ImagePlan, _ source: SourceInfo
  ) -> (decodes: [DecodeGrouping.Need], places: [Int]) {
    let grouped = needs.map { need in
      let scale =
        means.onlyScale
        ?? need.smallestScale(by: means.engine, of: source.pixels, oversample: job.oversample, means.grid)
      var grouped = DecodeGrouping.Need(
        scale: scale, region: need.crop.intersection(PixelRect(source.storedSize)))
      if plan.boxes != nil {
        grouped.box = need.output / job.outputs.count
        grouped.bytes = held(plan.outputs[need.output], on: means.grid(scale), source.pixels)
      }
      return grouped
    }
    return plan.isTiled
      ? DecodeGrouping.decodes(ofTiles: grouped) : DecodeGrouping.decodes(for: grouped, of: source.storedSize)
  }

  private func append(
    _ needs: [DecodeNeed], by means: Means, to plan: inout ImagePlan, _ source: SourceInfo
  ) {
    let (groups, places) = groups(needs, by: means, plan, source)
    let first = plan.decodes.count
    var served = [[DecodeNeed]](repeating: [], count: groups.count)
    for (need, place) in zip(needs, places) { served[place].append(need) }
    for (group, served) in zip(groups, served) {
      plan.decodes.append(
        DecodePlan(
          engine: means.engine, reduced: means.copy, scale: group.scale,
          components: means.sampling.flatMap { components(of: $0, for: served, source) },
          region: group.region, samples: means.grid(group.scale).samples(group.region)))
    }
    for (need, place) in zip(needs, places) {
      plan.outputs[need.output].take(from: first + place, on: means.grid(groups[place].scale))
    }
  }

  /// For each component, the smallest scale that serves all `needs`.
  private func components(
    of sampling: [SamplingFactors], for needs: [DecodeNeed], _ source: SourceInfo
  ) -> ComponentPlans? {
    ComponentPlans(
      sampling.enumerated().map { index, factors in
        let scales = needs.map {
          $0.smallestScale(
            by: .reduced, of: source.pixels, oversample: job.oversample,
            isChroma: index > 0 && source.pixels.color == .ycbcr
          ) { $0.grid(factors, among: sampling) }
        }
        return ComponentPlan(factors, scales.max { $0.eighths < $1.eighths } ?? .full)
      })
  }

  /// The bytes that are held for an output until its decode ends. `grid` is the grid of the decode's samples.
  private func held(_ output: OutputPlan, on grid: DecodeGrid, _ pixels: PixelFormat) -> Int {
    var output = output
    output.take(from: 0, on: grid)
    return MemoryModel.held(output, pixels)
  }
}
