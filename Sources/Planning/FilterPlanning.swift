import ImageModel
import JobFile

/// Pictures that a job leaves out by its key `where`.
extension Planner {
  /// The first bound of the entry's `where` that the picture doesn't keep; nil if it keeps all.
  func unmet(_ info: SourceInfo, _ entry: SourceEntry) -> Finding? {
    guard let conditions = entry.conditions ?? job.conditions else { return nil }
    let mode = entry.shaping.over(job.shaping).orientation ?? .bake
    let shown = entry.orientation(of: info.tag, mode).turned(info.storedSize)
    return conditions.unmet(by: shown) ?? (try? info.facts?.get())?.grey.flatMap { conditions.unmet(by: $0) }
  }

  /// The plan of a picture that the job leaves out for `reason`.
  func filtered(
    _ plan: ImagePlan, _ item: SourceItem, _ entry: SourceEntry, _ info: SourceInfo, _ reason: Finding
  ) -> ImagePlan {
    var plan = plan
    let boxes = boxes(of: item, entry, info, in: &plan)
    plan.outputs = outputs(item, entry, info, boxes, of: plan)
    return plan.leftOut(reason)
  }
}

extension ImagePlan {
  /// The plan if the job leaves the picture out for `reason`. It has the same rows, without paths. So no file of
  /// another picture collides with them, and the numbers of `{folder}` stay as they are.
  func leftOut(_ reason: Finding) -> ImagePlan {
    var plan = self
    plan.outputs = outputs.map(\.leftOut)
    (plan.decodes, plan.gainMap, plan.mask, plan.frontBytes) = ([], nil, nil, nil)
    (plan.peakBytes, plan.peakByLibjpeg) = (0, nil)
    plan.warnings = []
    plan.error = reason
    return plan
  }
}

extension OutputPlan {
  /// The output without all that a picture which is left out doesn't get.
  fileprivate var leftOut: OutputPlan {
    OutputPlan(
      path: nil, mode: mode, orientation: orientation, displaySize: displaySize, format: format,
      cropRequested: nil,
      crop: nil, storedCrop: nil, size: nil, resample: nil, turn: .topLeft, content: nil,
      background: background,
      color: color, encode: encode, metadata: metadata, error: nil, warnings: [])
  }
}

extension Conditions {
  /// The first bound that a picture doesn't keep which is shown at this size; nil if it keeps all.
  fileprivate func unmet(by size: PixelSize) -> Finding? {
    if let minWidth, size.width < minWidth {
      return Finding(.filtered, "its width is \(size.width), less than where.min_width (\(minWidth))")
    }
    if let minHeight, size.height < minHeight {
      return Finding(.filtered, "its height is \(size.height), less than where.min_height (\(minHeight))")
    }
    let aspect = "its aspect is \(size.width):\(size.height)"
    if let minAspect, minAspect.isAbove(size) {
      return Finding(.filtered, "\(aspect), less than where.min_aspect (\(minAspect.text))")
    }
    if let maxAspect, maxAspect.isBelow(size) {
      return Finding(.filtered, "\(aspect), more than where.max_aspect (\(maxAspect.text))")
    }
    return nil
  }

  /// The first bound that a picture with these facts doesn't keep; nil if it keeps all.
  fileprivate func unmet(by facts: GreyFacts) -> Finding? {
    if let minSharpness, facts.sharpness < minSharpness {
      return .low("its sharpness is", facts.sharpness, "less than where.min_sharpness", minSharpness)
    }
    if let minEntropy, facts.entropy < minEntropy {
      return .low("its entropy is", facts.entropy, "less than where.min_entropy", minEntropy)
    }
    if isNotBlank, facts.deviation < Self.leastDeviation {
      return .low(
        "its grey levels deviate by", facts.deviation, "less than where.not_blank asks for",
        Self.leastDeviation)
    }
    return nil
  }
}

extension Finding {
  fileprivate static func low(_ subject: String, _ value: Double, _ bound: String, _ least: Double) -> Finding
  {
    Finding(.filtered, "\(subject) \(value.plain), \(bound) (\(least.plain))")
  }
}

extension Double {
  /// The number in its shortest form; without a fraction if it is whole.
  fileprivate var plain: String { Int(exactly: self).map { String($0) } ?? description }
}
