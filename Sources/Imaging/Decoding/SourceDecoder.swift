import ImageModel

/// What decodes a picture of an open file, whatever it hands out.
package protocol SourceDecoder: ~Copyable {
  /// Reads what is left of the file, or of its range, so that the digest covers all of it, up to `limit` bytes of the
  /// file in all.
  ///
  /// Throws `io_error`, and where the picture ends early what the decode wanted of that.
  func drain(limit: Int) throws(Finding)

  /// From now on measures ``readTime``.
  func timeReads()

  /// The time that reading took, the digest included, in nanoseconds; 0 where nobody asked.
  var readTime: Int64 { get }

  /// The ICC profile where the library hands it out; nil elsewhere, and where there is none. For when a decode has begun.
  var profile: [UInt8]? { get }

  /// The damage that was met: one `damaged` for each kind, sorted by the kinds' names.
  var warnings: [Finding] { get }
}
