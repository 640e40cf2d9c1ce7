import ImageModel

/// What a JPEG's header says, for people: nothing of it enters a plan.
package struct ProbeReport: Hashable, Sendable {
  /// Metadata of one kind.
  package struct Item: Hashable, Sendable {
    /// `exif`, `xmp`, `extended_xmp`, `icc`, `iptc` or `comment`.
    package var kind: String
    /// The number of marker segments.
    package var segments: Int
    /// Their payloads in all.
    package var bytes: Int
  }

  /// The small picture in the EXIF block.
  package struct Thumbnail: Hashable, Sendable {
    package var bytes: Int
    /// Nil where it is no JPEG that can be read.
    package var size: PixelSize?
  }

  /// The file's length.
  package var bytes: Int
  package var storedSize: PixelSize
  /// As a viewer shows it.
  package var displaySize: PixelSize
  /// The usable orientation tag, 1...8; nil where there is none.
  package var orientation: ExifOrientation?
  /// What a viewer does with the stored picture.
  package var orientationMeaning: String
  /// What each part of the file says of it.
  package var orientations: OrientationSources
  package var process: JPEGHeader.Process
  package var isArithmetic: Bool
  package var isMultiScan: Bool
  /// Bits a sample.
  package var precision: Int
  package var color: JPEGHeader.ColorKind
  /// `4:2:0` and the like, or all sampling factors where it has no such name; nil for one component.
  package var chroma: String?
  /// In pixels.
  package var mcuSize: PixelSize
  /// In a fixed order; kinds that the file lacks are left out.
  package var metadata: [Item]
  /// The ICC profile's own name.
  package var profile: String?
  /// True where EXIF or XMP says where the picture was taken.
  package var hasGPS: Bool
  /// Of the first EXIF block.
  package var exifGroups: ExifGroups
  /// As libexif reads the first EXIF block.
  package var tags: [ExifTagText]
  /// Why it isn't taken; nil where it is.
  package var refusal: Finding?
  package var warnings: [Finding]
  /// The grid on which it can be cut without loss; nil where no scan can hold its components.
  package var grid: MCUGrid?

  /// Why it isn't taken, where that is so, and then its warnings.
  package var findings: [Finding] { (refusal.map { [$0] } ?? []) + warnings }
}
