extension String {
  /// The folder of a path's last name: `/` for names right below it.
  ///
  /// It works on bytes: a combining mark after a slash makes both one character.
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

  /// A relative path's folder, empty if there is none, and its last name. It works on bytes, because a
  /// combining mark after a slash makes both one character.
  package var folderAndName: (folder: String, name: String) {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", self) }
    return (String(self[..<slash]), String(Substring(utf8[slash...].dropFirst())))
  }
}
