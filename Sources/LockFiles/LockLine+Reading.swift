import JSON
import Reporting
import Survey
import System

extension LockLine {
  /// The content of a job lock's line. Throws the line's fault.
  package init(line: ArraySlice<UInt8>) throws(FileFault) {
    let value = try JSONValue(line: line)
    if value["lock"] != nil {
      self = .header(try Self.header(value))
    } else if value["annotations"] != nil {
      try value.check(keys: ["annotations", "bytes", "sha256"])
      self = .annotations(try value.text("annotations"), try value.sum())
    } else {
      try value.check(keys: ["source", "id", "bytes", "sha256", "recipe"])
      let recipe = try value.text("recipe")
      guard recipe.utf8.count == 32 else { throw FileFault("'recipe' is not 32 digits") }
      self = .source(
        LockedSource(
          source: try value.text("source"), id: try value.text("id"), sum: try value.sum(), recipe: recipe))
    }
  }

  private static func header(_ value: JSONValue) throws(FileFault) -> ManifestHeader {
    guard let format = value["lock"]?.whole else { throw FileFault("'lock' is not a number") }
    guard format == Self.format else {
      throw FileFault(
        "the lock has format \(format), and this version of upright reads format \(Self.format)")
    }
    try value.check(keys: ["lock", "job_sha256", "tool", "recipe_number", "libraries"])
    guard let recipeNumber = value["recipe_number"]?.whole else {
      throw FileFault("'recipe_number' is not a number")
    }
    guard let libraries = value["libraries"] else { throw FileFault("'libraries' is not an object") }
    let names = LibraryVersions.names { libraries[$0] != nil }
    try libraries.check(keys: names)
    guard
      let versions = LibraryVersions(try names.map { name throws(FileFault) in try libraries.text(name) })
    else { throw FileFault("'libraries' is not those of this version") }
    return ManifestHeader(
      jobSHA256: try value.text("job_sha256"), tool: try value.text("tool"), recipeNumber: recipeNumber,
      libraries: versions)
  }
}

extension JSONValue {
  /// Throws unless the object has exactly these keys, each once.
  fileprivate func check(keys: [String]) throws(FileFault) {
    guard case .object(let members) = self, members.count == keys.count,
      Set(members.map(\.key)) == Set(keys)
    else {
      throw FileFault("the line has not exactly these keys: \(keys.joined(separator: ", "))")
    }
  }

  fileprivate func text(_ key: String) throws(FileFault) -> String {
    guard let text = self[key]?.text else { throw FileFault("'\(key)' is not a text") }
    return text
  }

  /// The size and hash; nil if both are missing.
  fileprivate func sum() throws(FileFault) -> FileHash? {
    if self["bytes"] == nil && self["sha256"] == nil { return nil }
    guard let bytes = self["bytes"]?.whole, bytes >= 0 else {
      throw FileFault("'bytes' is not a number of bytes")
    }
    guard let sha256 = Checksum(hexadecimal: try text("sha256")) else {
      throw FileFault("'sha256' is not 64 hexadecimal digits")
    }
    return FileHash(bytes: bytes, sha256: sha256)
  }
}
