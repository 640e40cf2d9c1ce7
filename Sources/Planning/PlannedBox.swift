import Annotations
import ImageModel
import JobFile

/// A box of an annotation file, with what its entry of `sources` says of all.
struct PlannedBox {
  private let box: AnnotationTable.Box
  private let table: AnnotationTable
  private let picture: AnnotationTable.Picture
  private let source: AnnotationSource

  init(
    _ box: AnnotationTable.Box, on picture: AnnotationTable.Picture, in table: AnnotationTable,
    _ source: AnnotationSource
  ) {
    self.box = box
    self.picture = picture
    self.table = table
    self.source = source
  }

  /// What the file calls it.
  var id: String? { box.id }
  var category: String? { table.category(of: box) }
  /// From 1, among the boxes of its picture.
  var index: Int { Int(box.index) }
  /// Its file and record, as messages name them.
  var place: String { table.name(ofFile: box.file, at: box.place) }

  /// What is cut of a picture. Throws `bad_annotation` and `space_unclear`.
  func crop(of size: PictureSize) throws(Finding) -> Crop {
    let space = try space(in: size)
    let cut = source.growth.grown(rect(space, size))
    return Crop(
      .box(x: .pixels(cut.x), y: .pixels(cut.y), width: .pixels(cut.width), height: .pixels(cut.height)),
      space: space, rounding: source.rounding, outOfBounds: source.outOfBounds)
  }

  /// True when the box is as large as `min_size` wants it, or can't be told to be smaller.
  fileprivate func isLargeEnough(in size: PictureSize) -> Bool {
    guard source.leastSide > 0, let space = try? space(in: size) else { return true }
    let rect = rect(space, size)
    return min(rect.width, rect.height) >= source.leastSide
  }

  /// Why it has no place in a picture.
  fileprivate func fault(in size: PictureSize) -> Finding? {
    do throws(Finding) {
      _ = try space(in: size)
      return nil
    } catch { return error }
  }

  /// The box as it is, where that can be told.
  fileprivate func rect(in size: PictureSize) -> RealRect<Stored>? {
    guard let space = try? space(in: size) else { return nil }
    let rect = rect(space, size)
    if space == .display { return size.orientation.stored(rect, stored: size.stored) }
    return RealRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }

  /// The box in pixels of its space.
  private func rect(_ space: SpaceName, _ size: PictureSize) -> RealRect<Display> {
    table.rect(of: box, in: space == .stored ? size.stored : size.display)
  }

  private func space(in size: PictureSize) throws(Finding) -> SpaceName {
    if let fault = table.fault(of: box) { throw Finding(.badAnnotation, "\(place): \(fault)") }
    switch source.space.resolved(
      declared: picture.size, stored: size.stored, orientation: size.orientation)
    {
    case .success(let space): return space
    case .failure(let failure):
      let sizes = "the picture is \(size.stored) as stored and \(size.display) as shown"
      let reason =
        switch failure {
        case .noSize: "the annotation declares no size of the picture"
        case .bothFit: "the declared size fits both ways, which differ"
        case .neitherFits(let declared): "the declared size \(declared) fits neither way"
        }
      throw Finding(
        .spaceUnclear, "\(place): \(reason): \(sizes); say 'space: display' or 'space: stored'")
    }
  }
}

/// A picture's size in both spaces.
struct PictureSize {
  let stored: PixelSize
  let orientation: ExifOrientation
  var display: PixelSize { orientation.turned(stored) }
}

extension PlannedBox {
  /// The box in a picture; without that no place is known.
  fileprivate func plan(in picture: PictureSize?, isCut: Bool) -> BoxPlan {
    BoxPlan(
      index: box.index, isCut: isCut, id: id, category: category, box: picture.flatMap { rect(in: $0) })
  }
}

extension Planner {
  /// What outputs of an item are cut for: boxes, or nil alone for the picture itself. Those of an annotated picture become
  /// boxes of `plan`, none that are too small where `info` tells; where they go along with it and one has no place, that is
  /// the plan's error.
  func boxes(
    of item: SourceItem, _ entry: SourceEntry, _ info: SourceInfo?, in plan: inout ImagePlan
  ) -> [PlannedBox?] {
    guard case .boxes(let place) = item.part, case .annotations(let source) = entry.files,
      let table = annotations[item.entry]
    else { return [nil] }
    let picture = table.pictures[place]
    let isIgnored = entry.shaping.over(job.shaping).orientation == .ignore
    let size = info.map {
      PictureSize(
        stored: $0.storedSize, orientation: isIgnored ? .topLeft : entry.exifOrientation ?? $0.tag ?? .topLeft
      )
    }
    let boxes = table.boxes[Int(picture.boxes.lowerBound)..<Int(picture.boxes.upperBound)]
      .map { PlannedBox($0, on: picture, in: table, source) }
      .filter { box in size.map(box.isLargeEnough) ?? true }
    let isCut = entry.shaping.crop == nil
    plan.boxes = boxes.map { $0.plan(in: size, isCut: isCut) }
    if isCut { return boxes }
    if let size { plan.error = boxes.lazy.compactMap { $0.fault(in: size) }.first }
    return [nil]
  }

  /// The plan of an item that is an annotation file: a row for each thing that is wrong there, and output.
  package func plan(_ item: SourceItem, index: Int, annotationFile file: Int) -> ImagePlan {
    var plan = blank(item, index: index)
    let entry = job.sources[item.entry]
    guard let table = annotations[item.entry] else { return plan }
    for trouble in table.troubles(ofFile: file) {
      let place = trouble.place.map { table.format.name(of: $0) + ": " } ?? ""
      let finding = Finding(.badAnnotation, place + trouble.message)
      plan.outputs += job.outputs.map { unmakeable($0, entry, finding) }
    }
    return plan
  }
}

extension Planner {
  /// The annotation file that names an item's picture, and the record where it is a box's; nil for other items.
  func namer(of item: SourceItem, _ box: PlannedBox?) -> String? {
    if let box { return box.place }
    guard case .boxes(let place) = item.part, let table = annotations[item.entry] else { return nil }
    return table.name(ofFile: table.pictures[place].file, at: nil)
  }
}

extension Finding {
  /// The same of a picture that an annotation file names.
  func named(by namer: String?) -> Finding {
    guard let namer, code == .notFound else { return self }
    return Finding(code, "\(message), which \(namer) names")
  }
}
