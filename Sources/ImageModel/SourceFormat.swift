/// The format of a source, recognised by its content and never by its name.
package enum SourceFormat: String, Codable, Sendable, CaseIterable {
  case jpeg, png, webp
  /// TIFF 6.0 and BigTIFF.
  case tiff
  /// HEIF whose picture is coded as HEVC (ISO/IEC 23008-12, annex B).
  case heic
  /// HEIF whose picture is coded as AV1 (AV1 Image File Format 1.1).
  case avif
  case gif, bmp
  /// Windows icons, and Windows cursors.
  case ico, cur
  /// Bitmaps of the X Window System: X11, and X10.
  case xbm
  /// A camera's raw file: a DNG (Adobe DNG Specification 1.4), or a maker's own format, which is refused by name.
  case raw
  /// SVG 1.1, also compressed by gzip.
  case svg
}

extension SourceFormat {
  /// The facts about this format that planning needs.
  private var facts: Facts {
    switch self {
    case .jpeg: Facts(OutputFormat.jpeg.extensions, .libjpeg, isDeep: false, hasAlpha: false)
    case .png: Facts(OutputFormat.png.extensions, .libpng)
    case .webp: Facts(OutputFormat.webp.extensions, .libwebp, isDeep: false)
    case .tiff: Facts(OutputFormat.tiff.extensions, .libtiff)
    case .heic: Facts(["heic", "heif", "hif"], .libde265)
    case .avif: Facts(OutputFormat.avif.extensions, .libaom)
    case .gif: Facts(OutputFormat.gif.extensions, .giflib, isDeep: false)
    case .bmp: Facts(["bmp", "dib"], .bmp, isDeep: false)
    case .ico: Facts(["ico"], .icon)
    case .cur: Facts(["cur"], .icon)
    case .xbm: Facts(["xbm"], .xbm, isDeep: false, hasAlpha: false)
    case .raw:
      Facts(
        ["dng", "arw", "cr2", "cr3", "nef", "orf", "pef", "raf", "rw2", "srw"], .libraw, hasAlpha: false)
    case .svg: Facts(["svg", "svgz"], .librsvg, isDeep: false)
    }
  }

  private struct Facts {
    let extensions: () -> [String]
    let engine: DecodingEngine
    let isDeep: Bool
    let hasAlpha: Bool

    init(
      _ extensions: @autoclosure @escaping () -> [String], _ engine: DecodingEngine, isDeep: Bool = true,
      hasAlpha: Bool = true
    ) {
      self.extensions = extensions
      self.engine = engine
      self.isDeep = isDeep
      self.hasAlpha = hasAlpha
    }
  }

  /// File name endings in lower case, without the dot.
  package var extensions: [String] { facts.extensions() }

  /// The engine that decodes the format; JPEGs also have ``DecodingEngine/reduced``.
  package var engine: DecodingEngine { facts.engine }

  /// True if the whole file is a TIFF structure, so that EXIF stands in its directories.
  package var isTIFFStructure: Bool { self == .tiff || self == .raw }

  /// True for pictures in the boxes of HEIF (ISO/IEC 23008-12).
  package var isHEIF: Bool { self == .heic || self == .avif }

  /// True if a decode of the format can give pixels of the kind `pixels`. CMYK pixels never have alpha.
  package func canDecode(to pixels: PixelFormat) -> Bool {
    let facts = facts
    let hasColor =
      switch pixels.color {
      case .grey: self != .svg
      case .rgb: true
      case .cmyk: self == .jpeg || self == .tiff
      case .ycbcr: self == .jpeg
      case .lab: self == .tiff
      }
    return hasColor && (facts.isDeep || pixels.depth == .eight)
      && (!pixels.hasAlpha || facts.hasAlpha && pixels.color != .cmyk)
  }
}
