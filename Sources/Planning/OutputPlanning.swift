import ImageModel
import JobFile

extension Planner {
  /// The plan of one output. The path and the decode are chosen later, for all outputs together.
  func output(
    _ entry: OutputEntry, _ source: SourceEntry, _ info: SourceInfo, _ box: PlannedBox?, _ marks: FocusMarks
  ) -> OutputPlan {
    var plan = cropped(entry, source, info, box, marks)
    fit(&plan, shaping(of: entry, source), info, marks)
    return plan
  }

  /// The keys that shape the outputs of an entry for a source.
  func shaping(of entry: OutputEntry, _ source: SourceEntry) -> Shaping {
    entry.shaping.over(source.shaping).over(job.shaping)
  }

  /// The plan of one output up to its crop, which isn't resized yet.
  func cropped(
    _ entry: OutputEntry, _ source: SourceEntry, _ info: SourceInfo, _ box: PlannedBox?, _ marks: FocusMarks
  ) -> OutputPlan {
    var shaping = shaping(of: entry, source)
    var plan = OutputPlan(entry, shaping, of: info.format, color: color(shaping))
    if plan.mode == .keep, plan.format?.holdsOrientation == false { plan.mode = .bake }
    plan.orientation = source.orientation(of: info.tag, plan.mode)
    plan.displaySize = plan.orientation.turned(info.storedSize)
    do throws(ImageError) {
      guard let format = plan.format else {
        throw ImageError(.noEncoder, "\(info.format.rawValue) is not written: name another 'format'")
      }
      let frames = entry.frames == .all ? try frames(of: info) : nil
      plan.frames = frames?.count
      plan.pixels = format.pixels(
        of: frames?.pixels(info.pixels) ?? info.pixels, over: plan.background, options: plan.encode)
      if !format.holdsProfile, info.profile != nil { plan.convertToSRGB(shaping.color?.intent ?? .relative) }
      if let box {
        let crop = try box.crop(of: PictureSize(stored: info.storedSize, orientation: plan.orientation))
        shaping.crop = entry.shaping.crop ?? crop
      }
      cut(&plan, shaping.crop ?? Crop(.full), info.storedSize, marks)
    } catch { plan.error = error.finding }
    return plan
  }

  /// The plan for colours; nil if colours are neither converted nor resampled in linear light.
  private func color(_ shaping: Shaping) -> ColorPlan? {
    guard let color = shaping.color, color.converts || color.isLinear else { return nil }
    let target: ColorTarget =
      switch color.profile {
      case .target(let target): target
      case .file(let file): .profile(profiles[file.value] ?? [])
      }
    return ColorPlan(target, intent: color.intent, isLinear: color.isLinear)
  }

  /// The plan of an output that fails because its source is refused. The plan's path isn't set here.
  func refused(_ entry: OutputEntry, _ source: SourceEntry) -> OutputPlan {
    let shaping = shaping(of: entry, source)
    var plan = OutputPlan(entry, shaping, of: nil, color: color(shaping))
    plan.orientation = source.orientation(of: nil, plan.mode)
    plan.gainMap = nil
    return plan
  }

  /// Sets the plan's crop.
  private func cut(_ plan: inout OutputPlan, _ crop: Crop, _ stored: PixelSize, _ marks: FocusMarks) {
    let orientation = plan.orientation
    let middle = try? crop.resolved(stored: stored, orientation: orientation).get()
    let boxes = marks.boxes(
      for: crop.anchor, middle?.box, in: PixelRect(orientation.turned(stored)), stored: stored, orientation)
    let crop = crop.focused(on: boxes, listed: marks.listed, stored: stored, orientation: orientation)
    plan.cropRequested = crop.requested(stored: stored, orientation: plan.orientation)
    switch crop.resolved(stored: stored, orientation: plan.orientation) {
    case .failure(let failure):
      plan.error = Finding(failure, picture: plan.orientation.turned(stored))
    case .success(let resolved):
      plan.crop = resolved.box
      if resolved.isClipped {
        plan.warnings.append(
          Finding(.cropClipped, "the crop reaches beyond the picture and was clipped to \(resolved.box)"))
      }
      plan.error = tooManyPixels(resolved.box.size, "the crop", frames: plan.frames)
    }
  }

  /// Sets the plan's resize and turn, for the plan's crop.
  func fit(_ plan: inout OutputPlan, _ shaping: Shaping, _ info: SourceInfo, _ marks: FocusMarks) {
    guard plan.error == nil, let crop = plan.crop else { return }
    let stored = info.storedSize
    var resize = shaping.buckets?.resize(of: crop.size) ?? shaping.resize ?? Resize(.max)
    let middle = try? resize.layout(of: crop).get()
    let boxes = marks.boxes(for: resize.anchor, middle?.cut, in: crop, stored: stored, plan.orientation)
    resize.anchor = resize.anchor.focused(
      on: boxes.map { plan.orientation.display($0, stored: stored).moved(into: crop) },
      listed: marks.listed)
    switch resize.layout(of: crop) {
    case .failure(let failure): plan.error = Finding(failure, crop: crop.size)
    case .success(let layout):
      if layout.isNotEnlarged { plan.warnings.append(Finding(notEnlarging: resize, layout)) }
      place(&plan, layout, resize.filter, stored)
    }
    plan.checkLoss(info)
  }

