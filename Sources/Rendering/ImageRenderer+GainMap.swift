import ImageModel
import Imaging
import Planning
import System

/// The gain map of an image, decoded for the outputs that keep it.
struct GainMaps {
  /// The map of one output, ready for the encoder.
  struct Output {
    let planes: [Channel]
    let size: PixelSize
  }

  let found: FoundGainMap
  /// The map of each output, by the output's index.
  var planes: [Int: Output]
}

/// An encoded gain map, and the file that it is a part of.
struct EncodedGainMap {
  let file: GainMapFile
  let bytes: [UInt8]
}

extension ImageRenderer {
  /// Decodes the gain map for the wanted outputs that keep it. If that fails, the outputs are made without the
  /// map, or fail if the job requires it.
  mutating func makeGainMaps() {
    guard let map = plan.gainMap else { return }
    let outputs = plan.outputs.indices.filter {
      plan.outputs[$0].gainMap != nil && outcome.outputs[$0].error == nil && targets[$0] != nil
    }
    if outputs.isEmpty { return }
    do throws(ImageError) {
      gainMaps = try clock.time(.decode) { () throws(ImageError) in try decode(map, for: outputs) }
    } catch {
      let isOfMap = error.finding.code == .gainMapDropped
      gainMapFault = error.finding.message
      for index in outputs where !isOfMap || plan.outputs[index].gainMap == .require {
        outcome.outputs[index].error = isOfMap ? .noGainMap(error.finding.message) : error.finding
      }
    }
  }

  private mutating func decode(_ map: GainMapPlan, for outputs: [Int]) throws(ImageError) -> GainMaps? {
    guard let stored = plan.storedSize, let header = try sourceHeader() as? JPEGHeader else { return nil }
    guard let found = try FoundGainMap.find(header, in: ByteSource(descriptor: source))?.get(),
      found.map == map.map
    else { throw ImageError(.sourceChanged, "changed after it was planned") }
    let resamplers = try outputs.map { index throws(ImageError) in
      try resampler(of: plan.outputs[index], map, found.metadata, stored)
    }
    let decoder = try ComponentDecoder(
      descriptor: source, range: map.map.range, digest: nil, in: workspace)
    let request = ComponentRequest(
      map.components, of: map.region, storedSize: map.map.storedSize, verify: plan.verify, deadline: deadline)
    let isConsistent = try decoder.decode(request) { rows throws(ImageError) in
      for resampler in resamplers { try resampler.add(rows) }
    }
    guard isConsistent else { throw ImageError(.gainMapDropped, "its data is damaged") }
    var maps = GainMaps(found: found, planes: [:])
    for (index, resampler) in zip(outputs, resamplers) {
      maps.planes[index] = try finished(resampler, plan.outputs[index], map, found)
    }
    return maps
  }

  private func resampler(
    of output: OutputPlan, _ map: GainMapPlan, _ metadata: GainMapMetadata, _ stored: PixelSize
  ) throws(ImageError) -> StripResampler {
    let geometries = output.gainMapGeometries(map, of: stored)
    guard let first = geometries.first else { throw ImageError(.decodeFailed, "the plan has no geometry") }
    let parts = zip(geometries, map.grids(showing: stored)).map { geometry, grid -> StripResampler.Part in
      (geometry, grid.picture(stored))
    }
    return try StripResampler(
      parts, of: WorkingPixels(map.pixels, first.content), background: metadata.noGain, in: workspace)
  }

  /// The planes of an output's map: turned and placed on the canvas.
  private func finished(
    _ resampler: StripResampler, _ output: OutputPlan, _ map: GainMapPlan, _ found: FoundGainMap
  ) throws(ImageError) -> GainMaps.Output? {
    guard let size = output.size, let content = output.content else { return nil }
    let background = found.metadata.noGain.samples(map.pixels)
    var planes: [Channel] = []
    while let plane = try resampler.next() {
      if let conversion = found.conversion { plane.convert(by: conversion) }
      let turned = try plane.turned(output.turn)
      planes.append(
        content == PixelRect(size)
          ? turned : try turned.placed(at: content, on: size, background: background[planes.count]))
    }
    return planes.first.map { GainMaps.Output(planes: planes, size: $0.size) }
  }

  /// Encodes the map of an output as a JPEG of its own; nil without a map. `options` and `metadata` are those of
  /// the output.
  func encoded(
    _ map: GainMaps.Output?, _ options: EncodeOptions, _ metadata: KeptMetadata
  ) throws(ImageError) -> EncodedGainMap? {
    guard let map, let found = gainMaps?.found else { return nil }
    var options = options
    options.chroma = ChromaSubsampling.none
    var bytes: [UInt8] = []
    _ = try clock.time(.encode) { () throws(ImageError) in
      try PictureEncoder(.jpeg, deadline: deadline) { bytes += $0 }
        .encode(
          map.planes, PixelFormat(found.map.color), options: options,
          metadata: GainMapFile.mapMetadata(found.metadata, profile: found.profile))
    }
    return EncodedGainMap(file: GainMapFile(metadata, mapBytes: bytes.count), bytes: bytes)
  }

  /// Why an output lacks the gain map that it should keep; nil if it has the map, or should have none.
  func gainMapLoss(_ index: Int) -> String? {
    guard plan.gainMap != nil, plan.outputs[index].gainMap != nil else { return nil }
    return colors[index]?.converts == true ? "the output's colours are converted" : gainMapFault
  }

  /// The fate of the source's gain map in an output. `loss` is the reason why a planned map can't be kept.
  static func fate(in output: OutputPlan, _ plan: ImagePlan, loss: String?) -> GainMapFate {
    if plan.gainMap != nil && output.gainMap != nil { return loss.map { .dropped($0) } ?? .kept }
    return output.warnings.contains { $0.code == .gainMapDropped } ? .reported : .lost
  }
}
