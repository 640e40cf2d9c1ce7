/// The ways in which what was made is written for those who load it.
package enum ExportFormat: String, Sendable, CaseIterable {
  /// COCO: one JSON file.
  case coco
  /// YOLO: a text file an output, and one with the names of classes.
  case yolo
  /// Pascal VOC: an XML file an output.
  case voc
  /// Hugging Face's ImageFolder: `metadata.jsonl`.
  case hfImageFolder = "hf-imagefolder"
  /// WebDataset: tar files that hold the outputs.
  case webdataset
}
