import ImageModel
import Imaging

extension PictureHeader.Colors: JSONWritable {}

extension PictureReport {
  /// All that is there, as fields of an object; those that a JPEG's report has too have the same names.
  func writeFields(to json: inout JSONWriter) {
    json.field("format", header.format)
    json.field("bytes", bytes)
    json.field("stored_size", header.storedSize)
    json.field("display_size", displaySize)
    json.fieldIfPresent("orientation", orientation)
    json.field("orientation_meaning", orientationMeaning)
    json.field("orientations", orientations)
    json.field("precision", header.bits)
    json.field("color", header.colors)
    json.field("alpha", header.hasAlpha)
    json.field("interlaced", header.isInterlaced)
    json.field("images", header.images)
    json.field("animated", header.isAnimated)
    json.field("metadata", metadata)
    json.fieldIfPresent("profile", profile)
    json.field("gps", hasGPS)
    exifGroups.writeFields(to: &json)
    json.field("findings", findings)
  }
}

extension PictureReport.Item: JSONWritable {
  /// An object with all of it.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("kind", kind)
      json.field("bytes", bytes)
    }
  }
}
