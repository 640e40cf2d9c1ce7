import Foundation
import TestSupport
import Testing

/// What exiftool reads in outputs of photos from many cameras, beside what it reads in the photos.
struct MetadataRoundTripTests {
  private static let photos = PackageRoot.corpus.map { $0 + "/exif-samples" }.flatMap {
    FileManager.default.fileExists(atPath: $0) ? $0 : nil
  }

  /// Tags that say how the picture lies, which an output says anew.
  private static let corrected: Set = [
    "IFD0:Orientation", "IFD0:ImageWidth", "IFD0:ImageHeight", "ExifIFD:ExifImageWidth",
    "ExifIFD:ExifImageHeight",
    "InteropIFD:RelatedImageWidth", "InteropIFD:RelatedImageHeight", "IFD0:RelatedImageWidth",
    "IFD0:RelatedImageHeight", "XMP-tiff:Orientation", "XMP-tiff:ImageWidth", "XMP-tiff:ImageHeight",
    "XMP-exif:ExifImageWidth", "XMP-exif:ExifImageHeight",
  ]
  /// Tags of a JPEG's coding, which a TIFF's directory can't have beside its own.
  private static let coding: Set = ["IFD0:YCbCrPositioning", "IFD0:YCbCrSubSampling", "IFD0:Compression"]

  /// The tags of each file by its name, as `group:name`.
  private static func tags(_ studio: Studio, in folder: String) throws -> [String: [String: String]] {
    let run = try studio.shell("exiftool -j -G1 -a -n -fast -ext jpg -ext png -ext webp -ext tif \(folder)")
    let files = try #require(JSONSerialization.jsonObject(with: Data(run.stdout.utf8)) as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: files.map { file in
        (
          ((file["SourceFile"] as? String) ?? "").split(separator: "/").last.map(String.init) ?? "",
          file.mapValues { "\($0)" }
        )
      })
  }

  private struct Outcome {
    var kept = 0
    var lost: [String: Set<String>] = [:]
    var changed: [String] = []
    var places: [String] = []
    var thumbnails: [String] = []
    var orientations: Set<String> = []
  }

  private static func compare(
    _ photos: [String: [String: String]], _ outputs: [String: [String: String]], _ format: String
  ) -> Outcome {
    var outcome = Outcome()
    for (name, tags) in outputs.filter({ $0.key.hasSuffix(format) }) {
      let stem = String(name.dropLast(format.count))
      for (tag, value) in tags {
        if tag.hasPrefix("GPS:") || tag.contains(":GPSL") { outcome.places.append("\(name) \(tag)") }
        if tag.hasPrefix("IFD1:") || tag.hasSuffix(":ThumbnailImage") {
          outcome.thumbnails.append("\(name) \(tag)")
        }
        if tag.hasSuffix(":Orientation") && !tag.hasPrefix("MakerNotes") {
          outcome.orientations.insert(value)
        }
      }
      for (tag, value) in photos[stem + "jpg"] ?? [:] {
        let group = tag.split(separator: ":").first ?? ""
        let isKept =
          ["IFD0", "ExifIFD", "InteropIFD", "IPTC"].contains(group) || group.hasPrefix("XMP")
          || group.hasPrefix("ICC")
        if !isKept || corrected.contains(tag) || tag.contains("GPS")
          || format == "tif" && coding.contains(tag)
        {
          continue
        }
        if tags[tag] == value {
          outcome.kept += 1
        } else if tags[tag] == nil {
          outcome.lost[stem, default: []].insert(String(group))
        } else {
          outcome.changed.append("\(name) \(tag)")
        }
      }
    }
    return outcome
  }

  @Test(
    "No tag that was to be kept is lost, no place and no thumbnail is left",
    .enabled(if: photos != nil, "there is no corpus"))
  func roundTrips() throws {
    let studio = try Studio()
    try FileManager.default.createSymbolicLink(
      atPath: studio.folder.path + "/photos", withDestinationPath: try #require(Self.photos))
    try studio.folder.write(
      Array(
        """
        version: 1
        sources: ["photos/*.jpg"]
        durability: none
        metadata: {keep: [icc, exif, xmp, iptc, comment]}
        outputs:
        - {path: "out/{stem}.jpg", resize: "!64,64"}
        - {path: "out/{stem}.png", resize: "!64,64"}
        - {path: "out/{stem}.webp", resize: "!64,64"}
        - {path: "out/{stem}.tif", resize: "!64,64"}
        """.utf8), to: "job.yaml")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let photos = try Self.tags(studio, in: "photos")
    let outputs = try Self.tags(studio, in: "out")
    #expect(outputs.count == 4 * photos.count)
    for format in ["jpg", "png", "webp", "tif"] {
      let outcome = Self.compare(photos, outputs, format)
      #expect(outcome.kept > 1000, "\(format)")
      // The other formats have no place for IPTC.
      var lost: [String: Set<String>] = [:]
      if ["png", "webp"].contains(format) {
        for stem in photos.filter({ $0.value.keys.contains { $0.hasPrefix("IPTC:") } }).keys {
          lost[String(stem.dropLast(3)), default: []].insert("IPTC")
        }
      }
      #expect(outcome.lost == lost, "\(format)")
      // This photo's JFIF and EXIF disagree; a TIFF has one place for both, and JFIF counts first.
      let resolutions = ["X", "Y"].map { "Canon_PowerShot_S40.tif IFD0:\($0)Resolution" }
      #expect(outcome.changed.sorted() == (format == "tif" ? resolutions : []), "\(format)")
      #expect(outcome.places == [] && outcome.thumbnails == [], "\(format)")
      #expect(outcome.orientations.subtracting(["1"]) == [], "\(format)")
    }
  }
}
