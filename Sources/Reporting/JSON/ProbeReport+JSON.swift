import ImageModel
import Imaging
import JSON
import Planning

extension JPEGHeader.Process: JSONWritable {}
extension JPEGHeader.ColorKind: JSONWritable {}
extension SourceFormat: JSONWritable {}

extension ProbeText {
  /// A probe as JSON: the file's name before the report's own fields.
  package struct Object: JSONObject {
    private let file: String
    private let probed: ProbedFile
    private let crop: LosslessCrop?

    package init(file: String, probed: ProbedFile, crop: LosslessCrop? = nil) {
      self.file = file
      self.probed = probed
      self.crop = crop
    }

    package func writeFields(to json: inout JSONWriter) {
      json.field("file", file)
      switch probed {
      case .jpeg(let report): report.writeFields(to: &json)
      case .picture(let report): report.writeFields(to: &json)
      }
      crop?.writeFields(to: &json)
    }
  }
}

extension ProbeReport {
  fileprivate func writeFields(to json: inout JSONWriter) {
    json.field("format", SourceFormat.jpeg)
    json.field("bytes", bytes)
    json.field("stored_size", header.storedSize)
    json.field("display_size", displaySize)
    json.fieldIfPresent("orientation", orientation)
    json.field("orientation_meaning", orientationMeaning)
    json.field("orientations", orientations)
    json.field("process", header.process)
    json.field("arithmetic", header.isArithmetic)
    json.field("multi_scan", header.isMultiScan)
    json.field("precision", header.precision)
    json.field("color", header.colorKind)
    json.fieldIfPresent("chroma", header.chroma)
    json.field("mcu_size", header.mcuSize)
    json.field("metadata", metadata)
    json.fieldIfPresent("profile", profile)
    if case .success(let found)? = gainMap { json.field("gain_map", found.map) }
    json.field("gps", hasGPS)
    exifGroups.writeFields(to: &json)
    json.field("tags", tags)
    json.field("findings", findings)
  }
}

extension ProbeReport.Item: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("kind", kind)
    json.field("segments", segments)
    json.field("bytes", bytes)
  }
}

extension ProbeReport.Thumbnail: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("bytes", bytes)
    json.fieldIfPresent("size", size)
  }
}

extension OrientationSources: JSONObject {
  /// Writes the orientations that EXIF, XMP and container give, and null for each that is missing.
  package func writeFields(to json: inout JSONWriter) {
    json.field("exif", exif)
    json.field("xmp", xmp)
    json.field("container", container)
  }
}

extension ExifGroups {
  func writeFields(to json: inout JSONWriter) {
    json.fieldIfPresent("gps_bytes", gpsBytes)
    json.fieldIfPresent("maker_notes_bytes", makerNotesBytes)
    json.fieldIfPresent("thumbnail", thumbnail)
  }
}

extension LosslessCrop {
  /// Writes the box that the job asks for and the nearest lossless box, and null for a missing box. Adds the
  /// reason if there is no lossless box.
  fileprivate func writeFields(to json: inout JSONWriter) {
    json.field("crop", asked)
    json.field("lossless_crop", nearest)
    json.fieldIfPresent("lossless_crop_reason", reason)
  }
}

extension ExifTagText: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("directory", directory)
    json.field("name", name)
    json.field("value", value)
  }
}
