import ImageModel

/// Codes of TIFFs that are not read.
extension Finding.Code {
  package static let lab = Self("lab")
  package static let sampleFormat = Self("sample_format")
}
