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

/// The JPEG of a gain map, and the file that it is a part of.
struct EncodedGainMap {
  let file: GainMapFile
  let bytes: [UInt8]

  /// The map with these bytes, in a file that keeps `metadata`.
  init(_ bytes: [UInt8], in metadata: KeptMetadata) {
    file = GainMapFile(metadata, mapBytes: bytes.count)
    self.bytes = bytes
  }
}

extension ImageRenderer {
  /// Decodes the gain map for the wanted outputs that keep it. If that fails, the outputs are made without the
  /// map, or fail if the job requires it.
  mutating func makeGainMaps() {
    guard let map = plan.gainMap, let decode = map.decode else { return }
    let outputs = plan.outputs.indices.filter {
      outcome.outputs[$0].error == nil && targets[$0] != nil && plan.resamplesGainMap(plan.outputs[$0])
    }
    if outputs.isEmpty { return }
    do throws(ImageError) {
      gainMaps = try clock.time(.decode) { () throws(ImageError) in try self.decode(map, decode, for: outputs)
      }
    } catch { fail(outputs, lacking: error) }
  }

  /// Notes that the gain map can't be decoded or read for `outputs`. They fail if they require the map, or if the
  /// reason isn't the map's data.
  mutating func fail(_ outputs: [Int], lacking error: ImageError) {
    let isOfMap = error.finding.code == .gainMapDropped
    for index in outputs {
      gainMapFaults[index] = error.finding.message
      if isOfMap && plan.outputs[index].gainMap != .require { continue }
      outcome.outputs[index].error = isOfMap ? .noGainMap(error.finding.message) : error.finding
    }
  }

  /// Finds the source's gain map again.
  mutating func findGainMap(_ map: GainMapPlan) throws(ImageError) -> FoundGainMap {
    guard let found = try sourceHeader().gainMap(in: ByteSource(descriptor: source))?.get(),
      found.map == map.map
    else { throw ImageError(.sourceChanged, "changed after it was planned") }
    return found
  }

  private mutating func decode(
    _ map: GainMapPlan, _ decode: GainMapDecode, for outputs: [Int]
  ) throws(ImageError) -> GainMaps? {
    guard let stored = plan.storedSize else { return nil }
    let found = try findGainMap(map)
    let resamplers = try outputs.map { index throws(ImageError) in
      try resampler(of: plan.outputs[index], map, found.metadata, stored)
    }
    do throws(ImageError) { try pass(found, decode, to: resamplers) } catch {
      throw ImageError(error.finding.ofGainMap)
    }
    var maps = GainMaps(found: found, planes: [:])
    for (index, resampler) in zip(outputs, resamplers) {
      maps.planes[index] = try finished(resampler, plan.outputs[index], map, found)
    }
    return maps
  }

  /// Decodes the map and passes its rows to `resamplers`.
  private func pass(
    _ found: FoundGainMap, _ decode: GainMapDecode, to resamplers: [StripResampler]
  ) throws(ImageError) {
    let map = found.map
    if let components = decode.components, let range = map.range {
      let decoder = try ComponentDecoder(descriptor: source, range: range, digest: nil, in: workspace)
      let request = ComponentRequest(
        components, of: decode.region, storedSize: map.storedSize, verify: plan.verify, deadline: deadline)
      let isConsistent = try decoder.decode(request) { rows throws(ImageError) in
        for resampler in resamplers { try resampler.add(rows) }
      }
      if !isConsistent { throw ImageError(.corrupt, "") }
    } else if let coded = found.coded {
      let decoder = try PictureDecoder(
        decode.engine, of: coded, descriptor: source, from: workspace.buffers)
      let request = DecodeRequest(
        storedSize: map.storedSize, pixels: map.pixels, scale: .full,
        region: DecodeGrid(.full).samples(decode.region), deadline: deadline, onCorrupt: .warning,
        verify: plan.verify)
      try decoder.decode(request) { strip throws(ImageError) in
        for resampler in resamplers { try resampler.add(strip) }
      }
    }
  }

  private func resampler(
    of output: OutputPlan, _ map: GainMapPlan, _ metadata: GainMapMetadata, _ stored: PixelSize
  ) throws(ImageError) -> StripResampler {
    let geometries = output.gainMapGeometries(map, of: stored)
    guard let first = geometries.first else { throw ImageError(.decodeFailed, "the plan has no geometry") }
    let parts = zip(geometries, map.grids(showing: stored)).map { geometry, grid -> StripResampler.Part in
      (geometry, grid.picture(stored))
    }
    return StripResampler(
      parts, of: WorkingPixels(map.map.pixels, first.content), background: metadata.noGain, in: workspace)
  }

