import ImageModel
import JobFile

extension Planner {
  /// The frames that an output with `frames: all` takes; nil if the source has one picture.
  ///
  /// Throws `frames_unsupported`, `max_frames` and `max_pixels`.
  func frames(of source: SourceInfo) throws(ImageError) -> FramesPlan? {
    guard let frames = source.frames else {
      if !source.isAnimation { return nil }
      let readable = "'frames: all' takes those of GIF, WebP and PNG"
      throw ImageError(
        .framesUnsupported, "the frames of this \(source.format.rawValue) can't be taken: \(readable)")
    }
    let limits = job.limits
    guard frames.isCounted else {
      throw ImageError(.maxFrames, "it has more frames or blocks than can be counted: take 'frames: first'")
    }
    guard frames.count <= limits.maxFrames else {
      throw ImageError(
        .maxFrames,
        "it has \(frames.count) frames, more than limits.max_frames (\(limits.maxFrames)): raise that, or take 'frames: first'"
      )
    }
    let pixels = source.storedSize.area * frames.count
    guard pixels <= limits.maxPixels else {
      throw ImageError(
        .maxPixels,
        "\(frames.count) frames of \(source.storedSize) are \(pixels) pixels, more than limits.max_pixels (\(limits.maxPixels)): raise that, or take 'frames: first'"
      )
    }
    return frames.count > 1 ? FramesPlan(frames) : nil
  }

  /// Moves the warning about an animation to the outputs that take one picture of it.
  func warnOfAnimation(_ plan: inout ImagePlan) {
    guard job.outputs.contains(where: { $0.frames == .all }),
      let place = plan.warnings.firstIndex(where: { $0.code == .animated })
    else { return }
    let warning = plan.warnings.remove(at: place)
    for index in plan.outputs.indices
    where plan.outputs[index].mask == nil && job.entry(ofOutput: index, of: plan).frames == .first {
      plan.outputs[index].warnings.insert(warning, at: 0)
    }
  }
}

extension SourceInfo {
  /// True if the source is an animation, of any format.
  var isAnimation: Bool { findings.contains { $0.code == .animated } }
}
