import Testing

/// Something that a user may get wrong, and all that the program says to it.
struct Mistake: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Beside `photos/a.jpg` and `photos/b.jpg`, two pictures of 64x48.
  let files: [String: String]
  /// Separated by blanks.
  let arguments: String
  let status: Int32
  let stderr: String

  init(
    _ name: String, _ files: [String: String], _ arguments: String, status: Int32 = 2, _ stderr: String
  ) {
    testDescription = name
    self.files = files
    self.arguments = arguments
    self.status = status
    self.stderr = stderr
  }
}
