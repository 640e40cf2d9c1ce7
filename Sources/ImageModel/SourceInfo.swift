/// A refused source, with the known facts about it.
package struct SourceRefusal: Error, Hashable, Sendable {
  /// The reason for the refusal. Each row of the source fails with this finding.
  package var finding: Finding
  /// Size of the file in bytes.
  package var bytes: Int?
  /// The format and size of a refused picture, if its header was read.
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

/// The facts of a source's header that planning needs.
package struct SourceInfo: Hashable, Sendable {
  package var version: SourceVersion
  package var storedSize: PixelSize
  /// The file's orientation tag; nil if there is no valid one.
  package var tag: ExifOrientation?
  package var format: SourceFormat
  /// The page that was read, counted from 0.
  package var page = 0
  /// The pixel format of a decode.
  package var pixels: PixelFormat
  /// Bytes that a decode holds in addition to decoded rows. A decode holds the coefficients of a multi-scan
  /// JPEG, all rows of an interlaced PNG, or strips or tiles of a TIFF. For WebP, HEIC and AVIF, these bytes
  /// are the library's memory. For SVG they are the file and its elements.
  package var wholeBytes: Int
  /// The most layers that an engine that draws holds at once beside the drawing. Each has the size that the whole
  /// picture has at the drawing's scale.
  package var layers = 0
  /// Warnings about the header.
  package var findings: [Finding]
  /// The embedded thumbnail; nil if none was looked for, or none is usable.
  package var thumbnail: SourceThumbnail?
  /// The gain map, or the reason why it can't be used. Nil if the source has none.
  package var gainMap: Result<SourceGainMap, ImageError>?
  /// Smaller copies of the picture that can replace it in a decode.
  package var reduced: [SourceSmallerCopy]
  /// The facts about a raw file; nil for other formats.
  package var raw: SourceRaw?
  /// The coefficients; nil unless the source is a JPEG.
  package var coefficients: SourceCoefficients?
  /// The offset of the picture's data in a JPEG with one scan; nil for other pictures.
  package var scanOffset: Int?
  /// The sampling factors of a JPEG's components, if ``DecodingEngine/reduced`` can decode the JPEG.
  package var sampling: [SamplingFactors]?
  /// The detail that an encoder must keep.
  package var detail: PictureDetail
  /// The memory that the source's ICC profile needs; nil if no profile is used.
  package var profile: ProfileNeed?
  /// Facts that a step before the plan found in the picture, or the reason why the step can't see the
  /// picture. Nil without a step, and before the step.
  package var facts: Result<PictureFacts, ImageError>?
  /// The frames of an animation that can be composed; nil for other pictures.
  package var frames: SourceFrames?
  /// Bytes of memory that the open source takes; 0 for a file.
  package var heldBytes = 0
  /// The name of the object's version; nil for other sources, and in a bucket without versions.
  package var objectVersion: String?
  /// The mask file beside the source, or the reason why it can't be used. Nil if the job takes none.
  package var mask: Result<SourceMask, ImageError>?

  package init(
    version: SourceVersion, storedSize: PixelSize, tag: ExifOrientation?,
    format: SourceFormat = .jpeg, pixels: PixelFormat, wholeBytes: Int,
    findings: [Finding], thumbnail: SourceThumbnail? = nil, reduced: [SourceSmallerCopy] = [],
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

  /// The thumbnail, and the previews of a raw file.
  package var thumbnails: [SourceThumbnail] { (thumbnail.map { [$0] } ?? []) + (raw?.previews ?? []) }
}

/// The memory that a source's ICC profile needs.
package struct ProfileNeed: Hashable, Sendable {
  /// Size of the profile in bytes. For a compressed profile this is an upper estimate.
  package var bytes: Int
  /// Bytes that Little CMS needs for a transform, in addition to the profile.
  package var transformBytes: Int

  package init(bytes: Int, transformBytes: Int) {
    self.bytes = bytes
    self.transformBytes = transformBytes
  }
}

/// The coefficients of a JPEG.
package struct SourceCoefficients: Hashable, Sendable {
  package var grid: MCUGrid
  /// Bytes of all coefficients.
  package var bytes: Int

  package init(_ grid: MCUGrid, bytes: Int) {
    self.grid = grid
    self.bytes = bytes
  }
}

/// A picture within a source that can be decoded in place of the source's main picture.
package struct SourcePart<Picture: Hashable & Sendable>: Hashable, Sendable {
  package var picture: Picture
  /// Bytes that the part's decode holds: see ``SourceInfo/wholeBytes``.
  package var wholeBytes: Int

  package init(_ picture: Picture, wholeBytes: Int) {
    self.picture = picture
    self.wholeBytes = wholeBytes
  }
}

/// A gain map within a source.
package struct SourceGainMap: Hashable, Sendable {
  package var map: EmbeddedGainMap
  /// The sampling factors of the components of a JPEG; nil for a map in a HEIC or AVIF.
  package var sampling: [SamplingFactors]?
  /// Bytes that a decode of the map holds: see ``SourceInfo/wholeBytes``.
  package var wholeBytes: Int
  /// The map's coefficients; nil if an output can't be made of them.
  package var coefficients: SourceCoefficients?

  package init(
    _ map: EmbeddedGainMap, sampling: [SamplingFactors]?, wholeBytes: Int,
    coefficients: SourceCoefficients? = nil
  ) {
    self.map = map
    self.sampling = sampling
    self.wholeBytes = wholeBytes
    self.coefficients = coefficients
  }
}

package typealias SourceSmallerCopy = SourcePart<SmallerCopy>
package typealias SourceThumbnail = SourcePart<EmbeddedThumbnail>
