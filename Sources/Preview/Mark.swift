import ImageModel
import Planning

/// What a person should look at on a box or an output. The first in this order gives a box its look.
enum Mark: String, CaseIterable {
  /// It can't be made.
  case fails
  /// It may be in another space than the job says.
  case doubtful
  /// Something of it was cut off at the picture's edge.
  case clipped

  /// The word for people.
  var word: String {
    switch self {
    case .fails: "fails"
    case .doubtful: "space doubtful"
    case .clipped: "clipped"
    }
  }
}

extension ImagePlan {
  /// True where something speaks against the space of the picture's boxes.
  var isDoubtful: Bool { warnings.contains { $0.code == .spaceDoubtful } }

  /// What is to be looked at of the outputs at `places`, in the order of the marks.
  func marks(ofOutputs places: Range<Int>) -> [Mark] {
    Mark.allCases.filter { mark in
      switch mark {
      case .fails: places.contains { failure(ofOutput: $0) != nil }
      case .doubtful: isDoubtful
      case .clipped: places.contains { outputs[$0].warnings.contains { $0.code == .cropClipped } }
      }
    }
  }
}
