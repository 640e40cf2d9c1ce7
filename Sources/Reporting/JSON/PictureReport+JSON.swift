import ImageModel
import Imaging
import JSON

extension PictureHeader.Colors: JSONWritable {}

extension PictureReport {
  /// Writes the report's fields. If a JPEG's report has the same field, the field has the same name there.
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
    if let frames = header.frames {
      json.field("duration", frames.duration)
      json.field("plays", frames.plays)
    }
    if header.page != 0 { json.field("page", header.page) }
    json.fieldIfPresent("hot_spot", header.hotSpot.map { [$0.x, $0.y] })
    json.fieldIfPresent("previews", previews)
    json.fieldIfPresent("pages", pages)
    json.field("metadata", metadata)
    json.fieldIfPresent("profile", profile)
    if case .success(let found)? = gainMap { json.field("gain_map", found.map) }
    json.field("gps", hasGPS)
    exifGroups.writeFields(to: &json)
    json.field("findings", findings)
  }
}

extension PictureReport.Page: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("page", number)
    switch facts {
    case .success(let facts):
      json.field("stored_size", facts.storedSize)
      json.field("display_size", facts.displaySize)
      json.fieldIfPresent("orientation", facts.orientation)
      json.fieldIfPresent("hot_spot", facts.hotSpot.map { [$0.x, $0.y] })
    case .failure(let error): json.field("error", error.finding)
    }
  }
}

extension PictureReport.Item: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("kind", kind)
    json.field("bytes", bytes)
  }
}
