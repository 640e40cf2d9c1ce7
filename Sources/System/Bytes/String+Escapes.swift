extension String {
  /// The text with a name in the place of each scalar that has one.
  package func escaped(by names: [(scalar: Unicode.Scalar, name: String)]) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let (_, name) = names.first(where: { $0.scalar == scalar }) {
        text += name
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
