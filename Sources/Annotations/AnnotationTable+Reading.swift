import ImageModel
import System

extension AnnotationTable.Builder {
  /// Takes in a file that messages call `name`, as `body` reads it.
  ///
  /// Where it can't be read to its end that is one of the table's troubles, and what was read holds.
  package mutating func read(
    called name: String, _ body: (inout AnnotationTable.Builder) throws(FileFault) -> Void
  ) {
    begin(name)
    do throws(FileFault) { try body(&self) } catch { note(error.message, at: nil) }
  }

  /// Adds the records of the file at hand. The pictures that it names lie in `folder`, relative to that of all; YOLO's is
  /// `picture`, and its classes have the names `classes`.
  package mutating func read(
    _ feed: ByteFeed, folder: String = "", picture: String? = nil, classes: [String]? = nil
  ) throws(FileFault) {
    // Those of the others are named from the folder of all.
    self.folder = [.voc, .labelme, .hfImageFolder].contains(format) ? folder : ""
    switch format {
    case .coco: try COCOReader.read(feed, into: &self)
    case .yolo: try YOLOReader.read(feed, picture: picture ?? "", names: classes, into: &self)
    case .csv: try CSVReader.read(feed, into: &self)
    case .jsonl: try JSONLinesReader.read(feed, into: &self)
    case .labelStudio: try LabelStudioReader.read(feed, into: &self)
    case .voc: try VOCReader.read(feed, into: &self)
    case .labelme: try LabelmeReader.read(feed, into: &self)
    case .hfImageFolder: try HFImageFolderReader.read(feed, into: &self)
    }
  }
}
