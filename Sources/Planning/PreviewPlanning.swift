import ImageModel

/// The plan of one image's preview: the whole picture, upright and small, then its first outputs, reduced
/// if they are large. If outputs show a mask file, the last output shows all of it, over the whole picture.
package struct PreviewPlan: Sendable {
  /// The plan to render. It writes none of the job's files.
  package var image: ImagePlan

  /// The most pixels of the whole picture's longer side.
  package static let pictureSide = 512
  /// The most pixels of an output's longer side.
  package static let outputSide = 256
  /// The most outputs shown for one image.
  package static let mostOutputs = 24
  /// The most pictures made for one image.
  package static let mostPictures = mostOutputs + 2
}

extension Planner {
  /// How the job uses thumbnails of sources.
  package var thumbnailUse: ThumbnailUse { job.embeddedThumbnail }

  /// The preview of `plan`, whose source has the header `info`. It chooses new decodes, so that large
  /// pictures are decoded at a small scale.
  package func preview(of plan: ImagePlan, _ info: SourceInfo) -> PreviewPlan {
    let whole = OutputPlan(wholeOf: plan, info.storedSize, side: PreviewPlan.pictureSide)
    // Labels of 16 bits lose their upper 8: browsers show no more than 8.
    let labels = plan.mask.map { whole.mask(pad: 0, bits: min(8, $0.layout.bits), over: 0) }
    return PreviewPlan(
      image: small(plan, [whole] + plan.shownOutputs.map { $0.preview() } + (labels.map { [$0] } ?? []), info)
    )
  }

  /// `plan` with `outputs` in place of its own outputs. The decodes run at scales that suffice for `outputs`.
  func small(_ plan: ImagePlan, _ outputs: [OutputPlan], _ info: SourceInfo) -> ImagePlan {
    var small = plan.with(outputs)
    for (index, output) in outputs.enumerated() where output.mask == nil {
      guard let format = output.format else { continue }
      small.outputs[index].pixels = format.pixels(
        of: info.pixels, over: output.background, options: output.encode)
    }
    chooseDecodes(&small, info)
    (small.peakBytes, small.peakByLibjpeg) = MemoryModel.peaks(small, info)
    return small.withRoomForLibjpeg
  }
}

extension ImagePlan {
  /// This plan with other outputs, which have no decode yet. Nothing is hashed.
  func with(_ outputs: [OutputPlan]) -> ImagePlan {
    var plan = self
    plan.hash = .none
    (plan.decodes, plan.boxes, plan.gainMap) = ([], nil, nil)
    plan.outputs = outputs
    if outputs.allSatisfy({ $0.mask == nil }) { plan.mask = nil }
    return plan
  }

  /// The outputs that a preview shows. Each shows the picture, and none a mask file.
  package var shownOutputs: [OutputPlan] { shownPlaces.map { outputs[$0] } }

  /// The indices of these outputs.
  package var shownPlaces: [Int] {
    Array(outputs.indices.lazy.filter { outputs[$0].mask == nil }.prefix(PreviewPlan.mostOutputs))
  }

  /// The orientation in which a preview shows the picture. It comes from the first output that obeys the
  /// orientation tag.
  package var shownOrientation: ExifOrientation {
    outputs.first { $0.mode != .ignore }?.orientation ?? .topLeft
  }
}

extension OutputPlan {
  /// The encoding and the metadata of all outputs of a preview. Such an output keeps only the ICC profile of
  /// the source's metadata.
  private static let encode = EncodeOptions.jpeg(quality: 75)
  private static let metadata = MetadataPolicy(keep: [.icc])

  /// An output that shows the whole picture of `plan` upright, with sides of at most `side` pixels. `stored`
  /// is the picture's stored size.
  init(wholeOf plan: ImagePlan, _ stored: PixelSize, side: Int) {
    let orientation = plan.shownOrientation
    let display = orientation.turned(stored)
    let size = display.fitted(into: side)
    let whole = PixelRect<Stored>(stored)
    self.init(
      path: nil, mode: .bake, orientation: orientation, displaySize: display, format: .jpeg,
      cropRequested: nil, crop: PixelRect(display), storedCrop: whole, size: size,
      resample: ResampleGeometry(
        samples: DecodeGrid(.full).samples(whole), region: RealRect(x: 0, y: 0, width: 0, height: 0),
        size: orientation.turned(size), filter: .lanczos3),
      turn: orientation, content: PixelRect(size), background: .black,
      encode: Self.encode, metadata: Self.metadata, error: nil, warnings: [])
  }

  /// This output as a preview shows it: with sides of at most ``PreviewPlan/outputSide``.
  fileprivate func preview() -> OutputPlan {
    var small = self
    small.format = .jpeg
    small.encode = Self.encode
    small.metadata = Self.metadata
    small.base = nil
    small.gainMap = nil
    small.frames = nil
    guard let size, let content else { return small }
    let fitted = size.fitted(into: PreviewPlan.outputSide)
    let inner = content.scaled(from: size, to: fitted)
    small.size = fitted
    small.content = inner
    small.resample?.size = turn.turned(inner.size)
    return small
  }
}

extension PixelRect<Output> {
  /// The place of this box after its canvas is scaled from size `old` to size `new`. The edges are scaled and
  /// rounded. At least one pixel of the box stays inside the canvas.
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
