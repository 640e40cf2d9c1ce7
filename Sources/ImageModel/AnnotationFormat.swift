/// The ways annotation files are written that name pictures and the boxes on them.
package enum AnnotationFormat: String, Sendable, CaseIterable {
  /// COCO's `images`, `annotations` and `categories` in one JSON file.
  case coco
  /// A text file a picture, a line a box: class, centre x, centre y, width, height.
  case yolo
  /// Pascal VOC: an XML file a picture.
  case voc
  /// A table with named columns, a row a box (RFC 4180).
  case csv
  /// JSON Lines, a line a box.
  case jsonl
  /// Hugging Face's `metadata.jsonl`, a line a picture.
  case hfImageFolder = "hf-imagefolder"
  /// A JSON export of Label Studio, a task a picture.
  case labelStudio = "label-studio"
  /// labelme: a JSON file a picture.
  case labelme

  /// The space that the format's boxes are always in; nil where the file doesn't tell.
  package var fixedSpace: AnnotationSpace? {
    switch self {
    case .hfImageFolder, .labelme: .display
    case .coco, .yolo, .voc, .csv, .jsonl, .labelStudio: nil
    }
  }

  /// How the format writes a box; nil where the job may say so.
  package var boxFormat: BoxFormat? {
    switch self {
    case .coco, .hfImageFolder: .coco
    case .yolo: .yolo
    case .voc: .voc1
    case .labelStudio: .labelStudio
    case .labelme: .voc
    case .csv, .jsonl: nil
    }
  }

  /// What the names of such files in a folder end in.
  package var fileEnding: String {
    switch self {
    case .coco, .labelStudio, .labelme: ".json"
    case .yolo: ".txt"
    case .voc: ".xml"
    case .csv: ".csv"
    case .jsonl: ".jsonl"
    case .hfImageFolder: "metadata.jsonl"
    }
  }

  /// True where a file tells the size of its pictures, so that the space can be found out by it.
  package var tellsSizes: Bool { self != .yolo }

  /// Names a record, as messages do.
  package func name(of record: RecordPlace) -> String {
    switch self {
    case .coco: "annotation \(record.number)"
    case .csv, .jsonl, .yolo: "line \(record.number)"
    case .voc: "object \(record.number)"
    case .labelme: "shape \(record.number)"
    case .hfImageFolder: "line \(record.number)" + (record.part > 0 ? ", box \(record.part)" : "")
    case .labelStudio: "task \(record.number)" + (record.part > 0 ? ", result \(record.part)" : "")
    }
  }
}

/// Where a record stands in its file.
package struct RecordPlace: Hashable, Sendable {
  /// From 1: the line, or the place in the file's list of records.
  package var number: Int32
  /// From 1 where one record holds several boxes, else 0.
  package var part: Int32

  package init(_ number: Int, part: Int = 0) {
    self.number = Int32(clamping: number)
    self.part = Int32(clamping: part)
  }
}
