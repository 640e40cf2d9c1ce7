import ImageModel
import JobFile

/// The decode of a source's gain map, for all outputs that keep the map.
package struct GainMapPlan: Codable, Hashable, Sendable {
  package var map: EmbeddedGainMap
  package var components: ComponentPlans
  /// The part to decode, in the map's pixels.
  package var region: PixelRect<Stored>

  package enum CodingKeys: String, CodingKey {
    case map, components, region
  }

  /// How the decoded samples of each component lie over a stored picture of size `stored`.
  package func grids(showing stored: PixelSize) -> [DecodeGrid] {
    let all = components.all
    return all.map { map.grid($0, among: all.map(\.sampling), showing: stored) }
  }

  /// The format of the decoded map.
  package var pixels: PixelFormat { PixelFormat(map.color) }
}

extension Planner {
  /// Decides which outputs keep the source's gain map, and how the map is decoded for them.
  func planGainMap(_ plan: inout ImagePlan, _ source: SourceInfo) {
    for index in plan.outputs.indices {
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
    let stored = source.storedSize
    let kept = plan.outputs.filter { $0.error == nil && $0.gainMap != nil }
    let regions = kept.compactMap(\.storedCrop).map { found.map.region(of: $0, in: stored) }
    guard let first = regions.first else { return }
    let components = ComponentPlans(
      found.sampling.map { factors in
        let scales = kept.map { scale(of: factors, found, for: $0, stored) }
        return ComponentPlan(factors, scales.max { $0.eighths < $1.eighths } ?? .full)
      })
    plan.gainMap = components.map {
      GainMapPlan(map: found.map, components: $0, region: regions.reduce(first) { $0.union($1) })
    }
  }

  /// Why an output doesn't keep the source's gain map; nil if it does.
  private func loss(of source: SourceInfo, in output: OutputPlan) -> String? {
    if output.gainMap == .drop { return "the job leaves it out" }
    switch source.gainMap {
    case nil: return "the source has none"
    case .failure(let error): return error.finding.message
    case .success: break
    }
    if let format = output.format, format != .jpeg { return "\(format.rawValue) has no place for it" }
    return output.isLossless(source) ? "the output is made without decoding" : nil
  }

  /// The smallest scale of a component of the map that serves an output.
  private func scale(
    of factors: SamplingFactors, _ found: SourceGainMap, for output: OutputPlan, _ stored: PixelSize
  ) -> DCTScale {
    guard let crop = output.storedCrop, output.resample?.filter != .point,
      let size = output.gainMapSize(found.map, of: stored)
    else { return .full }
    return DecodingEngine.reduced.smallestScale(
      of: PixelFormat(found.map.color), from: crop.size, to: size, oversample: job.oversample
    ) { found.map.grid(ComponentPlan(factors, $0), among: found.sampling, showing: stored) }
  }
}

extension Finding {
  /// The failure of an output that can't keep the gain map that the job requires.
  package static func noGainMap(_ reason: String) -> Finding {
    Finding(.noGainMap, "can't be made with a gain map: \(reason)")
  }
}

extension ImagePlan {
  /// The size of the gain map that output `index` keeps; nil if it keeps none.
  package func gainMapSize(ofOutput index: Int) -> PixelSize? {
    let output = outputs[index]
    guard let gainMap, let storedSize, output.gainMap != nil, output.error == nil else { return nil }
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
          samples: samples, region: grid.region(crop, within: samples), size: size, filter: filter))
    }
  }
}
