import ImageModel
import JSON
import JobFile
import Planning

extension GainMapKind: JSONWritable {}
extension GainMapUse: JSONWritable {}
extension HashKind: JSONWritable {}
extension DecodingEngine: JSONWritable {}

extension ImagePlan: JSONObject {
  /// An object with the keys of `CodingKeys`; nil values are left out.
  package func writeFields(to json: inout JSONWriter) {
    json.field("index", index)
    json.field("source", source)
    json.field("id", id)
    json.fieldIfPresent("bytes", bytes)
    json.fieldIfPresent("modified", version?.file.modified)
    json.fieldIfPresent("inode", version?.file.inode)
    json.fieldIfPresent("object_version", objectVersion)
    json.fieldIfPresent("front_bytes", frontBytes)
    json.fieldIfPresent("wanted_sha256", wantedSum?.hexadecimal)
    json.fieldIfPresent("format", format)
    json.fieldIfPresent("page", page)
    json.fieldIfPresent("stored_size", storedSize)
    json.fieldIfPresent("pixels", pixels)
    json.field("untagged", isUntagged)
    json.field("peak_bytes", peakBytes)
    json.fieldIfPresent("peak_bytes_by_libjpeg", peakByLibjpeg)
    json.field("hash", hash)
    json.field("seconds_per_image", seconds)
    json.field("on_corrupt", onCorrupt)
    json.field("verify", verify)
    json.field("decodes", decodes)
    json.fieldIfPresent("gain_map", gainMap)
    json.fieldIfPresent("mask", mask)
    json.field("outputs", outputs)
    json.fieldIfPresent("boxes", boxes)
    json.fieldIfPresent("error", error)
    json.field("warnings", warnings)
    json.fieldIfPresent("facts", facts)
  }
}

extension GreyFacts: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("sharpness", sharpness)
    json.field("entropy", entropy)
    json.field("mean", mean)
    json.field("deviation", deviation)
    json.field("phash", phash.description)
    json.field("dhash", dhash.description)
  }
}

extension BoxPlan: JSONObject {
  /// An object with the keys of `CodingKeys`; nil values are left out.
  package func writeFields(to json: inout JSONWriter) {
    json.field("index", Int(index))
    json.field("cut", isCut)
    json.fieldIfPresent("id", id)
    json.fieldIfPresent("category", category)
    json.fieldIfPresent("box", box)
    json.fieldIfPresent("shape", shape)
  }
}

extension ObjectShape: JSONObject {
  /// An object as the type's `Codable` describes it.
  package func writeFields(to json: inout JSONWriter) {
    if hasOutlines { json.field("outlines", outlineNumbers) }
    json.fieldIfPresent("mask", mask)
    json.fieldIfPresent("keypoints", keypointNumbers)
    for (name, value) in [("oriented", isOriented), ("difficult", isDifficult), ("crowd", isCrowd)]
    where value {
      json.field(name, value)
    }
  }
}

extension Mask: JSONObject {
  /// An object as the type's `Codable` describes it.
  package func writeFields(to json: inout JSONWriter) {
    json.field("size", sides)
    json.field("counts", counts)
  }
}

extension DecodePlan: JSONObject {
  /// An object with the keys of `CodingKeys`; nil values are left out.
  package func writeFields(to json: inout JSONWriter) {
    json.field("engine", engine)
    json.fieldIfPresent("thumbnail", thumbnail)
    json.fieldIfPresent("reduced", reduced)
    json.field("coefficients", isOfCoefficients)
    json.fieldIfPresent("frames", frames)
    json.field("scale", scale)
    json.fieldIfPresent("components", components)
    json.field("region", region)
    json.field("samples", samples)
  }
}

extension FramesPlan: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("count", count)
    json.field("plays", plays)
    json.field("alpha", hasAlpha)
  }
}

extension GainMapPlan: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("map", map)
    json.fieldIfPresent("decode", decode)
  }
}

extension GainMapDecode: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("engine", engine)
    json.fieldIfPresent("components", components)
    json.field("region", region)
  }
}

extension EmbeddedGainMap: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    switch place {
    case .jpeg(let range):
      json.field("offset", range.lowerBound)
      json.field("bytes", range.count)
    case .item(let number): json.field("item", number)
    case nil: break
    }
    json.field("stored_size", storedSize)
    json.field("pixels", pixels)
    json.field("kind", kind)
    json.field("headroom", headroom)
  }
}

extension MaskPlan: JSONObject {
  /// An object with the keys of the type's `Codable`.
  package func writeFields(to json: inout JSONWriter) {
    json.field("path", path)
    json.field("bytes", version.bytes)
    json.field("modified", version.file.modified)
    json.field("inode", version.file.inode)
    json.field("layout", layout)
    json.field("turn", turn)
  }
}

extension LabelLayout: JSONObject {
  /// An object with the keys of the type's `Codable`.
  package func writeFields(to json: inout JSONWriter) {
    json.field("size", size)
    json.field("bits", bits)
    json.field("palette", hasPalette)
    json.field("interlaced", isInterlaced)
  }
}

extension MaskCut: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("picture", picture)
    json.field("pad", pad)
    json.field("bits", bits)
    json.fieldIfPresent("path", path)
  }
}

extension TilePlace: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("row", row)
    json.field("col", column)
    json.field("x", x)
    json.field("y", y)
    json.field("min_visible", minVisible)
  }
}

extension ComponentPlans: JSONWritable {
  /// A list with an object for each component.
  package func write(to json: inout JSONWriter) { all.write(to: &json) }
}

extension ComponentPlan: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("sampling", sampling)
    json.field("scale", scale)
  }
}

extension EmbeddedThumbnail: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("offset", offset)
    json.field("bytes", bytes)
    json.field("stored_size", storedSize)
    json.field("color", color)
  }
}

extension SmallerCopy: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("offset", offset)
    json.field("stored_size", storedSize)
    json.field("factor", factor)
  }
}

extension OutputPlan: JSONObject {
  /// An object with the keys of `CodingKeys`; nil values are left out.
  package func writeFields(to json: inout JSONWriter) {
    json.fieldIfPresent("path", path)
    json.field("decode", decode)
    json.fieldIfPresent("resampled_from", base)
    json.fieldIfPresent("variant", entry)
    json.fieldIfPresent("frames", frames)
    json.field("orientation_mode", mode)
    json.field("orientation", orientation)
    json.fieldIfPresent("display_size", displaySize)
    json.fieldIfPresent("crop_requested", cropRequested)
    json.fieldIfPresent("crop", crop)
    json.fieldIfPresent("stored_crop", storedCrop)
    json.fieldIfPresent("resample", resample)
    json.field("turn", turn)
    json.fieldIfPresent("size", size)
    json.fieldIfPresent("content", content)
    json.field("background", background)
    json.fieldIfPresent("color", color)
    json.fieldIfPresent("gain_map", gainMap)
    json.fieldIfPresent("tile", tile)
    json.fieldIfPresent("mask", mask)
    json.fieldIfPresent("format", format)
    json.fieldIfPresent("pixels", pixels)
    json.field("encode", encode)
    json.field("metadata", metadata)
    json.fieldIfPresent("error", error)
    json.field("warnings", warnings)
  }
}
