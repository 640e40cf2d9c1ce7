/// Formats of annotation files, which name pictures and boxes on them.
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

  /// The space of all boxes in the format; nil if the format doesn't fix it.
  package var fixedSpace: AnnotationSpace? {
    switch self {
    case .hfImageFolder, .labelme: .display
    case .coco, .yolo, .voc, .csv, .jsonl, .labelStudio: nil
    }
  }

  /// How the format writes a box; nil if the job may choose.
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

  /// The ending of such files' names in a folder.
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

  /// True if a file states the size of its pictures, which may tell the space of its boxes.
  package var tellsSizes: Bool { self != .yolo }

  /// The name of a record in messages.
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

/// The place of a record in its file.
package struct RecordPlace: Hashable, Sendable {
  /// From 1: the line, or the index in the file's list of records.
  package var number: Int32
  /// From 1 if one record holds several boxes, else 0.
  package var part: Int32

  package init(_ number: Int, part: Int = 0) {
    self.number = Int32(clamping: number)
    self.part = Int32(clamping: part)
  }
}
