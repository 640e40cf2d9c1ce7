import ImageModel

/// The preview of one image.
package struct ImagePreview: Hashable, Sendable {
  /// The whole picture, upright and small; nil if the plan makes no output from this picture.
  package var picture: PreviewImage?
  /// The labels of the mask file as a PNG, over the whole picture; nil if no output shows them.
  package var labels: PreviewImage?
  /// A preview of each shown output.
  package var outputs: [PreviewImage]

  package init(picture: PreviewImage?, labels: PreviewImage? = nil, outputs: [PreviewImage]) {
    (self.picture, self.labels, self.outputs) = (picture, labels, outputs)
  }
}

/// One picture of a preview.
package struct PreviewImage: Hashable, Sendable {
  /// The bytes of a JPEG, or of a PNG of labels; nil if the picture can't be made.
  package var file: [UInt8]?
  /// The reason why the picture can't be made.
  package var error: Finding?
  /// Warnings of the rendering.
  package var warnings: [Finding]

  package init(file: [UInt8]? = nil, error: Finding? = nil, warnings: [Finding] = []) {
    self.file = file
    self.error = error
    self.warnings = warnings
  }
}
