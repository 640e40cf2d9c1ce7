import ImageModel

extension Finding {
  /// The finding for a source that has `bytes` bytes, more than `limits.max_file` allows.
  package static func tooLarge(_ bytes: Int, limit: Int) -> Finding {
    let (size, most) = ByteCount.texts(bytes, limit)
    return Finding(.maxFile, "the file has \(size), more than limits.max_file (\(most))")
  }
}
