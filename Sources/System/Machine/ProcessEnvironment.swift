import CKernel

/// The environment of the process.
package enum ProcessEnvironment {
  /// The values of all variables, by their names. Those that aren't UTF-8 are left out.
  package static var variables: [String: String] {
    var (variables, place) = ([String: String](), kernel_environment())
    while let entry = place?.pointee {
      place = place?.successor()
      guard let text = String(validatingCString: entry),
        let mark = text.utf8.firstIndex(of: UInt8(ascii: "="))
      else { continue }
      let name = String(text[..<mark])
      variables[name] = variables[name] ?? String(text[text.utf8.index(after: mark)...])
    }
    return variables
  }
}
