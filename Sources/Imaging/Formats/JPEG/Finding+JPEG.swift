import ImageModel

/// Codes of findings about JPEGs that Upright can't decode.
extension Finding.Code {
  package static let twoComponents = Self("two_components")
  package static let arithmeticCoded = Self("arithmetic_coded")
  package static let twelveBit = Self("twelve_bit")
  package static let lossless = Self("lossless")
  package static let hierarchical = Self("hierarchical")
}
