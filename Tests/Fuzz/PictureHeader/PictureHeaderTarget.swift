import ImageModel
import Imaging
import TestSupport

/// The header of any format but JPEG: refused, or with sizes that a picture can have and places within the file.
package enum PictureHeaderTarget: FuzzTarget {
  package static let name = "PictureHeader"
  package static let longest = 8192

  /// Headers of all formats and kinds.
  package static func seeds() throws -> [[UInt8]] { PictureBuilder.samples + raws }

  /// Raw files in their makers' own formats, which are refused, and linear DNGs.
  private static var raws: [[UInt8]] {
    var bare = TestDNG(24, 22) { _, _, _ in 0.5 }
    (bare.isBare, bare.previews) = (true, [TestDNG.Preview([0xFF, 0xD8, 0xFF, 0xD9], 12, 11)])
    var linear = TestDNG(24, 22) { _, _, _ in 0.5 }
    (linear.pattern, linear.storage, linear.rowsPerStrip) = (nil, .packed, 5)
    return [bare.file, linear.file, Array("FUJIFILMCCD-RAW ".utf8)]
  }

  package static func fault(_ bytes: [UInt8]) -> String? {
    [nil, 0, 1].lazy.compactMap { fault(bytes, page: $0) }.first
  }

  private static func fault(_ bytes: [UInt8], page: Int?) -> String? {
    let source = ByteSource(bytes)
    do throws(ImageError) {
      let header = try PictureHeader.read(from: source, page: page)
      if let fault = copiesFault(header, source) ?? blindnessFault(header, bytes) { return fault }
      if page != nil { return fault(header, count: bytes.count) }
      guard case .picture(let report) = try ProbedFile.read(from: source) else { return "read as a JPEG" }
      guard report.header == header else { return "read as \(header), and then as \(report.header)" }
      return fault(header, count: bytes.count)
    } catch {
      // A TIFF whose tags libtiff finds damaged is corrupt.
      let isTIFF = bytes.starts(with: "II".utf8) || bytes.starts(with: "MM".utf8)
      let codes: [Finding.Code] =
        [.emptyFile, .unsupportedFormat, .badHeader, .zeroSize, .rawUnsupported] + (isTIFF ? [.corrupt] : [])
      return codes.contains(error.finding.code) ? nil : "refused with \(error)"
    }
  }

  /// What is wrong with the smaller copies of a TIFF's page.
  private static func copiesFault(_ header: PictureHeader, _ source: ByteSource) -> String? {
    guard header.format == .tiff else { return nil }
    do throws(ImageError) {
      let copies = try TIFFSmallerCopy.all(of: header.page, in: source)
      let odd = copies.first { !$0.image.isConsistent(of: header.storedSize) }
      return odd.map { "the copy \($0.image) of \(header.storedSize)" }
    } catch {
      return "no copies: \(error)"
    }
  }

  /// What is wrong with a header of a file of `count` bytes.
  static func fault(_ header: PictureHeader, count: Int) -> String? {
    let places = [header.exif, header.xmp, header.icc?.range].compactMap(\.self)
    if let outside = places.first(where: { $0.lowerBound < 0 || $0.upperBound > count }) {
      return "metadata in \(outside) of \(count) bytes"
    }
    guard header.storedSize.width > 0, header.storedSize.height > 0 else {
      return "size \(header.storedSize)"
    }
    guard (1...32).contains(header.bits) else { return "\(header.bits) bits" }
    guard header.images > 0 else { return "\(header.images) images" }
    if let frames = header.frames {
      let isSound = frames.count > 0 && frames.duration >= 0 && frames.wholeBytes > 0
      guard isSound, (0...SourceFrames.mostPlays).contains(frames.plays) else { return "frames \(frames)" }
    }
    let isTurned = [.heic, .avif].contains(header.format)
    return isTurned == (header.orientation != nil) ? nil : "orientation of \(header.format)"
  }
}
