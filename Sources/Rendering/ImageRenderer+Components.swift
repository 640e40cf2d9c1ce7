import ImageModel
import Imaging
import Planning
import System

extension ImageRenderer {
  /// Luma that another decode gives in its pass, and the outputs made of it.
  struct LumaDecode {
    let decode: DecodePlan
    let outputs: [Int]
  }

  /// Runs one decode by ``DecodingEngine/reduced``, and passes the decoded rows to the resamplers of
  /// `outputs`. The decode reads and hashes the whole file. The pass also gives `luma`.
  ///
  /// Nil if the data is damaged; libjpeg must then repeat the decode.
  mutating func decodeComponents(
    _ decode: DecodePlan, for outputs: [Int], luma: LumaDecode? = nil
  ) throws(ImageError) -> [Resampling]? {
    guard let stored = plan.storedSize, let components = decode.components else { return [] }
    var work = DecodeWork(try resamplers(of: outputs, from: decode, stored), plan)
    var lumaWork = DecodeWork([], plan)
    if let luma { lumaWork = DecodeWork(try resamplers(of: luma.outputs, from: luma.decode, stored), plan) }

    let digest = newDigest()
    let request = ComponentRequest(
      components, of: decode.region, storedSize: stored, takesLumaAlone: plan.takesLumaAlone(decode),
      luma: luma?.decode.components, verify: plan.verify,
      isOfFront: plan.frontBytes != nil, deadline: deadline)
    let decoder = try ComponentDecoder(descriptor: source, digest: digest, in: workspace)
    var isConsistent = false
    var hasRows = false
    let run = Self.run(decoder, clock, limit: plan.bytes ?? 0) { [clock] decoder throws(ImageError) in
      isConsistent = try decoder.decode(request) { rows throws(ImageError) in
        try clock.time(.resample) { () throws(ImageError) in
          try (rows.isSecond ? lumaWork : work).add { resampler throws(ImageError) in
            try resampler.add(rows)
          }
        }
        if !hasRows { clock?.sample(.decode, .resample) }
        hasRows = true
        finishEarly(&work)
      }
    }
    note(digest, unless: run.failure)
    try plan.checkVersion(source)
    if let failure = run.failure { throw ImageError(failure) }
    guard isConsistent else { return nil }
    unconfirmed = [:]
    return work.resamplers + lumaWork.resamplers
  }

  /// The resamplers of `outputs`; none if the plan doesn't tell the pixels of the decode.
  private func resamplers(
    of outputs: [Int], from decode: DecodePlan, _ stored: PixelSize
  ) throws(ImageError) -> [Resampling] {
    guard let pixels = plan.pixels(of: decode) else { return [] }
    return try resamplers(of: outputs, from: decode, pixels, stored)
  }
}

extension Finding {
  /// The finding for an output that libjpeg decoded in place of ``DecodingEngine/reduced``.
  package static let decodedByLibjpeg = Finding(
    .decodedByLibjpeg, "the data is not in order, so libjpeg decoded the picture")
}
