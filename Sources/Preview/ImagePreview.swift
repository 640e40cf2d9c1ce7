import ImageModel

/// What a preview made of one image.
package struct ImagePreview: Hashable, Sendable {
  /// The whole picture, upright and small; nil where the plan makes nothing of it.
  package var picture: PreviewImage?
  /// One for each output that is shown.
  package var outputs: [PreviewImage]

  package init(picture: PreviewImage?, outputs: [PreviewImage]) {
    self.picture = picture
    self.outputs = outputs
  }
}

/// One JPEG of a preview.
package struct PreviewImage: Hashable, Sendable {
  /// The file's bytes; nil where it can't be made.
  package var jpeg: [UInt8]?
  /// Why it can't.
  package var error: Finding?
  /// What came up while it was made.
  package var warnings: [Finding]

  package init(jpeg: [UInt8]? = nil, error: Finding? = nil, warnings: [Finding] = []) {
    self.jpeg = jpeg
    self.error = error
    self.warnings = warnings
  }
}
