import ImageModel

extension Finding {
  /// A source of so many bytes, more than `limits.max_file` allows.
  package static func tooLarge(_ bytes: Int, limit: Int) -> Finding {
    Finding(.maxFile, "the file has \(bytes) bytes, more than limits.max_file (\(limit))")
  }
}
