import ImageModel

/// The header of a source, of any format.
package protocol SourceHeader: Sendable {
  /// The facts about a source that planning needs, or the reason why the picture is refused. `version` is the
  /// version of the source. `use` says whether the reader looks for a thumbnail.
  ///
  /// - Throws: `bad_header`, `io_error`.
  func survey(
    _ source: ByteSource, _ version: SourceVersion, thumbnail use: ThumbnailUse
  ) throws(ImageError) -> Result<SourceInfo, SourceRefusal>

  /// The picture's gain map; nil if it has none. The failure tells why a map can't be used.
  ///
  /// - Throws: `io_error`.
  func gainMap(in source: ByteSource) throws(ImageError) -> Result<FoundGainMap, ImageError>?

  /// A report about this header, for people.
  ///
  /// - Throws: `bad_header`, `io_error`.
  func report(on source: ByteSource) throws(ImageError) -> ProbedFile

  /// The metadata that an output keeps.
  ///
  /// - Throws: `io_error`.
  func keptMetadata(_ request: MetadataRequest, from source: ByteSource) throws(ImageError) -> KeptMetadata

  /// The ICC profile to use in place of the profile from the decoder's library. Nil to use the library's
  /// profile.
  ///
  /// - Throws: `io_error`.
  func ownProfile(in source: ByteSource) throws(ImageError) -> [UInt8]?

  /// The profile that samples are converted from. `decoded` is the profile found while decoding.
  ///
  /// - Throws: `io_error`.
  func profile(in source: ByteSource, decoded: [UInt8]?) throws(ImageError) -> SourceProfile
}

/// The metadata that an output asks for.
package struct MetadataRequest {
  package var policy: MetadataPolicy
  /// The orientation tag to write. `.tag` is written even if `policy` keeps no metadata.
  package var orientation: WrittenOrientation
  /// The output's size in pixels, as encoded.
  package var size: PixelSize
  package var framing: Framing
  /// True if rows of the source are columns of the output.
  package var transposes: Bool
  /// The output's colour components, 1 or 3.
  package var components: Int
  /// The profile found while decoding, which must fit `components`. Nil if no profile was found, or if the
  /// profile can't be read.
  package var decodedProfile: [UInt8]?
  package var gainMap: GainMapFate

  package init(
    policy: MetadataPolicy, orientation: WrittenOrientation, size: PixelSize, framing: Framing = .same,
    transposes: Bool = false, components: Int = 3, decodedProfile: [UInt8]? = nil,
    gainMap: GainMapFate = .lost
  ) {
    self.policy = policy
    self.orientation = orientation
    self.size = size
    self.framing = framing
    self.transposes = transposes
    self.components = components
    self.decodedProfile = decodedProfile
    self.gainMap = gainMap
  }

  /// True if the output keeps the source's gain map.
  var keepsGainMap: Bool { if case .kept = gainMap { true } else { false } }
}

/// The fate of a source's gain map in an output.
package enum GainMapFate: Sendable {
  case kept
  /// The output lacks the map, and a warning says so already.
  case reported
  /// The output lacks the map. If metadata announces one, a warning gives the reason.
  case dropped(String)

  /// The file announces a map, but the reader of its format finds none.
  package static let lost = Self.dropped("the file holds none that can be read")
}
