import Annotations
import ImageModel
import JobFile

/// Annotations of one format, with the folder of their pictures.
package struct AnnotatedSet: Sendable {
  package let table: AnnotationTable
  /// The folder from which the names of the pictures start, as a normalised path; empty for the base folder.
  package let folder: [UInt8]
  /// The space that the job declares for the boxes; nil if there is no job.
  package let space: AnnotationSpace?

  package init(_ table: AnnotationTable, folder: [UInt8], space: AnnotationSpace?) {
    (self.table, self.folder, self.space) = (table, folder, space)
  }

  /// The name that a plan gives to picture `place` of the table.
  package func source(ofPicture place: Int) -> String {
    folder.joined(with: Array(table.pictures[place].name.utf8)).displayName
  }

  /// The boxes of picture `place` as indices in the table.
  func boxes(ofPicture place: Int) -> Range<Int> {
    let range = table.pictures[place].boxes
    return Int(range.lowerBound)..<Int(range.upperBound)
  }
}
