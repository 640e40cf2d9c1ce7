/// A source that isn't taken, and what is known of it all the same.
package struct SourceRefusal: Error, Hashable, Sendable {
  /// Why its rows fail.
  package var finding: Finding
  /// Size of the file in bytes.
  package var bytes: Int?
  /// The format and size of a picture of a kind that isn't taken.
  package var format: SourceFormat?
  package var storedSize: PixelSize?

  package init(
    _ finding: Finding, bytes: Int? = nil, format: SourceFormat? = nil, storedSize: PixelSize? = nil
  ) {
    self.finding = finding
    self.bytes = bytes
    self.format = format
    self.storedSize = storedSize
  }
}

/// What a source's header says, as far as planning needs it.
package struct SourceInfo: Hashable, Sendable {
  package var version: SourceVersion
  package var storedSize: PixelSize
  /// The file's orientation tag; nil where it has none that is valid.
  package var tag: ExifOrientation?
  package var format: SourceFormat
  /// What a decode gives.
  package var pixels: PixelFormat
  /// Bytes that a decode holds beside rows: the coefficients of a JPEG in several scans (progressive, or one component a
  /// scan), the rows of an interlaced PNG, strips or tiles of a TIFF, the library's memory for a WebP, HEIC or AVIF.
  package var wholeBytes: Int
  /// Warnings about the header.
  package var findings: [Finding]
  /// Nil where none was looked for, or none can be used.
  package var thumbnail: SourceThumbnail?
  /// Smaller copies of the picture that can be decoded in its place.
  package var reduced: [SourceReducedImage]
  /// Of a JPEG.
  package var coefficients: SourceCoefficients?
  /// Of a JPEG that ``DecodingEngine/reduced`` takes, the sampling factors of its components.
  package var sampling: [SamplingFactors]?
  /// How much it has for an encoder to keep.
  package var detail: PictureDetail
  /// Nil where it has none that is used.
  package var profile: ProfileNeed?
  /// What a step before the plan found in the picture.
  package var facts = PictureFacts()

  package init(
    version: SourceVersion, storedSize: PixelSize, tag: ExifOrientation?,
    format: SourceFormat = .jpeg, pixels: PixelFormat, wholeBytes: Int,
    findings: [Finding], thumbnail: SourceThumbnail? = nil, reduced: [SourceReducedImage] = [],
    coefficients: SourceCoefficients? = nil, sampling: [SamplingFactors]? = nil,
    detail: PictureDetail = .most, profile: ProfileNeed? = nil
  ) {
    self.version = version
    self.storedSize = storedSize
    self.tag = tag
    self.format = format
    self.pixels = pixels
    self.wholeBytes = wholeBytes
    self.findings = findings
    self.thumbnail = thumbnail
    self.reduced = reduced
    self.coefficients = coefficients
    self.sampling = sampling
    self.detail = detail
    self.profile = profile
  }

  /// Size of the source in bytes.
  package var bytes: Int { version.bytes }
}

/// What a source's ICC profile takes of memory, as the file's header tells it.
package struct ProfileNeed: Hashable, Sendable {
  /// Size of the profile in bytes, as far as that is known.
  package var bytes: Int
  /// What a transform from it takes of Little CMS, in bytes, beside the profile itself.
  package var transformBytes: Int

  package init(bytes: Int, transformBytes: Int) {
    self.bytes = bytes
    self.transformBytes = transformBytes
  }
}

/// How the coefficients of a JPEG lie.
package struct SourceCoefficients: Hashable, Sendable {
  package var grid: MCUGrid
  /// What all of them take up.
  package var bytes: Int

  package init(_ grid: MCUGrid, bytes: Int) {
    self.grid = grid
    self.bytes = bytes
  }
}

/// What a source's header says of a smaller copy of the picture.
package struct SourceReducedImage: Hashable, Sendable {
  package var image: ReducedImage
  /// Bytes that a decode of it holds of strips or tiles, as that of the source.
  package var wholeBytes: Int

  package init(_ image: ReducedImage, wholeBytes: Int) {
    self.image = image
    self.wholeBytes = wholeBytes
  }
}

/// What a source's header says of a thumbnail that can be used.
package struct SourceThumbnail: Hashable, Sendable {
  package var picture: EmbeddedThumbnail
  /// Bytes that a decode of it holds for coefficients, as those of the source.
  package var wholeBytes: Int

  package init(_ picture: EmbeddedThumbnail, wholeBytes: Int) {
    self.picture = picture
    self.wholeBytes = wholeBytes
  }
}
