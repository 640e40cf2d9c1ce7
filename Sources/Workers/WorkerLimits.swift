import ImageModel
import Imaging
import Planning
import ReducedJPEG

/// What a worker may take for one image.
package struct WorkerLimits: Hashable {
  /// Virtual memory, in bytes.
  let memory: UInt64
  /// Bytes of one output.
  let fileSize: UInt64
  /// Processor time, in whole seconds.
  let seconds: UInt64

  /// What one helper takes: samples, coefficients, and the data of these, of which there is less.
  package static let helperBytes = 2 * ReducedDecoder.helperBytes

  /// What the prediction may be wrong by, in bytes, beside a quarter of itself.
  private static let slack = 64 << 20

  /// Limits for the image of `plan` in a worker of so many `threads` that has `memory` bytes already.
  init(_ plan: ImagePlan, memory: UInt64, threads: Int = 1) {
    let predicted =
      plan.peakBytes + plan.peakBytes / 4 + Self.slack + (threads - 1) * Self.helperBytes
    self.memory = memory + UInt64(clamping: predicted)
    fileSize = UInt64(clamping: plan.outputs.map { Self.most($0, plan) }.max() ?? 0)
    seconds = (UInt64(plan.seconds.rounded(.up)) + 2) * UInt64(threads)
  }

  /// More bytes than any JPEG of an output's size has, even at the highest quality: 64 coefficients a block, of at most
  /// 26 bits each (ITU-T T.81, F.1.2), three components, every byte stuffed, and what is kept of the source, of which a
  /// profile may have been compressed.
  private static func most(_ output: OutputPlan, _ plan: ImagePlan) -> Int {
    let pixels = output.size.map { ($0.width + 15) * ($0.height + 15) } ?? 0
    let profile = plan.format == .jpeg ? 0 : KeptMetadata.mostProfileBytes
    return pixels * 20 + (plan.bytes ?? 0) + profile + 1 << 20
  }
}
