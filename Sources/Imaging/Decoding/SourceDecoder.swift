import ImageModel

/// A decoder of a picture in an open file.
package protocol SourceDecoder: ~Copyable {
  /// Reads the rest of the file or of the decoder's range, so that the digest covers all bytes. `limit` is
  /// the most bytes of the file to read, earlier reads included.
  ///
  /// Throws `io_error`, and `corrupt` if the picture ends early and the decode's request treats damage as
  /// an error.
  func drain(limit: Int) throws(ImageError)

  /// Starts to measure ``readTime``.
  func timeReads()

  /// The time spent reading and hashing, in nanoseconds; 0 if it isn't measured.
  var readTime: Int64 { get }

  /// The source's ICC profile, if the codec library returns one; nil otherwise. Valid after a decode has
  /// begun.
  var profile: [UInt8]? { get }

  /// Warnings about the damage that the decoder found. Each kind of damage has one finding `damaged`. The
  /// findings are sorted by the kinds' names.
  var warnings: [Finding] { get }

  /// Notes about the decoded samples: `samples_clipped`.
  var notes: [Finding] { get }
}
