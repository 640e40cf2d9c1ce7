extension JobFolders {
  /// The job file as seen from the output root, so that it is found again when both are moved together.
  package var jobFileFromOutput: String {
    let (file, root) = (Self.names(jobFile), Self.names(output))
    let shared = zip(file, root).prefix { $0.elementsEqual($1) }.count
    let names =
      Array(repeating: "..", count: root.count - shared)
      + file.dropFirst(shared).map { String(Substring($0)) }
    return names.joined(separator: "/")
  }

  private static func names(_ path: String) -> [Substring.UTF8View] {
    path.utf8.split(separator: UInt8(ascii: "/"))
  }
}
