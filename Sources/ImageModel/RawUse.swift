/// The part of a camera's raw file that Upright decodes.
package enum RawUse: String, Codable, Sendable, CaseIterable {
  /// An embedded JPEG preview for each output that it serves, else half size for each output for which that is
  /// enough, else full size.
  case auto
  /// A preview for all outputs: the smallest that serves an output, else the largest one.
  case preview
  /// One pixel for each cell of 2x2 pixels of the sensor.
  case half
  case full
}

/// The facts of a raw file's header that only raw files have.
package struct SourceRaw: Hashable, Sendable {
  /// True if the raw data has a mosaic of colours, so that LibRaw can make one pixel of each cell.
  package var hasCells: Bool
  /// The usable JPEG previews, from the smallest to the largest.
  package var previews: [SourceThumbnail]

  package init(hasCells: Bool, previews: [SourceThumbnail]) {
    self.hasCells = hasCells
    self.previews = previews
  }
}
