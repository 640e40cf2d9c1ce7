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

  /// A plan of `job.yaml`, with the places in it of what is wrong and all that is said there. An error shows the job's line,
  /// and a mark below the column.
  init(
    _ name: String, _ job: String, beside files: [String: String] = [:],
    _ errors: (line: Int, column: Int, message: String)...
  ) {
    let lines = job.split(separator: "\n", omittingEmptySubsequences: false)
    let texts = errors.map { error in
      "job.yaml:\(error.line):\(error.column): error: \(error.message)\n\(lines[error.line - 1])\n"
        + String(repeating: " ", count: error.column - 1) + "^\n"
    }
    self.init(
      name, files.merging(["job.yaml": job + "\n"]) { $1 }, "plan job.yaml", texts.joined())
  }
}
