import ImageModel

/// The boxes of annotation files, by the pictures that they lie on.
package struct AnnotationTable: Sendable {
  /// A picture that a file names.
  package struct Picture: Sendable {
    /// As the file names it; with no extension where the format names none.
    package let name: String
    /// The size that the file gives, in pixels.
    package internal(set) var size: PixelSize?
    /// The place in ``AnnotationTable/files`` of the one that named it first.
    package let file: Int32
    /// The places in ``AnnotationTable/boxes`` of those on it.
    package internal(set) var boxes: Range<Int32>
  }

  /// A box of a file.
  package struct Box: Sendable {
    package let place: RecordPlace
    /// The place in ``AnnotationTable/files`` of its own.
    package let file: Int32
    /// The place in ``AnnotationTable/categories`` of its category, negative for none.
    let category: Int32
    /// From 1, among all boxes of the picture in the order of the files.
    package internal(set) var index: Int32
    /// The place in ``AnnotationTable/faults``, negative for a box that is right.
    let fault: Int32
    /// What the file calls it.
    package let id: String?
    /// In pixels, or in parts of ``BoxFormat/whole``.
    let x, y, width, height: Double
  }

  /// What belongs to no picture: a file that can't be read on, or a record that names none.
  package struct Trouble: Hashable, Sendable {
    /// The place in ``AnnotationTable/files``.
    package let file: Int32
    /// nil where it is the file itself.
    package let place: RecordPlace?
    /// What is wrong, without a full stop.
    package let message: String
  }

  package let format: AnnotationFormat
  package let boxFormat: BoxFormat
  /// The files by the names that messages call them by.
  package let files: [String]
  /// In the order in which they were named first.
  package let pictures: [Picture]
  /// Picture by picture, those of one in the order of the files.
  package let boxes: [Box]
  /// In the order of the files.
  package let troubles: [Trouble]
  /// All that the files name, in the order in which they were named first.
  package let categories: [String]
  let faults: [String]

  /// The category of a box; nil where the file gives none.
  package func category(of box: Box) -> String? {
    box.category < 0 ? nil : categories[Int(box.category)]
  }

  /// What is wrong with a box, without a full stop; nil where nothing is.
  package func fault(of box: Box) -> String? { box.fault < 0 ? nil : faults[Int(box.fault)] }

  /// The box in pixels of a picture that has `size` in the box's space.
  package func rect<S>(of box: Box, in size: PixelSize) -> RealRect<S> {
    let (across, down) =
      boxFormat.whole.map { (Double(size.width) / $0, Double(size.height) / $0) } ?? (1, 1)
    return RealRect(
      x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down)
  }

  /// A record of a file, as messages name it.
  package func name(ofFile file: Int32, at place: RecordPlace?) -> String {
    files[Int(file)] + (place.map { ", " + format.name(of: $0) } ?? "")
  }

  /// What is wrong in a file, beside its boxes.
  package func troubles(ofFile file: Int) -> ArraySlice<Trouble> {
    troubles[start(ofFile: file)..<start(ofFile: file + 1)]
  }

  /// The place of the first trouble of `file` or of one behind it.
  private func start(ofFile file: Int) -> Int {
    var places = 0..<troubles.count
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      places = troubles[middle].file < file ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    return places.lowerBound
  }
}
