import ImageModel
import System

/// The boxes of annotation files, grouped by picture.
package struct AnnotationTable: Sendable {
  /// A picture that an annotation file names.
  package struct Picture: Sendable {
    /// The picture's path below the folder of pictures, or its URL in a list. If the annotation format names pictures
    /// without an extension, the path has none either.
    package let name: String
    /// The size that the files give for the picture, in pixels; nil if they give none.
    package internal(set) var size: PixelSize?
    /// The index in ``AnnotationTable/files`` of the first file that names the picture.
    package let file: Int32
    /// The indices in ``AnnotationTable/boxes`` of the picture's boxes.
    package internal(set) var boxes: Range<Int32>
  }

  /// A box in an annotation file.
  package struct Box: Sendable {
    package let place: RecordPlace
    /// The index of the box's file in ``AnnotationTable/files``.
    package let file: Int32
    /// The index of the box's category in ``AnnotationTable/categories``; negative for none.
    let category: Int32
    /// The box's number among all boxes of the picture, counted from 1 in the order of the files.
    package internal(set) var index: Int32
    /// The index of the box's fault in ``AnnotationTable/faults``; negative for none.
    let fault: Int32
    /// The box's id in the file.
    package let id: String?
    /// The box's place and size, in pixels or on a scale. On the scale, ``BoxFormat/whole`` stands for the
    /// picture's whole side.
    let x, y, width, height: Double
  }

  /// A fault without a picture: a file that can't be read further, or a record that names no picture.
  package struct Trouble: Hashable, Sendable {
    /// The index in ``AnnotationTable/files`` of the file with the fault.
    package let file: Int32
    /// The record with the fault; nil for a fault of the file itself.
    package let place: RecordPlace?
    /// The message, without a full stop.
    package let message: String
  }

  package let format: AnnotationFormat
  package let boxFormat: BoxFormat
  /// The files' names, as messages print them.
  package let files: [String]
  /// Pictures in the order of their first mention.
  package let pictures: [Picture]
  /// Boxes sorted by picture, then in the order of the files.
  package let boxes: [Box]
  /// Troubles in the order of the files.
  package let troubles: [Trouble]
  /// All categories, in the order of their first mention.
  package let categories: [String]
  let faults: [String]
  /// The names and the skeleton of keypoints that the files give for categories.
  package let keypoints: [CategoryKeypoints]
  /// The shapes of boxes that have one, with the index of the box, in ascending order.
  let shapes: [(box: Int32, shape: ObjectShape<Annotated>)]

  /// The category of a box; nil if the file gives none.
  package func category(of box: Box) -> String? {
    box.category < 0 ? nil : categories[Int(box.category)]
  }

  /// The fault of a box, without a full stop; nil if there is none.
  package func fault(of box: Box) -> String? { box.fault < 0 ? nil : faults[Int(box.fault)] }

  /// The box in pixels. `size` is the picture's size in the box's space.
  package func rect<S>(of box: Box, in size: PixelSize) -> RealRect<S> {
    let (across, down) =
      boxFormat.whole.map { (Double(size.width) / $0, Double(size.height) / $0) } ?? (1, 1)
    return RealRect(
      x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down)
  }

  /// The shape, in pixels, of the object in box `place` of ``boxes``; nil if the file gives none. `size` is the
  /// picture's size in the box's space.
  package func shape<S>(ofBox place: Int, in size: PixelSize) -> ObjectShape<S>? {
    guard let shape = shape(ofBox: place) else { return nil }
    guard let whole = boxFormat.whole else { return shape.inSpace(S.self) }
    let (across, down) = (Double(size.width) / whole, Double(size.height) / whole)
    return shape.mapped { RealPoint($0.x * across, $0.y * down) }
  }

  /// The size of the mask of the object in box `place` of ``boxes``; nil if the file gives none.
  package func maskSize(ofBox place: Int) -> PixelSize? { shape(ofBox: place)?.mask?.size }

  private func shape(ofBox place: Int) -> ObjectShape<Annotated>? {
    let found = shapes.indices.firstPlace { shapes[$0].box >= place }
    guard shapes.indices.contains(found), shapes[found].box == place else { return nil }
    return shapes[found].shape
  }

  /// The name of a record for messages.
  package func name(ofFile file: Int32, at place: RecordPlace?) -> String {
    files[Int(file)] + (place.map { ", " + format.name(of: $0) } ?? "")
  }

  /// The faults of a file, except those of its boxes.
  package func troubles(ofFile file: Int) -> ArraySlice<Trouble> {
    troubles[start(ofFile: file)..<start(ofFile: file + 1)]
  }

  /// The index of the first trouble of `file` or a later file.
  private func start(ofFile file: Int) -> Int {
    troubles.indices.firstPlace { troubles[$0].file >= file }
  }
}
