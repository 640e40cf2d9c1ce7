import Foundation
import ImageModel
import Testing

@testable import Imaging

@Suite(.enabled(if: MetadataCorpus.isPresent, "the corpus is not there; set UPRIGHT_CORPUS"))
struct MetadataCorpusTests {
  private static let jpegs = MetadataCorpus.entries.filter { $0.format == "JPEG" && $0.decodes }

  @Test("Size and colour of every JPEG are those that Pillow sees")
  func sizesAndColors() throws {
    let modes: [JPEGHeader.ColorKind: String] = [
      .grey: "L", .ycbcr: "RGB", .rgb: "RGB", .cmyk: "CMYK", .ycck: "CMYK",
    ]
    var refused: [String: Finding.Code] = [:]
    for entry in Self.jpegs {
      let header = try JPEGHeader.read(from: MetadataCorpus.source(entry))
      #expect("\(header.storedSize)" == entry.size, "\(entry.path)")
      #expect(modes[header.colorKind] == entry.mode, "\(entry.path)")
      refused[entry.path] = header.refusal?.code
    }
    #expect(refused == ["libjpeg-turbo/testimgari.jpg": .arithmeticCoded])
  }

  @Test("Every file of another format is refused by its name")
  func otherFormats() throws {
    let names = [
      "PNG": ["PNG"], "TIFF": ["TIFF", "BigTIFF"], "GIF": ["GIF"], "BMP": ["BMP"], "WEBP": ["WebP"],
      "AVIF": ["AVIF"],
    ]
    for entry in MetadataCorpus.entries {
      guard let names = names[entry.format] else { continue }
      let refusal = #expect(throws: ImageError.self, "\(entry.path)") {
        try JPEGHeader.read(from: MetadataCorpus.source(entry))
      }
      let expected = names.map {
        Finding(.unsupportedFormat, "this is \($0), not an image format that is read")
      }
      #expect(expected.contains { $0 == refusal?.finding }, "\(entry.path)")
    }
  }

  @Test("The orientation of every JPEG is the one that Pillow sees, but for four named files")
  func orientationAgainstPillow() throws {
    var differences: [String: String] = [:]
    for entry in Self.jpegs {
      let source = try MetadataCorpus.source(entry)
      let tag = try OrientationReading.read(JPEGHeader.read(from: source), from: source).tag
      let text = tag.map { "\($0.rawValue)" } ?? "-"
      if text != entry.orientation { differences[entry.path] = "\(text) for \(entry.orientation)" }
    }
    #expect(
      differences == [
        // Pillow takes XMP where EXIF has no tag.
        "exif-samples/Canon_DIGITAL_IXUS_400.jpg": "- for 1",
        "exif-samples/image00971.jpg": "- for 1",
        // 0 is no orientation.
        "orientation/Landscape_0.jpg": "- for 0",
        "orientation/Portrait_0.jpg": "- for 0",
      ])
  }

  @Test("The orientation of every JPEG is the one that libexif sees, but for two named files")
  func orientationAgainstLibExif() throws {
    var differences: [String: String] = [:]
    for entry in MetadataCorpus.entries {
      let source = try MetadataCorpus.source(entry)
      guard let header = try? JPEGHeader.read(from: source), let exif = header.segments(.exif).first else {
        continue
      }
      let ours = try OrientationReading.read(header, from: source).tag.map { UInt16($0.rawValue) }
      let theirs = LibExifTags(payload: try source.read(at: exif.offset, count: exif.length))?.orientation()
      if ours != theirs { differences[entry.path] = "\(ours ?? 0) for \(theirs ?? 0)" }
    }
    // libexif gives the value 0 as it is, where ours counts as missing: both print as 0 here.
    #expect(
      differences == ["orientation/Landscape_0.jpg": "0 for 0", "orientation/Portrait_0.jpg": "0 for 0"])
  }
}

extension MetadataCorpusTests {
  private static let keepAll = MetadataPolicy(keep: [.icc, .exif, .xmp, .iptc, .comment])
  private static let size = PixelSize(width: 300, height: 200)

