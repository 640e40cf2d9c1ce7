/// Words of the command line that belong to later versions: known, and refused by name.
enum LaterVersion {
  private static let options: Set<String> = ["--memory"]

  /// The first such word among `arguments`, if any.
  static func word(in arguments: [String]) -> String? {
    arguments.prefix { $0 != "--" }.lazy
      .map { String($0.prefix { $0 != "=" }) }
      .first(where: options.contains)
  }
}
