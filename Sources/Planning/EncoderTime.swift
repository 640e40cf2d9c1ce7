import ImageModel
import JobFile

/// The time of encoders that can't be interrupted.
package enum EncoderTime {
  /// A warning about outputs of `images` that take longer to encode than the job allows. Nil unless the job
  /// has `isolation: none`, because a worker process can be ended while it encodes, and a thread can't.
  /// `file` is the job file's name as the user gave it.
  package static func warning(_ images: some Sequence<ImagePlan>, of job: JobSpec, file: String)
    -> Diagnostic?
  {
    if job.isolation != .none { return nil }
    let limit = job.limits.secondsPerImage
    var (count, longest, path) = (0, 0.0, "")
    for image in images {
      for (index, output) in image.outputs.enumerated() where image.failure(ofOutput: index) == nil {
        let seconds = output.encoderSeconds
        if seconds <= limit { continue }
        count += 1
        if seconds > longest { (longest, path) = (seconds, output.path ?? "") }
      }
    }
    if count == 0 { return nil }
    let others = count > 1 ? ", nor \(count - 1) more that take too long" : ""
    return Diagnostic(
      .warning, file: file, at: nil,
      "encoding '\(path)' takes about \(Int(longest.rounded(.up))) s, longer "
        + "than limits.seconds_per_image (\(limit)), and nothing interrupts it with 'isolation: none'\(others): "
        + "raise 'speed' or lower 'effort'")
  }
}

extension OutputPlan {
  /// Seconds on one processor in which nothing can interrupt the output's encoder. 0 if the encoder checks
  /// the clock itself.
  fileprivate var encoderSeconds: Double {
    let millions = Double(size?.area ?? 0) / 1e6
    switch format {
    case .avif: return millions * Self.avif[min(encode.speed ?? 0, Self.avif.count - 1)]
    case .webp where encode.lossless == true:
      return millions * Self.losslessWebP[min(encode.effort ?? 0, Self.losslessWebP.count - 1)]
    case .jpeg, .png, .tiff, .webp, .gif, nil: return 0
    }
  }

  /// Seconds per million pixels, by `speed`, measured with libaom 3.6.0 on two photos and on one picture of
  /// noise. Each measured value is the time of the slowest of the three pictures. The values of odd speeds
  /// except 9 are interpolated.
  private static let avif = [28, 22, 17, 10, 6, 2.5, 1, 0.8, 0.6, 0.2]
  /// Seconds per million pixels, by `effort`, with libwebp 1.2.4; 1 and 3 are interpolated.
  private static let losslessWebP = [0.2, 0.3, 0.3, 0.4, 0.5, 1.2, 7]
}
