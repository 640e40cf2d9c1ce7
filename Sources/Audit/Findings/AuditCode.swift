/// A kind of fault in a set of pictures, with its stable name. Reports list the kinds in this order.
package enum AuditCode: String, CaseIterable, Sendable {
  case unreadable, truncated
  case wrongExtension = "wrong_extension"
  case sizeAsStored = "size_as_stored"
  case sizeAsShown = "size_as_shown"
  case sizeWrong = "size_wrong"
  case badAnnotation = "bad_annotation"
  case boxEmpty = "box_empty"
  case boxOutside = "box_outside"
  case boxTwice = "box_twice"
  case categorySpelling = "category_spelling"
  case missingPicture = "missing_picture"
  case labelWithoutPicture = "label_without_picture"
  case unannotated
  case sameBytes = "same_bytes"
  case nearDuplicate = "near_duplicate"
  case leak

  /// The advice for the user: one short sentence without a full stop.
  package var advice: String {
    switch self {
    case .unreadable: "replace or remove the file"
    case .truncated: "fetch or copy the file again"
    case .wrongExtension: "give the file an extension of its format"
    case .sizeAsStored: "the boxes are likely to be in stored space: declare 'space: stored'"
    case .sizeAsShown: "the boxes are likely to be in display space: declare 'space: display'"
    case .sizeWrong: "the picture was exchanged or resized: annotate it again, or correct the size"
    case .badAnnotation: "correct or remove the record"
    case .boxEmpty: "remove the box"
    case .boxOutside: "correct the box, or clip it to the picture"
    case .boxTwice: "remove one of the two boxes"
    case .categorySpelling: "write the category in one way"
    case .missingPicture: "add the picture, or remove its annotations"
    case .labelWithoutPicture: "add the picture, or remove the label file"
    case .unannotated: "annotate the picture, or remove it"
    case .sameBytes, .nearDuplicate: "keep one of the two pictures"
    case .leak: "move both pictures into one split, or remove one"
    }
  }
}
