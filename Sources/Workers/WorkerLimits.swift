import System
import ImageModel
import Imaging
import Planning
import ReducedJPEG

/// The limits of a worker process for one image.
package struct WorkerLimits: Hashable {
  /// Virtual memory, in bytes.
  let memory: UInt64
  /// The most bytes of one output.
  let fileSize: UInt64
  /// Processor time, in whole seconds.
  let seconds: UInt64

  /// Bytes of memory for one helper thread. The thread's samples and coefficients take up to one half. The
  /// other half is more than enough for the thread's pieces of compressed data.
  package static let helperBytes = 2 * ReducedDecoder.helperBytes

  /// Bytes that an image may take beyond 125 % of its predicted peak.
  private static let slack = 64 << 20

  /// Limits for the image of `plan` in a worker process. The process has `threads` threads, and takes
  /// `memory` bytes before the image.
  init(_ plan: ImagePlan, memory: UInt64, threads: Int = 1) {
    let predicted =
      plan.peakBytes + plan.peakBytes / 4 + Self.slack + (threads - 1) * Self.helperBytes
    let fonts = plan.usesFonts ? FixedLimits.Drawing.fontSpace : 0
    self.memory = memory + UInt64(clamping: predicted + fonts)
    fileSize = UInt64(clamping: plan.outputs.map { Self.most($0, plan) }.max() ?? 0)
    seconds = (UInt64(plan.seconds.rounded(.up)) + 2) * UInt64(threads)
  }

  /// More bytes than any JPEG of the output's size has at the highest quality. A block has 64 coefficients of
  /// at most 26 bits each (ITU-T T.81, F.1.2). The bound counts three components, and a stuffed zero after
  /// every byte. An animation has as many pictures as frames. It adds the source's size, because the output may keep the source's metadata. If the source
  /// isn't a JPEG, its profile may be compressed, so the bound adds the largest profile too.
  private static func most(_ output: OutputPlan, _ plan: ImagePlan) -> Int {
    let pixels = output.size.map { ($0.width + 15) * ($0.height + 15) } ?? 0
    let profile = plan.format == .jpeg ? 0 : FixedLimits.Metadata.profileBytes
    return pixels * 20 * (output.frames ?? 1) + (plan.bytes ?? 0) + profile + 1 << 20
  }
}
