extension Unicode.Scalar {
  /// The character itself, or a sign in place of one that would act on the terminal.
  package var shown: Unicode.Scalar {
    properties.generalCategory == .control && self != "\t" ? "\u{FFFD}" : self
  }
}

extension String {
  /// The text with nothing in it that would act on the terminal: names and tags are other people's.
  package var shown: String { String(UnicodeScalarView(unicodeScalars.map(\.shown))) }
}
