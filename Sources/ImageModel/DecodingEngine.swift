/// What decodes a picture.
package enum DecodingEngine: String, Codable, Sendable, CaseIterable {
  case libjpeg, libpng
}
