import JSON

/// A fault in a set of pictures.
package struct AuditFinding: Sendable {
  package let code: AuditCode
  /// The file with the fault, as messages print it: a picture or an annotation file.
  package let file: String
  /// The record with the fault, for example `line 3`; nil for a fault of the file itself.
  package var place: String?
  /// The picture of the record; nil if ``file`` is the picture, or if the fault has no picture.
  package var picture: String?
  /// The picture that ``file`` resembles; nil for other faults.
  package var other: String?
  /// One sentence that gives the values, without a full stop.
  package let message: String
  /// The indices in the plan of ``file`` or ``picture``, and of ``other``; nil for a picture that isn't planned.
  package var image: Int32?
  package var otherImage: Int32?
  /// The indices of the set of annotations and of the box in its table; nil for a fault of no box.
  package var box: (set: Int32, box: Int32)?

  init(_ code: AuditCode, _ file: String, _ message: String) {
    (self.code, self.file, self.message) = (code, file, message)
  }

  /// The place and the message in one line.
  package var line: String {
    file + (place.map { ", " + $0 } ?? "") + (picture.map { ", on " + $0 } ?? "") + ": " + message
  }
}

extension AuditFinding: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("code", code.rawValue)
    json.field("file", file)
    json.fieldIfPresent("place", place)
    json.fieldIfPresent("picture", picture)
    json.fieldIfPresent("other", other)
    json.field("message", message)
    json.field("advice", code.advice)
  }
}
