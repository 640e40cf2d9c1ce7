import JobFile
import System

/// The narrowest pattern of a job file for some files.
struct FilePattern {
  /// The folder that the pattern names, relative to the base folder; empty for this folder. The variable `{dir}` starts
  /// below it.
  let folder: [UInt8]
  /// True if the pattern also takes files in subfolders.
  let isDeep: Bool
  /// The pattern as a job file writes it.
  let text: String

  /// A pattern for `files`, whose paths are relative to the base folder. `endings` are those that a name may have, in
  /// lower case; the pattern has those that occur.
  init(_ files: [[UInt8]], endings: [String]) {
    let folders = Set(files.map(\.folder))
    var folder = Array(folders).sharedFolder
    // A pattern is text.
    while String(validating: folder, as: UTF8.self) == nil { folder = folder.folder }
    self.folder = folder
    isDeep = folders != [folder]
    let names = Set(files.map { $0.lastName.ending(among: endings) })
    let found = endings.filter(names.contains).map { String($0.dropFirst()) }
    let ending = found.count == 1 ? found[0] : "{\(found.joined(separator: ","))}"
    text = Self.literal(folder) + (folder.isEmpty ? "" : "/") + (isDeep ? "**/" : "") + "*." + ending
  }

  /// A pattern for all files below a folder; nil if the folder's path isn't text.
  static func all(below folder: [UInt8]) -> String? {
    String(validating: folder, as: UTF8.self) == nil ? nil : literal(folder) + "/**"
  }

  /// A pattern that matches this path alone.
  static func literal(_ path: [UInt8]) -> String {
    String(path.displayName.flatMap { special.contains($0) ? ["\\", $0] : [$0] })
  }

  private static let special: Set<Character> = ["*", "?", "[", "]", "{", "}", "\\"]
}

extension [UInt8] {
  /// The longest of `endings` that the name has, in upper or lower case; empty if it has none.
  fileprivate func ending(among endings: [String]) -> String {
    let name = displayName.lowercased()
    return endings.filter(name.hasSuffix).max { $0.utf8.count < $1.utf8.count } ?? ""
  }
}
