/// How Upright treats an SVG with text.
package enum TextUse: String, Codable, Sendable, CaseIterable {
  /// Its rows fail.
  case refuse
  /// The text is drawn with the fonts that are installed.
  case system
}
