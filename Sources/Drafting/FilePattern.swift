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
    let all = endings.map { Array($0.utf8) }
    let occurring = Set(files.compactMap { $0.ending(among: all) })
    let found = all.filter(occurring.contains).map { String(decoding: $0.dropFirst(), as: UTF8.self) }
    let ending = found.count > 1 ? "{\(found.joined(separator: ","))}" : found.joined()
    text = Self.literal(folder) + (folder.isEmpty ? "" : "/") + (isDeep ? "**/" : "") + "*." + ending
  }

  /// A pattern for all files below a folder; nil if the folder's path isn't text.
  static func all(below folder: [UInt8]) -> String? {
    String(validating: folder, as: UTF8.self) == nil ? nil : literal(folder) + "/**"
  }

  /// A pattern that matches this path alone.
  static func literal(_ path: [UInt8]) -> String { path.displayName.replacing(special, by: { "\\\($0)" }) }

  private static let special: Set<Unicode.Scalar> = ["*", "?", "[", "]", "{", "}", "\\"]
}

extension String {
  /// The text with each of some characters replaced.
  func replacing(_ scalars: Set<Unicode.Scalar>, by replacement: (Unicode.Scalar) -> String) -> String {
    unicodeScalars.reduce(into: "") { $0 += scalars.contains($1) ? replacement($1) : String($1) }
  }
}

extension [UInt8] {
  /// The longest of `endings` that the name has, in upper or lower case; nil if it has none.
  fileprivate func ending(among endings: [[UInt8]]) -> [UInt8]? {
    endings.filter(hasEnding).max { $0.count < $1.count }
  }

  /// True if the name ends in `ending`, in upper or lower case. `ending` is in lower case.
  func hasEnding(_ ending: [UInt8]) -> Bool {
    count >= ending.count && zip(suffix(ending.count), ending).allSatisfy { $0.lowercased == $1 }
  }
}

extension UInt8 {
  /// The letter of ASCII in lower case; any other byte as it is.
  var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
