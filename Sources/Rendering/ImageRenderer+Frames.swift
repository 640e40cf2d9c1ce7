import ImageModel
import Imaging
import Planning
import System

extension ImageRenderer {
  /// Makes output `index`, an animation. Each frame is composed, resampled, turned and encoded before the next one. An
  /// encoder that wants all frames again gets them from another decode.
  mutating func makeFrames(
    _ frames: FramesPlan, _ decode: DecodePlan, as index: Int
  ) throws(ImageError) {
    guard let target = targets[index], let format = plan.outputs[index].format else { return }
    let sink = OutputSink(target, hash: plan.hash, hasMap: false)
    let encoder = try encoder(format, into: sink)
    do throws(ImageError) {
      try makeFrames(frames, decode, as: index, encoder, isFirst: true)
      while try encoder.beginsAgain() {
        try makeFrames(frames, decode, as: index, encoder, isFirst: false)
      }
      try clock.time(.encode) { () throws(ImageError) in try encoder.finishFrames() }
    } catch {
      guard let failure = sink.failure else { throw error }
      outcome.outputs[index].systemError = failure.code
      return
    }
    note(sink, as: index)
  }

  /// Runs one decode of all frames, and gives them to `encoder`. Findings of the first decode count.
  private mutating func makeFrames(
    _ frames: FramesPlan, _ decode: DecodePlan, as index: Int, _ encoder: borrowing PictureEncoder,
    isFirst: Bool
  ) throws(ImageError) {
    guard let stored = plan.storedSize, let pixels = plan.pixels(of: decode) else { return }
    var request = DecodeRequest(
      storedSize: stored, pixels: pixels, scale: .full, region: decode.samples, deadline: deadline,
      onCorrupt: plan.onCorrupt, verify: plan.verify)
    request.frames = frames.count
    request.wantsProfile =
      plan.outputs[index].metadata.keeps(.icc) || plan.outputs[index].mayConvert(pixels)
    let digest = newDigest()
    let decoder = try PictureDecoder(
      decode.engine, descriptor: source, digest: digest, from: workspace.buffers)
    let run = Self.run(decoder, clock, limit: plan.bytes ?? 0) { decoder throws(ImageError) in
      try encodeFrames(frames, decode, request, decoder, as: index, encoder, isFirst: isFirst)
    }
    note(digest, unless: run.failure)
    try plan.checkVersion(source)
    if let failure = run.failure { throw ImageError(failure) }
    if isFirst { outcome.outputs[index].findings += run.findings }
  }

  /// Encodes the frames that `decoder` composes.
  private mutating func encodeFrames(
    _ frames: FramesPlan, _ decode: DecodePlan, _ request: DecodeRequest,
    _ decoder: borrowing PictureDecoder, as index: Int, _ encoder: borrowing PictureEncoder, isFirst: Bool
  ) throws(ImageError) {
    let output = plan.outputs[index]
    guard let pixels = output.pixels, let size = output.size else { return }
    let buffer = try clock.time(.decode) { () throws(ImageError) in try decoder.start(request) }
    if request.wantsProfile { profile = try ownProfile() ?? decoder.profile }
    for number in 0..<frames.count {
      let findings = outcome.outputs[index].findings
      let (frame, duration) = try frame(decode, request, decoder, buffer, as: index)
      if isFirst && number == 0 {
        let kept = try keptMetadata(index)
        workspace.buffers.makeRoom(for: plan.encoderBytes(ofOutput: index))
        outcome.outputs[index].findings += try clock.time(.encode) { () throws(ImageError) in
          try encoder.startFrames(
            size, pixels, frames: frames.count, plays: frames.plays, options: output.encode, metadata: kept)
        }
      } else {
        // The frames have one profile, so each of them gives the same findings.
        outcome.outputs[index].findings = findings
      }
      try clock.time(.encode) { () throws(ImageError) in try encoder.add(frame, duration: duration) }
    }
  }

  /// The planes of the next frame, ready for the encoder, and the time for which it is shown, in milliseconds.
  private mutating func frame(
    _ decode: DecodePlan, _ request: DecodeRequest, _ decoder: borrowing PictureDecoder,
    _ buffer: PictureDecoder.RowBuffer, as index: Int
  ) throws(ImageError) -> (planes: [Channel], duration: Int) {
    let duration = try clock.time(.decode) { () throws(ImageError) in try decoder.nextFrame() }
    guard
      let (_, resampler) = try resamplers(of: [index], from: decode, request.pixels, request.storedSize).first
    else { return ([], duration) }
    try clock.time(.decode) { () throws(ImageError) in
      try decoder.readRows(request, buffer) { [clock] strip throws(ImageError) in
        try clock.time(.resample) { () throws(ImageError) in try resampler.add(strip) }
      }
    }
    return (try planes(of: index, resampler, for: []), duration)
  }
}
