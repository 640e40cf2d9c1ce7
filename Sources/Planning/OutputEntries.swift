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
    if job.outputs.contains(where: { entry.tiles(of: $0, job.shaping) != nil }) {
      return tiles(entry, info, marks, of: plan)
    }
    var all: [OutputPlan] = []
    for box in boxes { add(entry, info, box, marks, of: plan, to: &all) }
    return all
  }

  /// Adds the outputs of an image, or of one of its boxes, to `outputs`.
  private func add(
    _ source: SourceEntry, _ info: SourceInfo, _ box: PlannedBox?, _ marks: FocusMarks, of plan: ImagePlan,
    to outputs: inout [OutputPlan]
  ) {
    let isVaried = job.outputs.contains { $0.width != nil }
    var isMade = true
    for (number, entry) in job.outputs.enumerated() {
      if let use = entry.mask {
        guard isMade, let picture = outputs.last else { continue }
        outputs.append(
          mask(use, over: picture, at: outputs.count - 1, entry: isVaried ? number : nil, of: plan))
        continue
      }
      var output = output(entry, source, info, box, marks)
      if isVaried { output.entry = number }
      isMade = output.takesWidth(of: entry)
      if isMade { outputs.append(output) }
    }
  }
}

extension OutputPlan {
  /// True if the picture has this output: the entry's width suits the crop, or the entry has no `widths`. An entry
  /// with `widths` has no `resize`, so its outputs lose the warning about one.
  mutating func takesWidth(of entry: OutputEntry) -> Bool {
    guard let width = entry.width, let crop else { return true }
    warnings.removeAll { $0.code == .notEnlarged }
    return width.isMade(of: crop.width)
  }
}
