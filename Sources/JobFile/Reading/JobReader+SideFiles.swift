import ImageModel
import System

/// Reads the paths of files that lie beside pictures.
extension JobReader {
  /// The `path` of a file beside each picture, such as its caption: one `thing`. `field` has the key; `files` are the
  /// files of its entry of `sources`.
  mutating func sideFile(
    _ path: Located<String>, _ field: Field, _ key: String, thing: String, _ files: SourceEntry.Files?
  ) -> GroupTemplate? {
    switch files {
    case .objects?, .url?:
      report(field, "'\(key)' goes with files only: the \(key) of pictures on the web can't be read")
    default: break
    }
    if path.value.hasPrefix("/") || path.value.contains("://") {
      report(
        path.location, "'\(key)' starts from the base folder: leave out the '/' at its front, or the URL")
      return nil
    }
    return parsed(path) { path throws(PatternError) in
      try GroupTemplate(parsing: path, of: key, result: "have one \(thing)")
    }
  }
}
