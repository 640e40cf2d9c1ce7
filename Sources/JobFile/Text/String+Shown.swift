extension Unicode.Scalar {
  /// The character itself, or U+FFFD in place of one that would act on the terminal: a control character other than the
  /// tab, a line or paragraph separator, or a control of the writing direction.
  package var shown: Unicode.Scalar {
    switch properties.generalCategory {
    case .control: self == "\t" ? self : "\u{FFFD}"
    case .lineSeparator, .paragraphSeparator: "\u{FFFD}"
    default: properties.isBidiControl ? "\u{FFFD}" : self
    }
  }
}

extension String {
  /// The text with nothing in it that would act on the terminal: names and tags are other people's.
  package var shown: String { String(UnicodeScalarView(unicodeScalars.map(\.shown))) }
}
