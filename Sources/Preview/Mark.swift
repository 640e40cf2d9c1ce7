import ImageModel
import Planning

/// A problem of a box or an output that a person should check. If a box has several marks, the first one in
/// the order of the cases decides the box's look.
enum Mark: String, CaseIterable {
  /// The output can't be made.
  case fails
  /// The job leaves the picture out by its key `where`.
  case filtered
  /// The job may declare the wrong space for the box.
  case doubtful
  /// A part of the crop lies outside the picture.
  case clipped

  /// The mark's name on a page.
  var word: String {
    switch self {
    case .fails: "fails"
    case .filtered: "filtered"
    case .doubtful: "space doubtful"
    case .clipped: "clipped"
    }
  }
}

extension ImagePlan {
  /// True if the boxes of the picture may be in another space.
  var isDoubtful: Bool { warnings.contains { $0.code == .spaceDoubtful } }

  /// The marks of the outputs at `places`, in the order of the cases.
  func marks(ofOutputs places: Range<Int>) -> [Mark] {
    Mark.allCases.filter { mark in
      switch mark {
      case .fails: places.contains { failure(ofOutput: $0) != nil } && !isFiltered
      case .filtered: isFiltered
      case .doubtful: isDoubtful
      case .clipped: places.contains { outputs[$0].warnings.contains { $0.code == .cropClipped } }
      }
    }
  }
}
