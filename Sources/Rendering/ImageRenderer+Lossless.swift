import ImageModel
import Imaging
import Planning
import System

/// The coefficients of a gain map.
private struct GainMapCoefficients: ~Copyable {
  let found: FoundGainMap
  let decoder: PictureDecoder
}

extension ImageRenderer {
  /// Makes outputs from the source's coefficients, which are read once.
  mutating func transform(_ outputs: [Int]) throws(ImageError) {
    guard let stored = plan.storedSize, let pixels = plan.pixels else { return }
    let digest = newDigest()
    let decoder = try PictureDecoder(
      .libjpeg, descriptor: source, digest: digest, from: workspace.buffers)
    let run = Self.run(decoder, clock, limit: plan.bytes ?? 0) { decoder throws(ImageError) in
      try decoder.readCoefficients(coefficientRequest(stored, pixels, plan.onCorrupt))
    }
    note(digest, unless: run.failure)
    try plan.checkVersion(source)
    if let failure = run.failure { throw ImageError(failure) }
    let map = gainMapCoefficients(for: outputs)
    for index in outputs where outcome.outputs[index].error == nil {
      outcome.outputs[index].findings += run.findings
      do throws(ImageError) { try transform(decoder, map, as: index) } catch {
        outcome.outputs[index].error = error.finding
      }
    }
  }

  /// A request for all coefficients of a picture.
  private func coefficientRequest(
    _ size: PixelSize, _ pixels: PixelFormat, _ onCorrupt: CorruptionPolicy
  ) -> DecodeRequest {
    DecodeRequest(
      storedSize: size, pixels: pixels, scale: .full, region: PixelRect(size), deadline: deadline,
      onCorrupt: onCorrupt)
  }

  /// The coefficients of the gain map; nil if none of `outputs` keeps the map, or if the coefficients are damaged.
  private mutating func gainMapCoefficients(for outputs: [Int]) -> GainMapCoefficients? {
    let kept = outputs.filter { plan.outputs[$0].gainMap != nil }
    guard let map = plan.gainMap, let range = map.map.range, !kept.isEmpty else { return nil }
    do throws(ImageError) {
      let found = try findGainMap(map)
      let decoder = try PictureDecoder(
        .libjpeg, descriptor: source, range: range, digest: nil, from: workspace.buffers)
      let request = coefficientRequest(map.map.storedSize, map.map.pixels, .warning)
      let run = Self.run(decoder, clock, limit: range.upperBound) { decoder throws(ImageError) in
        try decoder.readCoefficients(request)
      }
      if let failure = run.failure { throw ImageError(failure.ofGainMap) }
      return GainMapCoefficients(found: found, decoder: decoder)
    } catch { fail(kept, lacking: error) }
    return nil
  }

  private mutating func transform(
    _ decoder: borrowing PictureDecoder, _ map: borrowing GainMapCoefficients?, as index: Int
  ) throws(ImageError) {
    let output = plan.outputs[index]
    guard let box = output.storedCrop, let target = targets[index] else { return }
    let transform = LosslessTransform(box, turn: output.turn)
    var ofMap: [UInt8]?
    do throws(ImageError) { ofMap = try transformed(map, output) } catch {
      fail([index], lacking: ImageError(error.finding.ofGainMap))
      if outcome.outputs[index].error != nil { return }
    }
    let kept = try keptMetadata(index)
    let second = ofMap.map { EncodedGainMap($0, in: kept) }
    if let second, let size = plan.gainMapSize(ofOutput: index) {
      note(second, of: size, over: kept, as: index)
    }
    try write(.jpeg, as: index, into: target, second) { encoder throws(ImageError) in
      try encoder.encode(
        coefficientsOf: decoder, transform, options: output.encode, metadata: second?.file.metadata ?? kept)
      return []
    }
  }

  /// The JPEG of a lossless output's gain map; nil if the output keeps none.
  private func transformed(
    _ map: borrowing GainMapCoefficients?, _ output: OutputPlan
  ) throws(ImageError) -> [UInt8]? {
    guard output.gainMap != nil, let box = output.storedCrop, let stored = plan.storedSize else { return nil }
    switch map {
    case .none: return nil
    case .some(let map):
      guard let part = map.found.map.exactRegion(of: box, in: stored) else { return nil }
      return try jpeg(of: map.found) { encoder, ofMap throws(ImageError) in
        try encoder.encode(
          coefficientsOf: map.decoder, LosslessTransform(part, turn: output.turn), options: output.encode,
          metadata: ofMap)
      }
    }
  }
}
