import ImageModel

/// The coded pictures that make up one of a HEIC or AVIF file, and where they lie (ISO/IEC 23008-12, 6.6).
package struct CodedPicture: Hashable, Sendable {
  /// How pictures are coded.
  package enum Coding: Hashable, Sendable {
    /// ITU-T H.265.
    case hevc
    /// AV1.
    case av1
  }

  /// The colours or the alpha: tiles of one size, row by row; what isn't tiled is one tile.
  package struct Layer: Hashable, Sendable {
    package var columns = 1
    package var rows = 1
    package var tileSize: PixelSize
    package var tiles: [Tile]
    /// Of each tile.
    package var configuration: Configuration

    /// The most bytes of a tile's data.
    package var mostBytes: Int { tiles.map(\.bytes).max() ?? 0 }
  }

  /// One coded picture's data.
  package struct Tile: Hashable, Sendable {
    /// Pieces of the file, in order.
    package var pieces: [Range<Int>]
    /// True where the file ends before they do.
    package var isCut: Bool

    package var bytes: Int { pieces.reduce(0) { $0 + $1.count } }
  }

  /// What is said of coded pictures outside of their data.
  package struct Configuration: Hashable, Sendable {
    package var bits: Int
    package var isGrey: Bool
    /// True where each pixel has chroma of its own.
    package var isFullChroma: Bool
    /// HEVC: the parameter sets, as NAL units.
    package var parameterSets: [[UInt8]] = []
    /// HEVC: how many bytes the length before a NAL unit has.
    package var lengthBytes = 4
  }

  /// How colours are coded (ITU-T H.273, 8.3).
  package struct Matrix: Hashable, Sendable {
    package var number: Int
    package var isFullRange: Bool
  }

  package var coding: Coding
  package var color: Layer
  package var alpha: Layer?
  /// True where colours are multiplied by alpha.
  package var isPremultiplied = false
  /// What is left of the tiles, put together: the stored picture.
  package var crop: PixelRect<Stored>
  /// Nil where the coded pictures say it themselves.
  package var matrix: Matrix?

  var layers: [Layer] { [color] + (alpha.map { [$0] } ?? []) }
}

extension CodedPicture {
  /// Reads where the picture of a page lies, 0 being the primary one, within the bounds of
  /// ``PictureHeader/read(from:page:)``.
  ///
  /// - Throws: `unsupported_format` for what is legal and isn't decoded, `bad_header`, `zero_size`, `io_error`.
  package static func read(from source: ByteSource, page: Int = 0) throws(Finding) -> CodedPicture {
    var reader = try HEIFHeaderReader(source, page: page)
    return try reader.codedPicture()
  }

  /// Why the primary picture isn't decoded; nil where it is.
  static func refusal(_ source: ByteSource) -> Finding? {
    do throws(Finding) {
      _ = try read(from: source)
      return nil
    } catch { return error }
  }

  /// The most bytes of one coded picture's data.
  static let mostTileBytes = 256 << 20
  /// The most pixels beside those of the picture that its tiles may have, each or together with sixteen times its own.
  static let mostSparePixels = 1 << 24

  /// Matrices that are decoded; what says nothing, 2, is taken for BT.601 (ITU-T H.273, table 4).
  static let matrices: Set = [0, 1, 2, 4, 5, 6, 7, 9]
}
