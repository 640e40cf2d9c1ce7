import ImageModel
import Imaging
import Planning
import System

extension ImageRenderer {
  /// Runs one decode by ``DecodingEngine/reduced`` through the resamplers of `outputs`. It reads and hashes
  /// the whole file.
  ///
  /// Nil if the data is damaged; libjpeg must decide then.
  mutating func decodeComponents(
    _ decode: DecodePlan, for outputs: [Int]
  ) throws(Finding) -> [Resampling]? {
    guard let stored = plan.storedSize, let pixels = plan.pixels, let components = decode.components else {
      return []
    }
    let resamplers = try resamplers(of: outputs, from: decode, pixels, stored)
    let direct = resamplers.filter { plan.outputs[$0.output].base == nil }

    let digest = newDigest()
    let request = ComponentRequest(
      components, of: decode.region, storedSize: stored, verify: plan.verify, deadline: deadline)
    let decoder = try ComponentDecoder(descriptor: source, digest: digest, in: workspace)
    var isConsistent = false
    var hasRows = false
    let run = run(decoder, limit: plan.bytes ?? 0) { [clock] decoder throws(Finding) in
      isConsistent = try decoder.decode(request) { rows throws(Finding) in
        try clock.time(.resample) { () throws(Finding) in
          for (_, resampler) in direct { try resampler.add(rows) }
        }
        if !hasRows { clock?.sample(.decode, .resample) }
        hasRows = true
      }
    }
    note(digest, unless: run.failure)
    try plan.checkVersion(source)
    if let failure = run.failure { throw failure }
    return isConsistent ? resamplers : nil
  }
}

extension Finding {
  /// An output that libjpeg decoded in place of ``DecodingEngine/reduced``.
  package static let decodedByLibjpeg = Finding(
    .decodedByLibjpeg, "the data is not in order, so libjpeg decoded the picture")
}
