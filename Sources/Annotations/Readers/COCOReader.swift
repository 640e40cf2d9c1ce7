import ImageModel
import JSON
import System

/// Reads COCO, with its three lists in any order: `images` with `id`, `file_name`, `width` and `height`;
/// `categories` with `id` and `name`; `annotations` with `id`, `image_id`, `category_id` and `bbox`, and with
/// `segmentation` and `keypoints` if the builder takes such shapes.
struct COCOReader {
  /// A picture. Boxes may refer to a picture whose record comes later in the file.
  private struct Image {
    var name: String?
    var size: PixelSize?
  }

  /// A box that waits until the reader knows all pictures and categories.
  private struct Pending {
    let place: RecordPlace
    /// The indices of the box's picture and category; nil if the record names none.
    let image, category: Int32?
    let id: String?
    let box: Result<BoxNumbers, FileFault>
  }

  private let shapes: Set<ShapeKind>
  private var images: [Image] = []
  private var imagePlaces: [String: Int32] = [:]
  /// Names of categories; nil for a category whose own record wasn't read yet.
  private var categories: [String?] = []
  private var categoryPlaces: [String: Int32] = [:]
  private var keypoints: [CategoryKeypoints] = []
  private var boxes: [Pending] = []
  /// Shapes by the index of their box.
  private var boxShapes: [Int: ObjectShape<Annotated>] = [:]
  private var faults: [String] = []

  /// Reads a file, and adds its categories, pictures and boxes to `builder`.
  static func read(_ feed: ByteFeed, into builder: inout AnnotationTable.Builder) throws(FileFault) {
    var reader = COCOReader(shapes: builder.shapeKinds)
    var keys: Set = ["id", "file_name", "width", "height", "name", "image_id", "category_id", "bbox"]
    if !reader.shapes.isEmpty { keys.insert("iscrowd") }
    if !reader.shapes.isDisjoint(with: [.polygons, .masks]) {
      keys.formUnion(["segmentation", "size", "counts"])
    }
    if reader.shapes.contains(.keypoints) { keys.formUnion(["keypoints", "skeleton"]) }
    let result = Result { () throws(FileFault) in
      try JSONRecords.read(
        feed, at: .lists(["images", "categories", "annotations"]), keeping: keys
      ) { reader.take($0) }
    }
    reader.finish(&builder)
    try result.get()
  }

  private init(shapes: Set<ShapeKind>) { self.shapes = shapes }

  private mutating func take(_ record: JSONRecord) {
    switch record.list {
    case "images": takeImage(record)
    case "categories": takeCategory(record)
    default: takeAnnotation(record)
    }
  }

  private mutating func takeImage(_ record: JSONRecord) {
    guard let id = record.value["id"]?.name, let name = record.value["file_name"]?.text else {
      return faults.append("image \(record.number) has no 'id' or no 'file_name'")
    }
    let place = Int(imagePlaces.place(of: id, in: &images, Image()))
    if images[place].name != nil {
      return faults.append("image \(record.number) has the id \(id.quoted) of an earlier one")
    }
    images[place] = Image(name: name, size: PixelSize(record.value))
  }

  private mutating func takeCategory(_ record: JSONRecord) {
    guard let id = record.value["id"]?.name, let name = record.value["name"]?.name else {
      return faults.append("category \(record.number) has no 'id' or no 'name'")
    }
    let place = Int(categoryPlaces.place(of: id, in: &categories, nil))
    if categories[place] != nil {
      return faults.append("category \(record.number) has the id \(id.quoted) of an earlier one")
    }
    categories[place] = name
    if let names = record.value["keypoints"]?.list?.compactMap(\.text), !names.isEmpty {
      let lines = (record.value["skeleton"]?.list ?? []).map { $0.list?.compactMap(\.whole) ?? [] }
      keypoints.append(
        CategoryKeypoints(category: name, names: names, skeleton: lines.filter { $0.count == 2 }))
    }
  }

  private mutating func takeAnnotation(_ record: JSONRecord) {
    let value = record.value
    var box = BoxNumbers.read(value["bbox"], called: "bbox")
    do throws(FileFault) {
      if let shape = try ObjectShape.read(coco: value, shapes) { boxShapes[boxes.count] = shape }
    } catch { box = .failure(error) }
    boxes.append(
      Pending(
        place: RecordPlace(record.number),
        image: value["image_id"]?.name.map { imagePlaces.place(of: $0, in: &images, Image()) },
        category: value["category_id"]?.name.map { categoryPlaces.place(of: $0, in: &categories, nil) },
        id: value["id"]?.name, box: box))
  }

  /// Adds all records to the builder.
  private func finish(_ builder: inout AnnotationTable.Builder) {
    for fault in faults { builder.note(fault, at: nil) }
    for case let name? in categories { builder.add(category: name) }
    for known in keypoints { builder.add(known) }
    for image in images {
      guard let name = image.name else { continue }
      builder.add(picture: name, size: image.size, at: nil)
    }
    for (index, box) in boxes.enumerated() { add(box, boxShapes[index], to: &builder) }
  }

  private func add(
    _ box: Pending, _ shape: ObjectShape<Annotated>?, to builder: inout AnnotationTable.Builder
  ) {
    guard let image = box.image.map({ images[Int($0)] }) else {
      return builder.note("there is no 'image_id'", at: box.place)
    }
    guard let name = image.name else {
      return builder.note("no image has its 'image_id'", at: box.place)
    }
    let category = box.category.flatMap { categories[Int($0)] }
    var record = AnnotationRecord(
      place: box.place, picture: name, size: image.size, category: category, id: box.id, box: box.box)
    record.shape = shape
    if category == nil {
      let isNamed = box.category != nil
      record.box = .failure(
        FileFault(isNamed ? "no category has its 'category_id'" : "there is no 'category_id'"))
    }
    builder.add(record)
  }
}

extension [String: Int32] {
  /// The index in `list` of the element for `key`. For a new key, the call appends the element `unknown`.
  fileprivate mutating func place<Element>(
    of key: String, in list: inout [Element], _ unknown: Element
  ) -> Int32 {
    if let known = self[key] { return known }
    let new = Int32(clamping: list.count)
    self[key] = new
    list.append(unknown)
    return new
  }
}
