import ImageModel
import Planning

/// A picture at which a step looks before it is planned.
struct SurveyedPicture: Sendable {
  /// The places of windows, each found by a function that gives nil for an unknown place.
  typealias Windows = @Sendable (@escaping (DetailWindow) -> DetailPlace?) -> [DetailWindow: DetailPlace]

  /// The plan of the small picture alone.
  let small: ImagePlan
  /// True if the facts that the step finds are wanted.
  var wantsFacts = true
  /// Finds the windows for which crops of the picture ask; nil if none asks.
  var windows: Windows?
  /// The job's outputs, made together with the small picture; nil if the small picture is made alone.
  var joint: Joint?

  /// The small picture, with the memory of all that is made together.
  var whole: ImagePlan {
    var whole = small
    whole.peakBytes = joint?.peakBytes ?? small.peakBytes
    return whole
  }

  /// A plan of several outputs. The last one is the small picture.
  struct Joint: Sendable {
    /// The plan, kept or made again: thousands of pictures wait, and each may have many outputs.
    let plan: @Sendable () -> ImagePlan?
    let peakBytes: Int
    let outputs: Int

    /// `plan` gives the plan `made` again.
    init(like made: ImagePlan, _ plan: @escaping @Sendable () -> ImagePlan?) {
      self.plan = plan
      (peakBytes, outputs) = (made.peakBytes, made.outputs.count)
    }
  }
}
