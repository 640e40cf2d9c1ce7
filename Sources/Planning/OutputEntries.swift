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
  /// The places of the windows with the most detail for which the outputs of `plan` ask. `find` gives the
  /// place of a window, or nil for an unknown place. `plan` is the plan of `item`, made without these places.
  package func windows(
    of item: SourceItem, _ info: SourceInfo, _ plan: ImagePlan,
    _ find: @escaping (DetailWindow) -> DetailPlace?
  ) -> [DetailWindow: DetailPlace] {
    var (plan, places) = (plan, [DetailWindow: DetailPlace]())
    let entry = job.sources[item.entry]
    let boxes = boxes(of: item, entry, info, in: &plan)
    _ = outputs(item, entry, info, boxes, of: plan) { window in
      let place = places[window] ?? find(window)
      places[window] = place
      return place
    }
    return places
  }

  /// The outputs of an image, without paths and decodes. `boxes` are those for which it is cut.
  func outputs(
    _ item: SourceItem, _ entry: SourceEntry, _ info: SourceInfo, _ boxes: [PlannedBox?], of plan: ImagePlan
  ) -> [OutputPlan] {
    let places = (try? info.facts?.get())?.windows ?? [:]
    return outputs(item, entry, info, boxes, of: plan) { places[$0] }
  }

  private func outputs(
    _ item: SourceItem, _ entry: SourceEntry, _ info: SourceInfo, _ boxes: [PlannedBox?], of plan: ImagePlan,
    _ place: @escaping (DetailWindow) -> DetailPlace?
  ) -> [OutputPlan] {
    let marks = FocusMarks(
      boxes: (plan.boxes ?? []).compactMap(\.box),
      listed: item.row.flatMap { lists[item.entry]?.focus(of: $0) }, place: place)
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
