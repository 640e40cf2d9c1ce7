import ImageModel
import JobFile

/// Pictures that a job leaves out by its key `where`.
extension Planner {
  /// The first bound of the entry's `where` that the picture doesn't keep; nil if it keeps all.
  func unmet(_ info: SourceInfo, _ entry: SourceEntry) -> Finding? {
    guard let conditions = entry.conditions ?? job.conditions else { return nil }
    let mode = entry.shaping.over(job.shaping).orientation ?? .bake
    return conditions.unmet(by: entry.orientation(of: info.tag, mode).turned(info.storedSize))
  }

  /// The plan of a picture that the job leaves out. It has the rows that the picture would have, without paths: so
  /// no file of another picture collides with them, and the numbers of `{folder}` stay as they are.
  func filtered(
    _ plan: ImagePlan, _ item: SourceItem, _ entry: SourceEntry, _ info: SourceInfo, _ reason: Finding
  ) -> ImagePlan {
    var plan = plan
    plan.outputs = boxes(of: item, entry, info, in: &plan).flatMap { _ in
      job.outputs.map { output in
        var refused = refused(output, entry)
        refused.orientation = entry.orientation(of: info.tag, refused.mode)
        refused.displaySize = refused.orientation.turned(info.storedSize)
        return refused
      }
    }
    plan.warnings = []
    plan.error = reason
    return plan
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
}
