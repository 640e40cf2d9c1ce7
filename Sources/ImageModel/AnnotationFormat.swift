/// The format of an annotation file. Such a file names pictures and gives the boxes on them.
package enum AnnotationFormat: String, Sendable, CaseIterable {
  /// COCO's `images`, `annotations` and `categories` in one JSON file.
  case coco
  /// A text file for each picture. Each line is a box: class, centre x, centre y, width, height.
  case yolo
  /// Pascal VOC: an XML file for each picture.
  case voc
  /// A table with named columns and a row for each box (RFC 4180).
  case csv
  /// JSON Lines with a line for each box.
  case jsonl
  /// Hugging Face's `metadata.jsonl` with a line for each picture.
  case hfImageFolder = "hf-imagefolder"
  /// A JSON export of Label Studio with a task for each picture.
  case labelStudio = "label-studio"
  /// labelme: a JSON file for each picture.
  case labelme
  /// YOLO with polygons: a text file for each picture. Each line is a class and the points of a polygon.
  case yoloSeg = "yolo-seg"
  /// YOLO with keypoints: a text file for each picture. Each line is a box and its keypoints.
  case yoloPose = "yolo-pose"
  /// YOLO with oriented boxes: a text file for each picture. Each line is a class and four corners.
  case yoloOBB = "yolo-obb"
  /// DOTA: a text file for each picture. Each line is four corners in pixels, a category and a difficulty.
  case dota

  /// The space of all boxes in the format; nil if the format doesn't fix it.
  package var fixedSpace: AnnotationSpace? {
    switch self {
    case .hfImageFolder, .labelme: .display
    case .coco, .yolo, .voc, .csv, .jsonl, .labelStudio, .yoloSeg, .yoloPose, .yoloOBB, .dota: nil
    }
  }

  /// How the format writes a box; nil if the job may choose.
  package var boxFormat: BoxFormat? {
    switch self {
    case .coco, .hfImageFolder: .coco
    case .yolo, .yoloPose: .yolo
    case .voc: .voc1
    case .labelStudio: .labelStudio
    case .labelme, .dota: .voc
    case .yoloSeg, .yoloOBB: .albumentations
    case .csv, .jsonl: nil
    }
  }

  /// The ending by which the format's files are found in a folder.
  package var fileEnding: String {
    switch self {
    case .coco, .labelStudio, .labelme: ".json"
    case .yolo, .yoloSeg, .yoloPose, .yoloOBB, .dota: ".txt"
    case .voc: ".xml"
    case .csv: ".csv"
    case .jsonl: ".jsonl"
    case .hfImageFolder: "metadata.jsonl"
    }
  }

  /// True for the formats of YOLO. A file `classes.txt` beside their files has the names of classes.
  package var isYOLO: Bool {
    switch self {
    case .yolo, .yoloSeg, .yoloPose, .yoloOBB: true
    case .coco, .voc, .csv, .jsonl, .hfImageFolder, .labelStudio, .labelme, .dota: false
    }
  }

  /// True if each picture has a text file of its name.
  package var isTextForPicture: Bool { isYOLO || self == .dota }

  /// True for every format except those with a text file for each picture, which never state a picture's size.
  /// `space: declared` needs this size to find the space of the boxes.
  package var tellsSizes: Bool { !isTextForPicture }

  /// The kinds of shapes that a job may ask for by its key `shapes`.
  package var optionalShapes: Set<ShapeKind> {
    switch self {
    case .coco: [.polygons, .masks, .keypoints]
    case .labelme: [.polygons]
    default: []
    }
  }

  /// The kinds of shapes that the format's files always give.
  package var ownShapes: Set<ShapeKind> {
    switch self {
    case .yoloSeg, .yoloOBB, .dota: [.polygons]
    case .yoloPose: [.keypoints]
    case .coco, .yolo, .voc, .csv, .jsonl, .hfImageFolder, .labelStudio, .labelme: []
    }
  }

  /// The name of a record in messages.
  package func name(of record: RecordPlace) -> String {
    switch self {
    case .coco: "annotation \(record.number)"
    case .csv, .jsonl, .yolo, .yoloSeg, .yoloPose, .yoloOBB, .dota: "line \(record.number)"
    case .voc: "object \(record.number)"
    case .labelme: "shape \(record.number)"
    case .hfImageFolder: "line \(record.number)" + (record.part > 0 ? ", box \(record.part)" : "")
    case .labelStudio: "task \(record.number)" + (record.part > 0 ? ", result \(record.part)" : "")
    }
  }
}

/// The place of a record in its file.
package struct RecordPlace: Hashable, Sendable {
  /// The number of the record's line, or of the record in the file's list of records. Both count from 1.
  package var number: Int32
  /// The box's number in its record, from 1; 0 if a record holds only one box.
  package var part: Int32

  package init(_ number: Int, part: Int = 0) {
    self.number = Int32(clamping: number)
    self.part = Int32(clamping: part)
  }
}
