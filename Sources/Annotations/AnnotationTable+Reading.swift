import ImageModel
import System

extension AnnotationTable.Builder {
  /// Reads a file with `body`; messages call it `name`.
  ///
  /// If it can't be read to its end, this becomes one of the table's troubles, and the records before it
  /// stay.
  package mutating func read(
    called name: String, _ body: (inout AnnotationTable.Builder) throws(FileFault) -> Void
  ) {
    begin(name)
    do throws(FileFault) { try body(&self) } catch { note(error.message, at: nil) }
  }

  /// Adds the records of the current file. `folder` is the folder of its pictures, relative to the folder
  /// of pictures. For YOLO, `picture` is the file's picture and `classes` are the names of the classes.
  package mutating func read(
    _ feed: ByteFeed, folder: String = "", picture: String? = nil, classes: [String]? = nil
  ) throws(FileFault) {
    // Other formats name pictures from the folder of pictures.
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
