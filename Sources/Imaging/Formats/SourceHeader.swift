import ImageModel

/// The header of a source, of any format.
package protocol SourceHeader: Sendable {
  /// All that planning needs. `use` says whether a thumbnail is looked for.
  ///
  /// - Throws: `bad_header`, `io_error`.
  func survey(_ source: ByteSource, thumbnail use: ThumbnailUse) throws(ImageError) -> SurveyedHeader

  /// A report for people.
  ///
  /// - Throws: `bad_header`, `io_error`.
  func report(on source: ByteSource) throws(ImageError) -> ProbedFile

  /// The metadata that an output keeps.
  ///
  /// - Throws: `io_error`.
  func keptMetadata(_ request: MetadataRequest, from source: ByteSource) throws(ImageError) -> KeptMetadata

  /// The ICC profile to use in place of the one that the decoder's library gives; nil for the library's.
  ///
  /// - Throws: `io_error`.
  func ownProfile(in source: ByteSource) throws(ImageError) -> [UInt8]?

  /// The profile that samples are converted from. `decoded` is the one found while decoding.
  ///
  /// - Throws: `io_error`.
  func profile(in source: ByteSource, decoded: [UInt8]?) throws(ImageError) -> SourceProfile
}

/// The facts of a header that planning needs.
package struct SurveyedHeader: Sendable {
  package var format: SourceFormat
  package var storedSize: PixelSize
  package var orientation: OrientationReading
  /// The pixel format that a decode gives, or why there is none.
  package var pixels: Result<PixelFormat, ImageError>
  /// Bytes that a decode holds beside rows: see ``SourceInfo/wholeBytes``.
  package var wholeBytes = 0
  /// Warnings about colours and animations.
  package var findings: [Finding] = []
  package var thumbnail: SourceThumbnail?
  package var reduced: [SourceSmallerCopy] = []
  package var coefficients: SourceCoefficients?
  package var sampling: [SamplingFactors]?
  package var detail: PictureDetail
  package var profile: ProfileNeed?
}

/// The metadata that an output asks for.
package struct MetadataRequest {
  package var policy: MetadataPolicy
  /// The orientation tag to write; `.tag` is written whatever the policy says.
  package var orientation: WrittenOrientation
  /// The output's size in pixels, as encoded.
  package var size: PixelSize
  package var framing: Framing
  /// True if rows of the source are columns of the output.
  package var transposes: Bool
  /// The output's colour components, 1 or 3.
  package var components: Int
  /// The profile found while decoding, which must fit the components; nil if there is none or it can't be read.
  package var decodedProfile: [UInt8]?

  package init(
    policy: MetadataPolicy, orientation: WrittenOrientation, size: PixelSize, framing: Framing = .same,
    transposes: Bool = false, components: Int = 3, decodedProfile: [UInt8]? = nil
  ) {
    self.policy = policy
    self.orientation = orientation
    self.size = size
    self.framing = framing
    self.transposes = transposes
    self.components = components
    self.decodedProfile = decodedProfile
  }
}
