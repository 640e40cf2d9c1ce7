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

  /// The ending by which the format's files are found in a folder.
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

  /// True for every format except YOLO, whose files never state a picture's size. `space: declared` needs
  /// this size to find the space of the boxes.
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
  /// The number of the record's line, or of the record in the file's list of records. Both count from 1.
  package var number: Int32
  /// The box's number in its record, from 1; 0 if a record holds only one box.
  package var part: Int32

  package init(_ number: Int, part: Int = 0) {
    self.number = Int32(clamping: number)
    self.part = Int32(clamping: part)
  }
}
