import ImageModel

/// Codes of findings about path templates.
extension Finding.Code {
  package static let badPath = Self("bad_path")
}
