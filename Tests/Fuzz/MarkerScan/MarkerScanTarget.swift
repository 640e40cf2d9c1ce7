import CTestJPEG
import ImageModel
import Imaging

/// The header of a JPEG: taken and refused as libjpeg does, and read as saying the same.
package enum MarkerScanTarget: FuzzTarget {
  package static let name = "MarkerScan"
  package static let longest = 8192

  package static func fault(_ bytes: [UInt8]) -> String? {
    let theirs = LibraryHeader(bytes)
    do throws(ImageError) {
      let header = try JPEGHeader.read(from: ByteSource(bytes))
      try readMetadata(header, of: ByteSource(bytes))
      guard let theirs else {
        return header.refusal == nil ? "taken, and libjpeg's jpeg_read_header refuses it: \(header)" : nil
      }
      let ours = LibraryHeader(header)
      return ours == theirs ? nil : "read as \(ours), and by libjpeg as \(theirs)"
    } catch {
      return theirs != nil && !isStricter(error.finding) ? "refused, and libjpeg takes it: \(error)" : nil
    }
  }

  /// True for limits of our own.
  private static func isStricter(_ finding: Finding) -> Bool {
    finding.message == "more than 4096 markers stand before its picture"
      || finding.message == "no picture begins in its first 16 MiB"
  }

  /// All that reads further by a header: it must not crash, and what it keeps must fit into segments.
  private static func readMetadata(_ header: JPEGHeader, of source: ByteSource) throws(ImageError) {
    _ = try header.report(on: source)
    let kept = try KeptMetadata.read(
      header, from: source,
      MetadataRequest(
        policy: MetadataPolicy(keep: [.icc, .exif, .xmp, .iptc, .comment]), orientation: .tag(.rightTop),
        size: header.storedSize))
    precondition(kept.segments.allSatisfy { $0.payload.count <= MetadataSegment.longestPayload })
  }
}

/// What a header says, as far as libjpeg tells it.
struct LibraryHeader: Hashable {
  var size: PixelSize
  var color: JPEGHeader.ColorKind
  var isArithmetic: Bool
  var isProgressive: Bool
  var isMultiScan: Bool
  /// Sampling factors of each component, across and down.
  var sampling: [[Int]]

  /// As libjpeg reads it; nil where it refuses.
  init?(_ bytes: [UInt8]) {
    var header = ctest_header()
    guard !bytes.isEmpty, ctest_read_header(bytes, bytes.count, &header) == 0 else { return nil }
    size = PixelSize(width: Int(header.width), height: Int(header.height))
    color = Self.color(header.color)
    isArithmetic = header.arithmetic != 0
    isProgressive = header.progressive != 0
    isMultiScan = header.multiple_scans != 0
    let across = withUnsafeBytes(of: header.horizontal) { Array($0.bindMemory(to: Int32.self)) }
    let down = withUnsafeBytes(of: header.vertical) { Array($0.bindMemory(to: Int32.self)) }
    sampling = zip(across, down).prefix(Int(header.components)).map { [Int($0), Int($1)] }
  }

  /// As we read it.
  init(_ header: JPEGHeader) {
    size = header.storedSize
    color = header.colorKind
    isArithmetic = header.isArithmetic
    isProgressive = header.process == .progressive
    isMultiScan = header.isMultiScan
    sampling = header.components.map { [$0.horizontal, $0.vertical] }
  }

  private static func color(_ color: ctest_color) -> JPEGHeader.ColorKind {
    switch color {
    case CTEST_GREY: .grey
    case CTEST_YCBCR: .ycbcr
    case CTEST_RGB: .rgb
    case CTEST_CMYK: .cmyk
    case CTEST_YCCK: .ycck
    default: .unknown
    }
  }
}
