import ImageModel
import Imaging
import Planning
import System

extension ImageRenderer {
  /// Makes outputs from the source's coefficients, which are read once.
  mutating func transform(_ outputs: [Int]) throws(ImageError) {
    guard let stored = plan.storedSize, let pixels = plan.pixels else { return }
    let digest = newDigest()
    let request = DecodeRequest(
      storedSize: stored, pixels: pixels, scale: .full, region: PixelRect(stored), deadline: deadline,
      onCorrupt: plan.onCorrupt)
    let decoder = try PictureDecoder(
      .libjpeg, descriptor: source, digest: digest, from: workspace.buffers)
    let run = run(decoder, limit: plan.bytes ?? 0) { decoder throws(ImageError) in
      try decoder.readCoefficients(request)
    }
    note(digest, unless: run.failure)
    try plan.checkVersion(source)
    if let failure = run.failure { throw ImageError(failure) }
    for index in outputs {
      outcome.outputs[index].findings += run.warnings
      do throws(ImageError) { try transform(decoder, as: index) } catch {
        outcome.outputs[index].error = error.finding
      }
    }
  }

  private mutating func transform(
    _ decoder: borrowing PictureDecoder, as index: Int
  ) throws(ImageError) {
    let output = plan.outputs[index]
    guard let box = output.storedCrop, let target = targets[index] else { return }
    let transform = LosslessTransform(box, turn: output.turn)
    let kept = try keptMetadata(index)
    try write(.jpeg, as: index, into: target) { encoder throws(ImageError) in
      try encoder.encode(coefficientsOf: decoder, transform, options: output.encode, metadata: kept)
      return []
    }
  }
}
