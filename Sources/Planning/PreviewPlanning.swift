import ImageModel

/// What a preview makes of one image: first the whole picture, upright and small, then its first outputs, shrunk where
/// they are large.
package struct PreviewPlan: Sendable {
  /// The plan to render; it writes no file of the job's.
  package var image: ImagePlan

  /// The longer side of the whole picture at most, in pixels.
  package static let pictureSide = 512
  /// The longer side of an output at most.
  package static let outputSide = 256
  /// Outputs of one image that are shown at most.
  package static let mostOutputs = 24
}

extension Planner {
  /// Whether thumbnails of sources are looked for.
  package var thumbnailUse: ThumbnailUse { job.embeddedThumbnail }

  /// The preview of `plan`, whose source's header says `info`. Decodes are chosen anew, so that large pictures are decoded
  /// small.
  package func preview(of plan: ImagePlan, _ info: SourceInfo) -> PreviewPlan {
    var small = plan
    small.hash = .none
    small.decodes = []
    small.boxes = nil
    small.outputs = [OutputPlan(wholeOf: plan, info.storedSize)]
    small.outputs += plan.shownOutputs.map { $0.preview() }
    for index in small.outputs.indices {
      small.outputs[index].pixels = OutputFormat.jpeg.pixels(
        of: info.pixels, over: small.outputs[index].background)
    }
    chooseDecodes(&small, info)
    (small.peakBytes, small.peakByLibjpeg) = MemoryModel.peaks(small, info)
    small = small.withRoomForLibjpeg
    return PreviewPlan(image: small)
  }
}

extension ImagePlan {
  /// The outputs that a preview shows.
  package var shownOutputs: ArraySlice<OutputPlan> { outputs.prefix(PreviewPlan.mostOutputs) }

  /// The orientation in which a person is to see the picture: that of its outputs that obey one.
  package var shownOrientation: ExifOrientation {
    outputs.first { $0.mode != .ignore }?.orientation ?? .topLeft
  }
}

extension OutputPlan {
  /// The encoding and metadata of all that a preview shows: of the source's metadata nothing but its colours' meaning.
  private static let encode = EncodeOptions.jpeg(quality: 75)
  private static let metadata = MetadataPolicy(keep: [.icc])

  /// The whole picture of `plan`, stored at `stored`, as a person is to see it.
  fileprivate init(wholeOf plan: ImagePlan, _ stored: PixelSize) {
    let orientation = plan.shownOrientation
    let display = orientation.turned(stored)
    let size = display.fitted(into: PreviewPlan.pictureSide)
    let whole = PixelRect<Stored>(stored)
    self.init(
      path: nil, mode: .bake, orientation: orientation, displaySize: display, cropRequested: nil,
      crop: PixelRect(display), storedCrop: whole,
      resample: ResampleGeometry(
        samples: DecodeGrid(.full).samples(whole), region: RealRect(x: 0, y: 0, width: 0, height: 0),
        size: orientation.turned(size), filter: .lanczos3),
      turn: orientation, size: size, content: PixelRect(size), background: .black, format: .jpeg,
      encode: Self.encode, metadata: Self.metadata, error: nil, warnings: [])
  }

  /// The output as a preview shows it: the same picture, no larger than ``PreviewPlan/outputSide``.
  fileprivate func preview() -> OutputPlan {
    var small = self
    small.format = .jpeg
    small.encode = Self.encode
    small.metadata = Self.metadata
    small.base = nil
    guard let size, let content else { return small }
    let fitted = size.fitted(into: PreviewPlan.outputSide)
    let inner = content.scaled(from: size, to: fitted)
    small.size = fitted
    small.content = inner
    small.resample?.size = turn.turned(inner.size)
    return small
  }
}

extension PixelSize {
  /// The same shape with sides of at most `side`, never enlarged, at least one pixel each.
  package func fitted(into side: Int) -> PixelSize {
    let longer = max(width, height)
    if longer <= side { return self }
    return PixelSize(
      width: Self.scaled(width, side, longer), height: Self.scaled(height, side, longer))
  }

  /// floor(n * part / whole + 1/2), at least 1.
  private static func scaled(_ n: Int, _ part: Int, _ whole: Int) -> Int {
    max(1, (2 * n * part + whole) / (2 * whole))
  }
}

extension PixelRect<Output> {
  /// Where the box lies when a canvas of size `old` becomes one of size `new`: its edges scaled and rounded, at least one
  /// pixel inside the canvas.
  fileprivate func scaled(from old: PixelSize, to new: PixelSize) -> Self {
    func edges(_ start: Int, _ end: Int, _ old: Int, _ new: Int) -> (Int, Int) {
      let first = Swift.min((2 * start * new + old) / (2 * old), new - 1)
      return (first, Swift.max((2 * end * new + old) / (2 * old), first + 1))
    }
    let (left, right) = edges(x, right, old.width, new.width)
    let (top, bottom) = edges(y, bottom, old.height, new.height)
    return Self(left: left, top: top, right: right, bottom: bottom)
  }
}
