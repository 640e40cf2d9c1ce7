/// Formats of exports for data loaders.
package enum ExportFormat: String, Sendable, CaseIterable {
  /// COCO: one JSON file.
  case coco
  /// YOLO: a text file for each output, and a file with the names of classes.
  case yolo
  /// Pascal VOC: an XML file for each output.
  case voc
  /// Hugging Face's ImageFolder: `metadata.jsonl`.
  case hfImageFolder = "hf-imagefolder"
  /// WebDataset: tar files that hold the outputs.
  case webdataset
  /// Parquet files with a row for each output, and the output's bytes in it.
  case parquet
  /// Zip files that hold the outputs.
  case zip
  /// YOLO with polygons, and a file with the names of classes.
  case yoloSeg = "yolo-seg"
  /// YOLO with keypoints, and a file with the names of classes.
  case yoloPose = "yolo-pose"
  /// YOLO with oriented boxes, and a file with the names of classes.
  case yoloOBB = "yolo-obb"
  /// DOTA: a text file for each output.
  case dota
  /// The data set of Ultralytics: a YAML file that names the folders of pictures and the classes.
  case ultralytics
  /// A JSON file with the widths and formats of each picture, for web pages.
  case srcset

  /// True if the export can be a series of shards.
  package var canHaveShards: Bool {
    switch self {
    case .webdataset, .parquet, .zip: true
    case .coco, .yolo, .voc, .hfImageFolder, .yoloSeg, .yoloPose, .yoloOBB, .dota, .ultralytics, .srcset:
      false
    }
  }

  /// True if the outputs of a shard decide its bytes. All files of a Parquet series have the same columns, which all
  /// outputs decide.
  package var hasIndependentShards: Bool { self == .webdataset || self == .zip }

  /// The names that columns of a list can't have in the format's description of an output, because it has values of
  /// its own there. Nil for a format that has no room for such columns.
  package var ownColumns: Set<String>? {
    switch self {
    case .coco, .yolo, .voc, .zip, .yoloSeg, .yoloPose, .yoloOBB, .dota, .ultralytics, .srcset: nil
    // The loader of ImageFolder puts the picture into the column 'image'.
    case .hfImageFolder: ["image", "file_name", "width", "height", "objects"]
    case .webdataset: ["file_name", "source", "width", "height", "objects"]
    case .parquet: ["image", "file_name", "source", "id", "split", "width", "height", "objects"]
    }
  }
}