  @Test("Metadata of every JPEG is kept, but for what is named")
  func dropped() throws {
    var dropped: [String: [String]] = [:]
    for entry in Self.jpegs {
      let source = try MetadataCorpus.source(entry)
      let kept = try KeptMetadata.read(
        JPEGHeader.read(from: source), from: source,
        MetadataRequest(
          policy: Self.keepAll, orientation: .upright, size: Self.size))
      if !kept.warnings.isEmpty { dropped[entry.path] = kept.warnings.map(\.message) }
    }
    #expect(
      dropped == [
        "exif-samples/45-gps_ifd.jpg": [
          "EXIF can't be kept whole: tag 0x8825 is no pointer to a directory",
          "the maker's notes can't be kept: what is around them is damaged",
        ],
        "metadata-extractor/Traveler SX330Z.jpg": [
          "EXIF can't be kept: a value and a directory lie on the same bytes"
        ],
        "pillow-tests/exif-ifd-offset.jpg": [
          "EXIF can't be kept whole: the value of tag 0x0000 can't be found in the block"
        ],
        "pillow-tests/exif_gps_typeerror.jpg": [
          "EXIF can't be kept whole: tag 0x8825 is no pointer to a directory"
        ],
        "pillow-tests/exif_typeerror.jpg": [
          "EXIF can't be kept whole: tag 0x8769 is no pointer to a directory"
        ],
        "pillow-tests/hopper_bad_exif.jpg": ["EXIF can't be kept: a directory reaches outside the block"],
        "pillow-tests/icc-after-SOF.jpg": [
          "the ICC profile can't be kept: its parts don't agree how many they are"
        ],
        "pillow-tests/invalid-exif.jpg": ["EXIF can't be kept: it has no TIFF header"],
        "pillow-tests/truncated_exif_dpi.jpg": ["EXIF can't be kept: its header is cut off"],
      ])
  }

  @Test("libexif reads the same tags after an edit, but for what the edit is there to change")
  func tagsAfterEdit() throws {
    let changed: Set = [
      "Orientation", "ImageWidth", "ImageLength", "PixelXDimension", "PixelYDimension", "RelatedImageWidth",
      "RelatedImageLength",
    ]
    func sorted(_ tags: [ExifTagText]) -> [ExifTagText] {
      tags.sorted { ($0.directory, $0.name, $0.value) < ($1.directory, $1.name, $1.value) }
    }
    var edited = 0
    for entry in Self.jpegs {
      let source = try MetadataCorpus.source(entry)
      let header = try JPEGHeader.read(from: source)
      let kept = try KeptMetadata.read(
        header, from: source,
        MetadataRequest(
          policy: MetadataPolicy(keep: [.exif]), orientation: .tag(.rightTop), size: Self.size))
      guard kept.warnings.isEmpty, let place = header.segments(.exif).first else { continue }
      let before = try source.read(at: place.offset, count: place.length)
      let after = try #require(kept.segments.first?.payload)
      let stays: (ExifTagText) -> Bool = {
        !changed.contains($0.name) && $0.directory != "1" && $0.directory != "GPS"
      }
      let old = LibExifTags(payload: before)?.tags() ?? []
      let new = LibExifTags(payload: after)?.tags() ?? []
      // A block that is written anew has its fields in the order of their tags, as TIFF wants them.
      #expect(sorted(new.filter(stays)) == sorted(old.filter(stays)), "\(entry.path)")
      #expect(new.filter { $0.directory == "1" || $0.directory == "GPS" } == [], "\(entry.path)")
      #expect(LibExifTags(payload: after)?.orientation() == 6, "\(entry.path)")
      let sizes = new.filter { $0.name.contains("XDim") || $0.name.hasSuffix("Width") }.map(\.value)
      #expect(sizes.allSatisfy { $0 == "300" }, "\(entry.path)")
      edited += 1
    }
    #expect(edited > 100)
  }
}
