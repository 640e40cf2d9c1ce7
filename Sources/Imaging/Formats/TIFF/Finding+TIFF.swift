import ImageModel

/// Codes of findings about TIFFs that Upright can't decode.
extension Finding.Code {
  package static let lab = Self("lab")
  package static let sampleFormat = Self("sample_format")
}
