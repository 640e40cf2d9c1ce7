extension String {
  /// The folder that a path's last name lies in: `/` for names right below it.
  ///
  /// By bytes: with a combining mark behind it, a slash is part of another character.
  package var parentFolder: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")), slash > startIndex else { return "/" }
    return String(self[..<slash])
  }
}
