import ImageModel
import System

extension AnnotationTable {
  /// Collects the records of annotation files, one file after the other.
  package struct Builder {
    let format: AnnotationFormat
    let boxFormat: BoxFormat
    /// The kinds of shapes to read.
    let shapeKinds: Set<ShapeKind>
    /// The number of keypoints of each object, for a format whose files don't tell it.
    let keypointCount: Int
    private var files: [String] = []
    private var pictures: [Picture] = []
    private var places: [ExactText: Int32] = [:]
    /// Boxes with the index of their picture. `finish` sorts the boxes by this index.
    private var boxes: [(picture: Int32, box: Box)] = []
    /// Shapes with the index of their box in `boxes`.
    private var shapes: [(box: Int, shape: ObjectShape<Annotated>)] = []
    private var keypoints: [CategoryKeypoints] = []
    /// The categories of `keypoints`.
    private var keypointCategories: Set<ExactText> = []
    private var troubles: [Trouble] = []
    private var categories: [String] = []
    private var categoryPlaces: [String: Int32] = [:]
    private var faults: [String] = []
    /// The box ids that the current file has used so far.
    private var ids: Set<ExactText> = []
    /// The folder to which the picture names of the current file are relative. It is given as a path below
    /// the folder of all pictures. The path is empty for the folder of all pictures itself.
    var folder = ""

    /// A builder for files in `format`. `boxFormat` applies if `format` leaves the box format to the job. Shapes of
    /// other kinds than `shapes` are passed over. In files of `yolo-pose`, an object has `keypoints` keypoints.
    package init(
      _ format: AnnotationFormat, boxFormat: BoxFormat = .coco, shapes: Set<ShapeKind> = [],
      keypoints: Int = 0
    ) {
      self.format = format
      (shapeKinds, keypointCount) = (shapes, keypoints)
      self.boxFormat = format.boxFormat ?? boxFormat
    }

    /// Begins a file. Messages show `name` as the name of the file.
    mutating func begin(_ name: String) {
      files.append(name)
      folder = ""
      ids = []
    }

    private var file: Int32 { Int32(clamping: files.count - 1) }

    /// Notes a fault that belongs to no picture. Without `place`, the fault belongs to the file itself.
    mutating func note(_ message: String, at place: RecordPlace?) {
      troubles.append(Trouble(file: file, place: place, message: message))
    }

    /// Adds a picture and its size, even if no box lies on the picture. If `name` leads outside of the folder
    /// of pictures, the builder notes a fault.
    @discardableResult
    mutating func add(picture name: String, size: PixelSize?, at place: RecordPlace?) -> Int32? {
      guard let path = path(of: name) else {
        note("\(name.quoted) is not the name of a picture below the folder 'images'", at: place)
        return nil
      }
      return add(path: path, size)
    }

    private mutating func add(path: String, _ size: PixelSize?) -> Int32 {
      if let known = places[ExactText(path)] {
        if pictures[Int(known)].size == nil { pictures[Int(known)].size = size }
        return known
      }
      let new = Int32(clamping: pictures.count)
      places[ExactText(path)] = new
      pictures.append(Picture(name: path, size: size, file: file, boxes: 0..<0))
      return new
    }

    /// The path of the picture `name` below the folder of pictures; nil if `name` is empty or leads outside.
    private func path(of name: String) -> String? {
      // By bytes, as the system splits paths: `String` sees a slash before an accent as another character.
      let slash = UInt8(ascii: "/")
      if name.utf8.first == slash || name.utf8.contains(0) { return nil }
      let own = name.utf8.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
      let names = folder.utf8.split(separator: slash) + own
      if own.isEmpty || names.contains(where: { $0.elementsEqual("..".utf8) }) { return nil }
      return String(decoding: Array(names.joined(separator: [slash])), as: UTF8.self)
    }

    /// Adds the box of a record. If the record has an error, the box gets a fault.
    mutating func add(_ record: AnnotationRecord) {
      guard let picture = add(picture: record.picture, size: record.size, at: record.place) else { return }
      add(record, to: picture)
    }

    /// Adds the box of a record whose picture is a URL. Returns the index of the picture.
    mutating func add(onURL record: AnnotationRecord) -> Int {
      let picture = add(path: record.picture, record.size)
      add(record, to: picture)
      return Int(picture)
    }

    private mutating func add(_ record: AnnotationRecord, to picture: Int32) {
      let fault = fault(of: record, on: pictures[Int(picture)])
      let numbers = fault == nil ? try? record.box.get() : nil
      if fault == nil, let shape = record.shape { shapes.append((boxes.count, shape)) }
      let format = record.boxFormat ?? boxFormat
      let box = numbers.map { format.box($0.a, $0.b, $0.c, $0.d) } ?? (x: 0, y: 0, width: 0, height: 0)
      boxes.append(
        (
          picture,
          Box(
            place: record.place, file: file, category: place(of: record.category), index: 0,
            fault: place(of: fault), id: record.id, x: box.x, y: box.y, width: box.width,
            height: box.height)
        ))
    }

    private mutating func fault(of record: AnnotationRecord, on picture: Picture) -> FileFault? {
      if let id = record.id, !ids.insert(ExactText(id)).inserted {
        return FileFault("an earlier box has the id \(id.quoted) too")
      }
      if let size = record.size, let other = picture.size, size != other {
        return FileFault(
          "the size of \(picture.name.quoted) is \(size) here, and \(other) in an earlier record")
      }
      switch record.box {
      case .failure(let fault): return fault
      case .success(let numbers):
        let format = record.boxFormat ?? boxFormat
        return record.shape?.fault(in: format) ?? numbers.fault(in: format)
      }
    }

    private mutating func place(of fault: FileFault?) -> Int32 {
      guard let fault else { return -1 }
      faults.append(fault.message)
      return Int32(clamping: faults.count - 1)
    }

    private mutating func place(of category: String?) -> Int32 {
      guard let category else { return -1 }
      if let known = categoryPlaces[category] { return known }
      let new = Int32(clamping: categories.count)
      categoryPlaces[category] = new
      categories.append(category)
      return new
    }

    /// Adds a category, even if no box has it.
    mutating func add(category: String) { _ = place(of: category) }

    /// Adds what a file says about the keypoints of a category. What an earlier file said about the category holds.
    mutating func add(_ known: CategoryKeypoints) {
      if keypointCategories.insert(ExactText(known.category)).inserted { keypoints.append(known) }
    }

    /// The table of all records. With `kept`, only boxes of these categories remain.
    package consuming func finish(keeping kept: Set<String>? = nil) -> AnnotationTable {
      let keptPlaces = kept.map { Set($0.compactMap { categoryPlaces[$0] }) }
      var counts = [Int32](repeating: 0, count: pictures.count)
      for place in boxes.indices {
        let picture = Int(boxes[place].picture)
        counts[picture] += 1
        boxes[place].box.index = counts[picture]
      }
      let shaped = shapes.map {
        (picture: boxes[$0.box].picture, index: boxes[$0.box].box.index, shape: $0.shape)
      }
      // A faulty box without a category is kept, so that its fault is reported.
      boxes.removeAll {
        keptPlaces?.contains($0.box.category) == false && !($0.box.category < 0 && $0.box.fault >= 0)
      }
      boxes.sort { ($0.picture, $0.box.index) < ($1.picture, $1.box.index) }
      var start: Int32 = 0
      for place in pictures.indices {
        let end = boxes[Int(start)...].prefix { $0.picture == place }.endIndex
        pictures[place].boxes = start..<Int32(clamping: end)
        start = Int32(clamping: end)
      }
      let kept = shaped.compactMap { shaped -> (box: Int32, shape: ObjectShape<Annotated>)? in
        let range = pictures[Int(shaped.picture)].boxes
        let places = Int(range.lowerBound)..<Int(range.upperBound)
        let place = places.firstPlace { boxes[$0].box.index >= shaped.index }
        guard places.contains(place), boxes[place].box.index == shaped.index else { return nil }
        return (Int32(clamping: place), shaped.shape)
      }
      return AnnotationTable(
        format: format, boxFormat: boxFormat, files: files, pictures: pictures, boxes: boxes.map(\.box),
        troubles: troubles, categories: categories, faults: faults,
        keypoints: keypoints, shapes: kept.sorted { $0.box < $1.box })
    }
  }
}
