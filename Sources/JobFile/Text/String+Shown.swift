extension Unicode.Scalar {
  /// The character, or U+FFFD in place of a character that would act on the terminal. All control characters
  /// but the tab are replaced. Line separators, paragraph separators and controls of the writing direction
  /// are replaced too.
  package var shown: Unicode.Scalar {
    switch properties.generalCategory {
    case .control: self == "\t" ? self : "\u{FFFD}"
    case .lineSeparator, .paragraphSeparator: "\u{FFFD}"
    default: properties.isBidiControl ? "\u{FFFD}" : self
    }
  }
}

extension String {
  /// The text without characters that would act on the terminal, since names and tags come from other
  /// people.
  package var shown: String { String(UnicodeScalarView(unicodeScalars.map(\.shown))) }
}
