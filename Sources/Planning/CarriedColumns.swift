import Annotations
import ImageModel
import JSON
import JobFile
import System

/// The columns of lists that exports carry, for each image of a plan. They share the memory of their lists.
package struct CarriedColumns: Sendable {
  /// A row, by the index of its list in ``texts``.
  private struct Place {
    var texts: Int32
    let row: Int32
  }

  private var texts: [FieldRows] = []
  /// The rows of all images.
  private var places: [Place] = []
  /// The place in ``places`` behind the rows of each image. Images at the end without rows may be left out.
  private var ends: [Int32] = []

  package init() {}

  /// The name of the column of captions, as loaders of Hugging Face's sets expect it.
  package static let caption = "text"

  /// The rows of the image at index `place`: one, or one for each box for which the image is cut. A row is the fields
  /// of an object, as in ``FieldRows``. Empty if the image has no columns.
  package func rows(ofImage place: Int) -> [ArraySlice<UInt8>] { range(ofImage: place).map(fields) }

  /// The fields for an output of the image at index `place`. `box` is the index of the box for which the output is cut;
  /// nil if it is cut for none. The result is nil if the image has no columns.
  func fields(ofImage place: Int, box: Int?) -> ArraySlice<UInt8>? {
    let range = range(ofImage: place)
    let row = range.lowerBound + (box ?? 0)
    return range.contains(row) ? fields(row) : nil
  }

  private func fields(_ place: Int) -> ArraySlice<UInt8> {
    texts[Int(places[place].texts)][Int(places[place].row)]
  }

  private func range(ofImage place: Int) -> Range<Int> {
    guard ends.indices.contains(place) else { return 0..<0 }
    return (place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place])
  }

  /// Adds images, each with the next `counts` rows of `texts`.
  package mutating func add(_ texts: FieldRows, counts: [Int]) {
    if texts.count == 0 { return }
    var row = 0
    self.texts.append(texts)
    for count in counts {
      add(Array(row..<(row + count)), of: self.texts.count - 1)
      row += count
    }
  }

  /// Adds the images of `other`. The first one gets the index `first`.
  package mutating func append(_ other: CarriedColumns, at first: Int) {
    if other.texts.isEmpty { return }
    while ends.count < first { add([], of: 0) }
    let start = Int32(clamping: places.count)
    ends += other.ends.map { start + $0 }
    places += other.places.map { Place(texts: $0.texts + Int32(clamping: texts.count), row: $0.row) }
    texts += other.texts
  }

  /// The same columns for images in another order: the first one is the one at index `order[0]` now.
  func reordered(_ order: [Int]) -> CarriedColumns {
    var result = CarriedColumns()
    if texts.isEmpty { return result }
    result.texts = texts
    for place in order {
      result.places += places[range(ofImage: place)]
      result.ends.append(Int32(clamping: result.places.count))
    }
    return result
  }

  /// Adds an image with these rows of the list with index `list`.
  private mutating func add(_ rows: [Int], of list: Int) {
    places += rows.map { Place(texts: Int32(clamping: list), row: Int32(clamping: $0)) }
    ends.append(Int32(clamping: places.count))
  }

  /// The columns of `images`, each with the rows that `rows` gives for it, and the index of their list in `texts`.
  fileprivate init(_ texts: [FieldRows], images count: Int, rows: (Int) -> (list: Int, rows: [Int])?) {
    self.texts = texts
    for place in 0..<count {
      let found = rows(place)
      add(found?.rows ?? [], of: found?.list ?? 0)
    }
  }
}

extension Planner {
  /// The columns of lists that exports carry, and the captions as the column `text`. `images` are all images of the
  /// job, in the order of `items`. The keys of `captions` are indices of images.
  package func columns(
    of images: [ImagePlan], _ items: [SourceItem], captions: [Int: String]
  ) -> CarriedColumns {
    let entries = lists.keys.sorted().filter { lists[$0]?.columns != nil }
    if entries.isEmpty && captions.isEmpty { return CarriedColumns() }
    let places = Dictionary(uniqueKeysWithValues: zip(entries, 0...))
    var texts = entries.compactMap { lists[$0]?.columns }
    var captionRows: [Int: Int] = [:]
    var fields = FieldRows()
    for (place, text) in captions.sorted(by: { $0.key < $1.key }) {
      captionRows[place] = fields.count
      fields.add([JSONValue.Member(key: CarriedColumns.caption, value: .text(text))])
    }
    texts.append(fields)
    return CarriedColumns(texts, images: images.count) { place in
      if let row = captionRows[place] {
        return (texts.count - 1, [Int](repeating: row, count: images[place].columnRows))
      }
      guard let list = places[items[place].entry] else { return nil }
      return (list, rows(of: images[place], items[place]))
    }
  }

  /// The rows of a list that belong to an image: one for each box for which the image is cut, or else one.
  private func rows(of image: ImagePlan, _ item: SourceItem) -> [Int] {
    guard let row = item.row else { return [] }
    guard let boxes = image.boxes, boxes.first?.isCut == true, case .boxes(let picture) = item.part,
      let list = lists[item.entry], let table = list.boxes
    else { return [row] }
    let range = table.pictures[picture].boxes
    let all = Int(range.lowerBound)..<Int(range.upperBound)
    return boxes.map { box in
      // The boxes of a picture are in the order of their indices.
      let place = all.firstPlace { table.boxes[$0].index >= box.index }
      return list.row(onLine: Int(table.boxes[place].place.number)) ?? row
    }
  }
}
