import ImageModel

/// The preview of one image.
package struct ImagePreview: Hashable, Sendable {
  /// The whole picture, upright and small; nil if the plan makes no output from this picture.
  package var picture: PreviewImage?
  /// A preview of each shown output.
  package var outputs: [PreviewImage]

  package init(picture: PreviewImage?, outputs: [PreviewImage]) {
    self.picture = picture
    self.outputs = outputs
  }
}

/// One JPEG of a preview.
package struct PreviewImage: Hashable, Sendable {
  /// The JPEG's bytes; nil if the JPEG can't be made.
  package var jpeg: [UInt8]?
  /// The reason why the JPEG can't be made.
  package var error: Finding?
  /// Warnings of the rendering.
  package var warnings: [Finding]

  package init(jpeg: [UInt8]? = nil, error: Finding? = nil, warnings: [Finding] = []) {
    self.jpeg = jpeg
    self.error = error
    self.warnings = warnings
  }
}
