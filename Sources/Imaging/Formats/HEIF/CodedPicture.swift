import System
import ImageModel

/// The coded pictures that make up one picture of a HEIC or AVIF file, and their places (ISO/IEC 23008-12,
/// 6.6).
package struct CodedPicture: Hashable, Sendable {
  /// How pictures are coded.
  package enum Coding: Hashable, Sendable {
    /// ITU-T H.265.
    case hevc
    /// AV1.
    case av1
  }

  /// The colours or the alpha of a picture, as tiles of one size, row by row. A picture without tiles counts
  /// as one tile.
  package struct Layer: Hashable, Sendable {
    package var columns = 1
    package var rows = 1
    package var tileSize: PixelSize
    package var tiles: [Tile]
    /// The configuration that all tiles share.
    package var configuration: Configuration

    /// The size of the largest tile's data, in bytes.
    package var mostBytes: Int { tiles.map(\.bytes).max() ?? 0 }
  }

  /// One coded picture's data.
  package struct Tile: Hashable, Sendable {
    /// The parts of the file that hold the data, in order.
    package var pieces: [Range<Int>]
    /// True if the file ends before the end of the data.
    package var isCut: Bool

    package var bytes: Int { pieces.reduce(0) { $0 + $1.count } }
  }

  /// The properties of coded pictures that the file states outside of the pictures' data.
  package struct Configuration: Hashable, Sendable {
    package var bits: Int
    package var isGrey: Bool
    /// True for 4:4:4: each pixel has its own chroma.
    package var isFullChroma: Bool
    /// HEVC: the parameter sets, as NAL units.
    package var parameterSets: [[UInt8]] = []
    /// HEVC: the number of bytes in the length field before each NAL unit.
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
  /// True if colours are premultiplied by alpha.
  package var isPremultiplied = false
  /// The stored picture, as a part of the joined tiles.
  package var crop: PixelRect<Stored>
  /// Nil if the coded pictures' own data gives the matrix.
  package var matrix: Matrix?

  var layers: [Layer] { [color] + (alpha.map { [$0] } ?? []) }
}

extension CodedPicture {
  /// Finds a page's coded pictures in the file, within the limits of ``PictureHeader/read(from:page:)``. Page
  /// 0 is the primary picture.
  ///
  /// - Throws: `unsupported_format` for legal content that isn't decoded; `bad_header`, `zero_size`,
  ///   `io_error`.
  package static func read(from source: ByteSource, page: Int = 0) throws(ImageError) -> CodedPicture {
    var reader = try HEIFHeaderReader(source, page: page)
    return try reader.codedPicture()
  }

  /// Matrices that are decoded; 2 (unspecified) counts as BT.601 (ITU-T H.273, table 4).
  static let matrices: Set = [0, 1, 2, 4, 5, 6, 7, 9]
}
