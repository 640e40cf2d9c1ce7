import Annotations
import ImageModel
import JobFile

extension Planner {
  /// The boxes for which an item's outputs are cut. A single nil stands for the picture itself.
  ///
  /// `plan` receives the boxes of an annotated picture. If `info` gives the picture's size, boxes that are
  /// too small are left out. If `entry` has a crop of its own or an output has tiles, no output is cut for a box,
  /// and the plan only keeps the boxes. If the place of a kept box is unclear, the whole plan gets an error.
  func boxes(
    of item: SourceItem, _ entry: SourceEntry, _ info: SourceInfo?, in plan: inout ImagePlan
  ) -> [PlannedBox?] {
    guard case .boxes(let place) = item.part, let use = entry.boxes, let table = annotations[item.entry]
    else { return [nil] }
    let picture = table.pictures[place]
    let mode = entry.shaping.over(job.shaping).orientation
    let size = info.map {
      PictureSize(stored: $0.storedSize, orientation: entry.orientation(of: $0.tag, mode ?? .bake))
    }
    let boxes = (Int(picture.boxes.lowerBound)..<Int(picture.boxes.upperBound))
      .map { PlannedBox(index: $0, picture: picture, table: table, use: use) }
      .filter { box in size.map(box.isLargeEnough) ?? true }
    let isCut = entry.isCutForBoxes(job)
    plan.boxes = boxes.map { $0.plan(in: size, isCut: isCut) }
    if let size, !boxes.isEmpty, let doubt = doubt(use, table, picture, size) {
      plan.warnings.append(doubt)
    }
    if isCut { return boxes }
    if let size {
      do throws(ImageError) { for box in boxes { _ = try box.rect(in: size) } } catch {
        plan.error = error.finding
      }
    }
    return [nil]
  }

  /// A warning if the boxes of `picture` don't seem to be in the space that `use` names. All boxes of the
  /// picture are in doubt, so the picture gets the warning.
  private func doubt(
    _ use: BoxUse, _ table: AnnotationTable, _ picture: AnnotationTable.Picture,
    _ size: PictureSize
  ) -> Finding? {
    guard let declared = picture.size,
      use.space.isDoubtful(declared: declared, stored: size.stored, orientation: size.orientation)
    else { return nil }
    let (fits, not) = use.space == .display ? ("as stored", "as shown") : ("as shown", "as stored")
    return Finding(
      .spaceDoubtful,
      "\(table.name(ofFile: picture.file, at: nil)): the declared size \(declared) is the picture's \(fits), "
        + "not \(not): is 'space: \(use.space.rawValue)' right?")
  }

  /// The plan of an item that is an annotation file or a list of URLs. For each error in the file, the plan has a
  /// failed row for each entry of `outputs`.
  package func plan(_ item: SourceItem, index: Int, annotationFile file: Int) -> ImagePlan {
    var plan = blank(item, index: index)
    let entry = job.sources[item.entry]
    let listed = lists[item.entry]?.troubles.map { Finding(.badURL, "line \($0.line): \($0.message)") }
    let annotated = annotations[item.entry].map { table in
      table.troubles(ofFile: file).map { trouble in
        let place = trouble.place.map { table.format.name(of: $0) + ": " } ?? ""
        return Finding(.badAnnotation, place + trouble.message)
      }
    }
    for finding in listed ?? annotated ?? [] {
      plan.outputs += job.outputs.map {
        var output = refused($0, entry)
        output.error = finding
        return output
      }
    }
    return plan
  }

  /// The annotation file that names an item's picture, in words for messages. With `box`, the words also name
  /// the record of the box. Nil for an item without annotations.
  func namer(of item: SourceItem, _ box: PlannedBox?) -> String? {
    if let box { return box.place }
    guard case .boxes(let place) = item.part, let table = annotations[item.entry] else { return nil }
    return table.name(ofFile: table.pictures[place].file, at: nil)
  }
}

extension Finding {
  /// Adds `namer`, the annotation file that names the picture, to the message of a `not_found` finding. Other
  /// findings stay unchanged.
  func named(by namer: String?) -> Finding {
    guard let namer, code == .notFound else { return self }
    return Finding(code, "\(message), which \(namer) names")
  }
}
