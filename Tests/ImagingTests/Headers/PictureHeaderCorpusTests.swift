import Foundation
import ImageModel
import Testing

@testable import Imaging

@Suite(.enabled(if: MetadataCorpus.isPresent, "the corpus is not there; set UPRIGHT_CORPUS"))
struct PictureHeaderCorpusTests {
  private static let formats: [String: SourceFormat] = [
    "PNG": .png, "WEBP": .webp, "GIF": .gif, "BMP": .bmp, "TIFF": .tiff, "AVIF": .avif,
  ]
  private static let pictures = MetadataCorpus.entries.filter { formats[$0.format] != nil && $0.decodes }

  @Test("Format and size of every picture are those that Pillow sees, but for a named one")
  func sizes() throws {
    var differences: [String: String] = [:]
    for entry in Self.pictures {
      switch Result(catching: { try PictureHeader.read(from: MetadataCorpus.source(entry)) }) {
      case .success(let header):
        #expect(header.format == Self.formats[entry.format], "\(entry.path)")
        if "\(header.storedSize)" != entry.size {
          differences[entry.path] = "\(header.storedSize) for \(entry.size)"
        }
      case .failure(let finding): differences[entry.path] = "\(finding)"
      }
    }
    // Pillow turns a TIFF by its orientation tag as it opens it.
    #expect(differences == ["pillow-tests/g4_orientation_6.tif": "88x590 for 590x88"])
  }

  /// What Pillow's mode says: the colours that it may come of, and whether there is alpha.
  private static func agrees(_ header: PictureHeader, _ mode: String) -> Bool {
    switch mode {
    // Palettes of black and white or of greys alone count as grey to Pillow.
    case "1", "L":
      [.grey, .palette].contains(header.colors) && (header.colors == .palette || !header.hasAlpha)
    case "I", "I;16", "I;16B": header.colors == .grey && header.bits > 8
    case "LA": header.colors == .grey && header.hasAlpha
    case "P": header.colors == .palette
    case "RGB": [.rgb, .ycbcr].contains(header.colors)
    case "RGBA": header.colors == .rgb && header.hasAlpha
    case "CMYK": header.colors == .cmyk
    case "LAB": header.colors == .lab
    default: false
    }
  }

  @Test("Colours and alpha of every picture agree with Pillow's mode, but for named ones")
  func modes() throws {
    var differences: [String: String] = [:]
    for entry in Self.pictures {
      guard let header = try? PictureHeader.read(from: MetadataCorpus.source(entry)) else { continue }
      if !Self.agrees(header, entry.mode) || entry.mode == "RGB" && header.hasAlpha {
        differences[entry.path] =
          "\(header.colors) of \(header.bits) bits\(header.hasAlpha ? " with alpha" : "") for \(entry.mode)"
      }
    }
    #expect(
      differences == [
        // Pillow has no mode for 16 bits of grey with alpha.
        "metadata-extractor/93e6127b9c4e7a99459c558b81d31bc5.png": "grey of 16 bits with alpha for RGBA",
        "metadata-extractor/basi4a16.png": "grey of 16 bits with alpha for RGBA",
        "metadata-extractor/bggn4a16.png": "grey of 16 bits with alpha for RGBA",
        "metadata-extractor/c5c030bf52b9b2d8c45c88988fafff4f.png": "grey of 16 bits with alpha for RGBA",
        // A tRNS chunk doesn't show in Pillow's mode.
        "metadata-extractor/tbbn0g04.png": "grey of 4 bits with alpha for L",
        "metadata-extractor/tbbn2c16.png": "rgb of 16 bits with alpha for RGB",
        "metadata-extractor/tbgn2c16.png": "rgb of 16 bits with alpha for RGB",
        "metadata-extractor/tbrn2c08.png": "rgb of 8 bits with alpha for RGB",
        "pillow-tests/blend_transparency.png": "rgb of 8 bits with alpha for RGB",
        "pillow-tests/l_trns.png": "grey of 8 bits with alpha for L",
      ])
  }

  @Test("The orientation of every picture is the one that Pillow sees, but for six named files")
  func orientations() throws {
    var differences: [String: String] = [:]
    for entry in Self.pictures {
      let source = try MetadataCorpus.source(entry)
      guard let header = try? PictureHeader.read(from: source) else { continue }
      let tag = try OrientationReading.read(header, from: source).tag.map { "\($0.rawValue)" } ?? "-"
      // Pillow says nothing of an AVIF that has no turn and no EXIF.
      if entry.format == "AVIF", tag == "1", entry.orientation == "-" { continue }
      if tag != entry.orientation { differences[entry.path] = "\(tag) for \(entry.orientation)" }
    }
    // Pillow takes XMP where EXIF has no tag.
    #expect(
      differences == [
        "metadata-extractor/c0d253443d8d4241035fff993ea0581b.tif": "- for 1",
        "metadata-extractor/ccd82bb72407d0ca03cac50eb42faf47.tif": "- for 1",
        "pillow-tests/color_snakes.png": "- for 1", "pillow-tests/show_hopper.webp": "- for 1",
        "pillow-tests/tiny.png": "- for 1", "pillow-tests/xmp_tags_orientation.avif": "1 for 3",
      ])
  }
}
