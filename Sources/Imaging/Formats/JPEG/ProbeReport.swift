import ImageModel

/// A report about a JPEG's header, for people. Plans don't use it.
package struct ProbeReport: Hashable, Sendable {
  /// Metadata of one kind.
  package struct Item: Hashable, Sendable {
    /// `exif`, `xmp`, `extended_xmp`, `icc`, `iptc` or `comment`.
    package var kind: String
    /// The number of marker segments.
    package var segments: Int
    /// The total bytes of the segments' payloads.
    package var bytes: Int
  }

  /// The thumbnail in the EXIF block.
  package struct Thumbnail: Hashable, Sendable {
    package var bytes: Int
    /// The thumbnail's size; nil if the thumbnail is no readable JPEG.
    package var size: PixelSize?
  }

  /// The file's length.
  package var bytes: Int
  package var header: JPEGHeader
  /// The usable orientation tag, 1...8; nil if there is none.
  package var orientation: ExifOrientation?
  /// The orientations that EXIF and XMP give.
  package var orientations: OrientationSources
  /// Kinds of metadata in a fixed order; missing kinds are left out.
  package var metadata: [Item]
  /// The ICC profile's own name.
  package var profile: String?
  /// True if EXIF or XMP says where the picture was taken.
  package var hasGPS: Bool
  /// The GPS directory, the maker notes and the thumbnail in the first EXIF block.
  package var exifGroups: ExifGroups
  /// The tags that libexif reads in the first EXIF block.
  package var tags: [ExifTagText]
  /// The gain map, or the reason why it can't be used. Nil if the file has none.
  package var gainMap: Result<SourceGainMap, ImageError>?
  package var warnings: [Finding]

  /// The picture's size after the turn that a viewer applies.
  package var displaySize: PixelSize { (orientation ?? .topLeft).turned(header.storedSize) }
  /// The turn that a viewer applies, in words.
  package var orientationMeaning: String { (orientation ?? .topLeft).meaning }
  /// The reason why the file is refused, if there is one, and then the warnings.
  package var findings: [Finding] {
    (header.refusal.map { [$0] } ?? []) + warnings + (gainMap.map(Finding.unusableGainMap) ?? [])
  }
}
