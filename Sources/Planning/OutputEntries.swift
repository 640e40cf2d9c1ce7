import ImageModel
import JobFile

extension JobSpec {
  /// The index in ``outputs`` of the entry of output `index` of an image. An image has one output for each entry, or
  /// one for each entry and box. Entries with `widths` have fewer where an image is small, and entries
  /// with `tiles` have many.
  package func entryIndex(ofOutput index: Int, of image: ImagePlan) -> Int {
    (image.outputs[index].entry ?? index) % outputs.count
  }

  /// The entry of `outputs` for output `index` of an image.
  package func entry(ofOutput index: Int, of image: ImagePlan) -> OutputEntry {
    outputs[entryIndex(ofOutput: index, of: image)]
  }
}

extension Planner {
  /// The outputs of an image, without paths and decodes. `boxes` are those for which it is cut.
  func outputs(
    _ item: SourceItem, _ entry: SourceEntry, _ info: SourceInfo, _ boxes: [PlannedBox?], of plan: ImagePlan
  ) -> [OutputPlan] {
    let marks = FocusMarks(
      boxes: (plan.boxes ?? []).compactMap(\.box),
      listed: item.row.flatMap { lists[item.entry]?.focus(of: $0) })
    return job.outputs.contains { entry.tiles(of: $0, job.shaping) != nil }
      ? tiles(entry, info, marks, of: plan) : boxes.flatMap { outputs(entry, info, $0, marks) }
  }

  /// The outputs of an image, or of one of its boxes.
  private func outputs(
    _ source: SourceEntry, _ info: SourceInfo, _ box: PlannedBox?, _ marks: FocusMarks
  ) -> [OutputPlan] {
    guard job.outputs.contains(where: { $0.width != nil }) else {
      return job.outputs.map { output($0, source, info, box, marks) }
    }
    return job.outputs.enumerated().compactMap { number, entry in
      var output = output(entry, source, info, box, marks)
      output.entry = number
      guard let width = entry.width, let crop = output.crop else { return output }
      output.warnings.removeAll { $0.code == .notEnlarged }
      return width.isMade(of: crop.width) ? output : nil
    }
  }
}