  /// The planes of an output's map: turned and placed on the canvas.
  private func finished(
    _ resampler: StripResampler, _ output: OutputPlan, _ map: GainMapPlan, _ found: FoundGainMap
  ) throws(ImageError) -> GainMaps.Output? {
    guard let size = output.size, let content = output.content else { return nil }
    let (pixels, target) = (map.map.pixels, map.map.pixels(in: output.format))
    let background = found.metadata.noGain.samples(target)
    var contents: [Channel] = []
    while let plane = try resampler.next() { contents.append(plane) }
    contents = try PixelConversion(resampler.working, from: pixels.depth, to: target, background: .black)
      .converted(contents)
    var planes: [Channel] = []
    for plane in contents {
      if let conversion = found.conversion { plane.convert(by: conversion) }
      let turned = try plane.turned(output.turn)
      planes.append(
        content == PixelRect(size)
          ? turned : try turned.placed(at: content, on: size, background: background[planes.count]))
    }
    return planes.first.map { GainMaps.Output(planes: planes, size: $0.size) }
  }

  /// Encodes the map of a JPEG output as a JPEG of its own; nil without a map. `options` and `metadata` are those
  /// of the output.
  func jpegMap(
    _ map: GainMaps.Output?, _ format: OutputFormat, _ options: EncodeOptions, _ metadata: KeptMetadata
  ) throws(ImageError) -> EncodedGainMap? {
    guard let map, let found = gainMaps?.found, format == .jpeg else { return nil }
    let bytes = try jpeg(of: found) { encoder, ofMap throws(ImageError) in
      _ = try encoder.encode(
        map.planes, found.map.pixels(in: format), options: options.ofGainMap, metadata: ofMap)
    }
    return EncodedGainMap(bytes, in: metadata)
  }

  /// Encodes the map of an AVIF output; nil without a map. `options` are those of the output.
  func avifMap(
    _ map: GainMaps.Output?, _ format: OutputFormat, _ options: EncodeOptions
  ) throws(ImageError) -> CodedGainMap? {
    guard let map, let found = gainMaps?.found, format == .avif else { return nil }
    return try clock.time(.encode) { () throws(ImageError) in
      try CodedGainMap(
        map.planes, found.map.pixels(in: format), of: found, options: options.ofGainMap, deadline: deadline)
    }
  }

  /// The JPEG of a map that `encode` makes with the map's metadata.
  func jpeg(
    of found: FoundGainMap, _ encode: (borrowing PictureEncoder, KeptMetadata) throws(ImageError) -> Void
  ) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try clock.time(.encode) { () throws(ImageError) in
      let encoder = try PictureEncoder(.jpeg, deadline: deadline) { bytes += $0 }
      try encode(encoder, GainMapFile.mapMetadata(found.metadata, profile: found.profile))
    }
    return bytes
  }

  /// Notes that output `index` keeps a map of `size`. `map` is the map of a JPEG, which may add warnings to those
  /// of `metadata`.
  mutating func note(
    _ map: EncodedGainMap?, of size: PixelSize, over metadata: KeptMetadata, as index: Int
  ) {
    let warnings = map?.file.metadata.warnings ?? []
    outcome.outputs[index].findings += warnings.dropFirst(metadata.warnings.count)
    if let kept = plan.gainMap?.map { outcome.outputs[index].findings.append(.gainMapKept(kept, size)) }
  }

  /// Why an output lacks the gain map that it should keep; nil if it has the map, or should have none.
  func gainMapLoss(_ index: Int) -> String? {
    guard plan.gainMap != nil, plan.outputs[index].gainMap != nil else { return nil }
    return colors[index]?.converts == true ? "the output's colours are converted" : gainMapFaults[index]
  }

  /// The fate of the source's gain map in an output. `loss` is the reason why a planned map can't be kept.
  static func fate(in output: OutputPlan, _ plan: ImagePlan, loss: String?) -> GainMapFate {
    if plan.gainMap != nil && output.gainMap != nil { return loss.map { .dropped($0) } ?? .kept }
    return output.warnings.contains { $0.code == .gainMapDropped } ? .reported : .lost
  }
}

extension EncodeOptions {
  /// The options for the gain map of an output that has these options.
  fileprivate var ofGainMap: EncodeOptions {
    var options = self
    (options.chroma, options.depth) = (ChromaSubsampling.none, depth == nil ? nil : 8)
    return options
  }
}

extension Finding {
  /// This finding about the decode of a gain map. A fault of the map's data only drops the map.
  var ofGainMap: Finding {
    let liesInMap: Set<Code> = [.corrupt, .decodeFailed, .sourceChanged, .tooManyScans]
    return liesInMap.contains(code) ? Finding(.gainMapDropped, "its data is damaged") : self
  }
}
