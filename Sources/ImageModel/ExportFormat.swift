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
}
