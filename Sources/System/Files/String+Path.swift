extension String {
  /// An absolute path without its last name; `/` for a name directly below the root.
  ///
  /// The path is split by bytes. Swift would treat a slash and a combining mark after the slash as one
  /// character.
  package var parentFolder: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")), slash > startIndex else { return "/" }
    return String(self[..<slash])
  }

  /// A path's last name.
  package var lastName: Substring {
    self[(utf8.lastIndex(of: UInt8(ascii: "/")).map { utf8.index(after: $0) } ?? startIndex)...]
  }

  /// A path's last name up to its last dot, unless that dot is the first byte.
  package var stem: Substring {
    let name = lastName
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return name }
    return name[..<dot]
  }

  /// A relative path's folder, which may be empty, and its last name. The path is split by bytes. Swift would
  /// treat a slash and a combining mark after the slash as one character.
  package var folderAndName: (folder: String, name: String) {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", self) }
    return (String(self[..<slash]), String(Substring(utf8[slash...].dropFirst())))
  }
}
