/// Words of the command line that belong to later versions: known, and refused by name.
enum LaterVersion {
  private static let options: Set<String> = [
    "--memory", "--only", "--verify", "--retry-failed", "--prune",
  ]
  private static let commands: Set<String> = ["status"]

  /// The first such word among `arguments`, if any.
  static func word(in arguments: [String]) -> String? {
    if let command = arguments.first, commands.contains(command) { return command }
    return arguments.prefix { $0 != "--" }.lazy
      .map { String($0.prefix { $0 != "=" }) }
      .first(where: options.contains)
  }
}
