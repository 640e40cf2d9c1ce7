extension String {
  /// This text, in which each scalar in `names` is replaced by its name.
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
