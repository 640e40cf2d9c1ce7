import ImageModel

/// The marks on a picture in which crops may be centred.
struct FocusMarks {
  /// The boxes of the picture.
  let boxes: [RealRect<Stored>]
  /// The focus that a list gives for the picture.
  let listed: Anchor?
}
