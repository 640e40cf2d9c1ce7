import ImageModel
import System

extension AnnotationTable.Builder {
  /// Calls `body` to read a file. Messages show `name` as the name of the file.
  ///
  /// If `body` can't read the file to its end, the reason becomes one of the table's troubles. Records before
  /// the fault stay.
  package mutating func read(
    called name: String, _ body: (inout AnnotationTable.Builder) throws(FileFault) -> Void
  ) {
    begin(name)
    do throws(FileFault) { try body(&self) } catch { note(error.message, at: nil) }
  }

  /// Adds the records of the file that `feed` delivers. `folder` is the folder of this file's pictures, relative to
  /// the folder of all pictures. For formats with a text file for each picture, `picture` is that picture; `classes`
  /// are the names of the classes.
  package mutating func read(
    _ feed: ByteFeed, folder: String = "", picture: String? = nil, classes: [String]? = nil
  ) throws(FileFault) {
    // In other formats, the names of pictures start from the folder of all pictures.
    self.folder = [.voc, .labelme, .hfImageFolder].contains(format) ? folder : ""
    switch format {
    case .coco: try COCOReader.read(feed, into: &self)
    case .yolo, .yoloSeg, .yoloPose, .yoloOBB:
      try YOLOReader.read(feed, picture: picture ?? "", names: classes, into: &self)
    case .dota: try DOTAReader.read(feed, picture: picture ?? "", into: &self)
    case .csv: try CSVReader.read(feed, into: &self)
    case .jsonl: try JSONLinesReader.read(feed, into: &self)
    case .labelStudio: try LabelStudioReader.read(feed, into: &self)
    case .voc: try VOCReader.read(feed, into: &self)
    case .labelme: try LabelmeReader.read(feed, into: &self)
    case .hfImageFolder: try HFImageFolderReader.read(feed, into: &self)
    }
  }
}