  private func place(
    _ plan: inout OutputPlan, _ layout: ResizeLayout, _ filter: ResampleFilter, _ stored: PixelSize
  ) {
    if let finding = tooManyPixels(layout.canvas, "the output", frames: plan.frames) {
      return plan.error = finding
    }
    if let side = plan.format?.longestSide, max(layout.canvas.width, layout.canvas.height) > side {
      return plan.error = Finding(
        .outputTooLarge, "\(layout.canvas) is longer than a side of WebP can be (\(side))")
    }
    let orientation = plan.orientation
    let cut = orientation.stored(layout.cut, stored: stored)
    if cut.intersection(PixelRect(stored)).isEmpty {
      return plan.error = Finding(.empty(layout.cut), picture: orientation.turned(stored))
    }
    plan.crop = layout.cut
    plan.storedCrop = cut
    plan.resample = ResampleGeometry(
      samples: DecodeGrid(.full).samples(cut), region: RealRect(x: 0, y: 0, width: 0, height: 0),
      size: orientation.turned(layout.content), filter: filter)
    plan.turn = plan.mode == .bake ? orientation : .topLeft
    let content = PixelRect<Display>(
      x: layout.contentX, y: layout.contentY, width: layout.content.width, height: layout.content.height)
    if plan.mode == .bake {
      plan.size = layout.canvas
      plan.content = PixelRect(x: content.x, y: content.y, width: content.width, height: content.height)
    } else {
      let size = orientation.turned(layout.canvas)
      let kept = orientation.stored(content, stored: size)
      plan.size = size
      plan.content = PixelRect(x: kept.x, y: kept.y, width: kept.width, height: kept.height)
    }
  }

  /// Why a crop or an output is too large; nil if it isn't. `frames` is the number of frames of an animation.
  private func tooManyPixels(_ size: PixelSize, _ what: String, frames: Int? = nil) -> Finding? {
    let most = job.limits.maxPixels
    let area = size.area * (frames ?? 1)
    guard area > most else { return nil }
    let times = frames.map { "\($0) frames of \(size)" } ?? "\(size)"
    return Finding(
      .outputTooLarge, "\(what) is \(times), \(area) pixels, more than limits.max_pixels (\(most))")
  }
}

extension RealRect<Display> {
  /// The box in pixels of a crop.
  fileprivate func moved(into crop: PixelRect<Display>) -> RealRect<Display> {
    RealRect(x: x - Double(crop.x), y: y - Double(crop.y), width: width, height: height)
  }
}

extension SourceEntry {
  /// The orientation to use for a picture with this tag.
  func orientation(of tag: ExifOrientation?, _ mode: OrientationMode) -> ExifOrientation {
    mode == .ignore ? .topLeft : exifOrientation ?? tag ?? .topLeft
  }
}

extension OutputPlan {
  /// The plan as far as the job file alone decides it. `source` is the source's format.
  fileprivate init(_ entry: OutputEntry, _ shaping: Shaping, of source: SourceFormat?, color: ColorPlan?) {
    let format = entry.format ?? source.flatMap { OutputFormat($0) }
    self.init(
      path: nil, mode: shaping.orientation ?? .bake, orientation: .topLeft, displaySize: nil,
      format: format, cropRequested: nil, crop: nil, storedCrop: nil, size: nil, resample: nil,
      turn: .topLeft, content: nil, background: shaping.background ?? .black, color: color,
      encode: format.map { shaping.encode.only(for: $0).over(.defaults($0)) } ?? EncodeOptions(),
      metadata: shaping.metadata ?? MetadataPolicy(), error: nil, warnings: [])
    gainMap = shaping.hdr ?? .keep
  }

  /// Converts colours to sRGB, unless the job converts them to another space.
  fileprivate mutating func convertToSRGB(_ intent: ColorIntent) {
    if color == nil { color = ColorPlan(intent: intent) }
    if color?.target == .keep { color?.target = .srgb }
  }
}

extension Finding {
  init(_ failure: CropFailure, picture: PixelSize) {
    switch failure {
    case .outOfBounds(let box):
      self.init(.cropOutOfBounds, "the crop \(box) reaches beyond the picture of \(picture)")
    case .empty(let box):
      self.init(.cropEmpty, "the crop \(box) holds no pixel of the picture of \(picture)")
    }
  }

  /// The warning that `layout` is smaller than `resize` asks for. The message says how to write `resize` instead.
  fileprivate init(notEnlarging resize: Resize, _ layout: ResizeLayout) {
    let remedy =
      if let notation = resize.notation {
        "write \"^\(notation)\" to enlarge it"
      } else if resize.fit == .cover || resize.fit == .fill {
        "set 'exact: true' in 'resize' to have the size that 'resize' says"
      } else {
        "set 'enlarge: true' in 'resize' to enlarge it"
      }
    let made =
      layout.content == layout.canvas
      ? "\(layout.canvas)" : "\(layout.canvas), the picture \(layout.content) in it"
    self.init(.notEnlarged, "'resize: \(resize.written)' is larger than the crop: made \(made); \(remedy)")
  }

  fileprivate init(_ failure: ResizeFailure, crop: PixelSize) {
    switch failure {
    case .wouldEnlarge(let size):
      self.init(.wouldEnlarge, "\(size) is larger than the crop of \(crop), and 'enlarge' is 'error'")
    case .tooLarge(let size):
      self.init(.outputTooLarge, "\(size) is longer than a JPEG's side can be (\(PixelSize.longestSide))")
    }
  }
}
