import ImageModel
import JobFile

/// A source's gain map, for all outputs that keep the map.
package struct GainMapPlan: Codable, Hashable, Sendable {
  package var map: EmbeddedGainMap
  /// The decode of the map; nil if all outputs take the map's coefficients.
  package var decode: GainMapDecode?

  /// How the decoded samples of each plane lie over a stored picture of size `stored`.
  package func grids(showing stored: PixelSize) -> [DecodeGrid] {
    guard let components = decode?.components?.all else {
      let grid = DecodeGrid(.full, of: map.storedSize, showing: stored)
      return Array(repeating: grid, count: map.pixels.planes)
    }
    return components.map { map.grid($0, among: components.map(\.sampling), showing: stored) }
  }
}

/// The decode of a gain map, for all outputs that resample the map.
package struct GainMapDecode: Codable, Hashable, Sendable {
  package var engine: DecodingEngine
  /// The scale of each component, if the reduced decoder decodes.
  package var components: ComponentPlans?
  /// The part to decode, in the map's pixels.
  package var region: PixelRect<Stored>
}

extension Planner {
  /// Decides which outputs keep the source's gain map, and how the map is decoded for them.
  func planGainMap(_ plan: inout ImagePlan, _ source: SourceInfo) {
    for index in plan.outputs.indices where plan.outputs[index].mask == nil {
      if plan.outputs[index].error == nil {
        guard let reason = loss(of: source, in: plan.outputs[index]) else { continue }
        if plan.outputs[index].gainMap == .require {
          plan.outputs[index].error = .noGainMap(reason)
        } else if source.gainMap != nil {
          plan.outputs[index].warnings.append(.gainMapDropped(reason))
        }
      }
      plan.outputs[index].gainMap = nil
    }
    guard case .success(let found)? = source.gainMap else { return }
    let kept = plan.outputs.filter { $0.error == nil && $0.gainMap != nil }
    if kept.isEmpty { return }
    plan.gainMap = GainMapPlan(
      map: found.map, decode: decode(found, of: source, for: kept.filter { !$0.isLossless(source) }))
  }

  /// The decode of a gain map for outputs that resample it; nil without outputs.
  private func decode(
    _ found: SourceGainMap, of source: SourceInfo, for outputs: [OutputPlan]
  ) -> GainMapDecode? {
    let stored = source.storedSize
    let regions = outputs.compactMap(\.storedCrop).map { found.map.region(of: $0, in: stored) }
    guard let first = regions.first else { return nil }
    let components = found.sampling.flatMap { all in
      ComponentPlans(
        all.map { factors in
          let scales = outputs.map { scale(of: factors, among: all, found.map, for: $0, stored) }
          return ComponentPlan(factors, scales.max { $0.eighths < $1.eighths } ?? .full)
        })
    }
    return GainMapDecode(
      engine: components == nil ? source.format.engine : .reduced, components: components,
      region: regions.reduce(first) { $0.union($1) })
  }

  /// Why an output doesn't keep the source's gain map; nil if it does.
  private func loss(of source: SourceInfo, in output: OutputPlan) -> String? {
    if output.gainMap == .drop { return "the job leaves it out" }
    switch source.gainMap {
    case nil: return "the source has none"
    case .failure(let error): return error.finding.message
    case .success: break
    }
    guard let format = output.format, !format.holdsGainMap else { return nil }
    return "\(format.rawValue) has no place for it"
  }

  /// The smallest scale of a component of the map that serves an output.
  private func scale(
    of factors: SamplingFactors, among all: [SamplingFactors], _ map: EmbeddedGainMap, for output: OutputPlan,
    _ stored: PixelSize
  ) -> DCTScale {
    guard let crop = output.storedCrop, output.resample?.filter != .point,
      let size = output.gainMapSize(map, of: stored)
    else { return .full }
    return DecodingEngine.reduced.smallestScale(
      of: map.pixels, from: crop.size, to: size, oversample: job.oversample
    ) { map.grid(ComponentPlan(factors, $0), among: all, showing: stored) }
  }
}

extension Finding {
  /// The failure of an output that can't keep the gain map that the job requires.
  package static func noGainMap(_ reason: String) -> Finding {
    Finding(.noGainMap, "can't be made with a gain map: \(reason)")
  }
}

extension ImagePlan {
  /// True if `output` keeps the gain map, and the map is decoded and resampled for it.
  package func resamplesGainMap(_ output: OutputPlan) -> Bool {
    output.error == nil && output.gainMap != nil && decodes.indices.contains(output.decode)
      && !decodes[output.decode].isOfCoefficients
  }

  /// The size of the gain map that output `index` keeps; nil if it keeps none.
  package func gainMapSize(ofOutput index: Int) -> PixelSize? {
    let output = outputs[index]
    guard let gainMap, let storedSize, output.gainMap != nil, output.error == nil,
      decodes.indices.contains(output.decode)
    else { return nil }
    if decodes[output.decode].isOfCoefficients {
      let part = output.storedCrop.flatMap { gainMap.map.exactRegion(of: $0, in: storedSize) }
      return part.map { output.turn.turned($0.size) }
    }
    return output.content == output.size.map(PixelRect.init)
      ? output.gainMapSize(gainMap.map, of: storedSize).map(output.turn.turned) : output.size
  }
}

extension OutputPlan {
  /// The size to which the gain map is resampled for this output, in stored orientation. If the content has a
  /// canvas around it, the map has the content's size, so that the edges of both lie at whole pixels.
  func gainMapSize(_ map: EmbeddedGainMap, of stored: PixelSize) -> PixelSize? {
    guard let crop = storedCrop, let resample, let size, let content else { return nil }
    return content == PixelRect(size)
      ? map.size(showing: crop.size, of: stored, as: resample.size) : resample.size
  }

  /// The geometry by which each plane of the gain map is resampled for this output.
  package func gainMapGeometries(_ plan: GainMapPlan, of stored: PixelSize) -> [PlaneGeometry] {
    guard let crop = storedCrop, let filter = resample?.filter, let size = gainMapSize(plan.map, of: stored)
    else { return [] }
    return plan.grids(showing: stored).map { grid in
      let samples = grid.samples(crop)
      return PlaneGeometry(
        ResampleGeometry(
          samples: samples, region: grid.region(crop, within: samples), size: size, filter: filter),
        shownAs: orientation)
    }
  }
}
