import ImageModel

/// Codes of findings about raw files.
extension Finding.Code {
  package static let rawUnsupported = Self("raw_unsupported")
}

extension ImageError {
  /// The error for a raw file that can't be developed; `camera` is its maker and model.
  static func rawUnsupported(_ reason: String, _ camera: String?) -> ImageError {
    ImageError(.rawUnsupported, reason, camera)
  }

  fileprivate init(_ code: Finding.Code, _ reason: String, _ camera: String?) {
    self.init(Finding(code, camera.map { "\(reason); the camera is \($0)" } ?? reason))
  }
}
