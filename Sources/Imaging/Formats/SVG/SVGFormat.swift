import ImageModel
import System

/// SVG 1.1 (W3C), plain or compressed by gzip.
enum SVGFormat: PictureFormat {
  static func name(of start: [UInt8]) -> String? {
    let text = start.starts(with: Inflation.gzipMagic) ? Inflation.gzipStart(start, most: 4096) : start
    return SVGStart.begins(text) ? "SVG" : nil
  }

  static func read(_ source: ByteSource, page: Int) throws(ImageError) -> PictureHeader {
    let scan = try SVGScan.read(try SVGFile.text(of: source))
    var header = PictureHeader(format: .svg, storedSize: try scan.root.size(), colors: .rgb, bits: 8)
    header.hasAlpha = true
    header.drawing = try scan.drawing()
    return header
  }

  static func demand(_ header: PictureHeader, _ source: ByteSource) -> DecodeDemand {
    guard let drawing = header.drawing else { return DecodeDemand(detail: .unknown) }
    return DecodeDemand(
      refusal: drawing.refusal, wholeBytes: drawing.bytes, layers: drawing.layers, detail: .unknown)
  }
}

/// The text of an SVG file.
enum SVGFile {
  /// The file's bytes, decompressed if they are compressed.
  ///
  /// - Throws: `bad_header` if the text is longer than ``FixedLimits/Drawing/bytes``, or if it can't be
  ///   decompressed; `io_error`.
  static func text(of source: ByteSource) throws(ImageError) -> [UInt8] {
    let most = FixedLimits.Drawing.bytes
    let bytes = try source.read(at: 0, count: most + 1)
    if bytes.count > most { throw .badHeader("it is longer than \(most >> 20) MiB") }
    guard bytes.starts(with: Inflation.gzipMagic) else { return bytes }
    guard let text = Inflation.gunzipped(bytes, within: most) else {
      throw .badHeader("its gzip data is damaged, or longer than \(most >> 20) MiB when it is decompressed")
    }
    return text
  }
}
