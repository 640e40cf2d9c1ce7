import ImageModel

/// Codes of findings about SVGs that Upright doesn't draw.
extension Finding.Code {
  package static let svgReference = Self("svg_reference")
}
