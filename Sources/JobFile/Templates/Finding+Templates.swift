import ImageModel

/// Codes of path templates.
extension Finding.Code {
  package static let badPath = Self("bad_path")
}
