import Foundation
import ImageModel
import System
import TestSupport
import Testing

@testable import Imaging

/// Icons from the tests of Pillow and libvips, which lie beside the corpus.
private enum IconSamples {
  private static let folder = (PackageRoot.corpus ?? "") + "/../samples/icons/"
  static let isPresent = FileManager.default.fileExists(atPath: folder + "pillow-python.ico")

  static func file(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: folder + name)))
  }
}

@Suite(.enabled(if: IconSamples.isPresent, "no icons beside the corpus: set UPRIGHT_CORPUS"))
struct IconSamplesTests {
  /// A file, an entry, the side of the entry in pixels, and SHA-256 of its red, green, blue and alpha, pixel by
  /// pixel, as Pillow 13.0 decodes it.
  private static let entries: [(file: String, page: Int, side: Int, sha256: String)] = [
    ("libvips-invisible.ico", 0, 16, "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"),
    ("pillow-black_and_white.ico", 0, 16, "8ffe90801dca8c34384f545fbaf3438b14ee14ee8f9dd7ce9aac10b6574027df"),
    ("pillow-hopper_256x256.ico", 0, 256, "210575579945b81546db5ad4049eb7404a07e06cbc812ae9bb05551fb8eb492a"),
    ("pillow-hopper_mask.ico", 0, 16, "22c5dc1c404a401b0d919e4cc5e4b3ec260fabda13832821766398b5193fa186"),
    ("pillow-python.ico", 0, 16, "8f307041b5cb184d4173a74f75b827c0c433ff0bf958173cb59fc20cd9a741d9"),
    ("pillow-python.ico", 1, 32, "7dbc251f859c762c7cc423a360d2b592476703125d91cf91f538bc42b9cecc56"),
    ("pillow-python.ico", 2, 48, "605514ba0251fd68f1f39de75d6e4df7039f4ca29c5d5ff2f325ac03db734e50"),
  ]

  @Test("Every entry has the pixels that Pillow decodes")
  func pixels() throws {
    for entry in Self.entries {
      let found = try EngineDecoding(engine: .icon, hasAlpha: true)
        .decode(
          IconSamples.file(entry.file), size(entry.side, entry.side), onCorrupt: .warning, page: entry.page)
      #expect(SHA256.digest(of: found.picture.samples) == entry.sha256, "\(entry)")
    }
  }

  @Test("Without a page, the largest of three sizes is taken")
  func mainEntry() throws {
    #expect(try pictureHeader(IconSamples.file("pillow-python.ico")).get().page == 2)
  }
}
