import System
import ImageModel

/// A smaller copy of a TIFF's page, in its own directory (TIFF 6.0, section 8, NewSubfileType; TIFF
/// technical note 1, SubIFDs).
package struct TIFFSmallerCopy: Hashable, Sendable {
  package var image: SmallerCopy
  package var layout: TIFFLayout

  /// The smaller copies of a page: those in the page's SubIFDs, and for the first page also copies directly
  /// after its directory. A mask between such copies is passed over.
  ///
  /// A smaller copy is left out if it is broken or not decodable, if its shape or orientation differs from
  /// the page's, or if its samples are coarser.
  ///
  /// - Throws: `io_error`; for the page itself what ``PictureHeader/read(from:page:)`` throws.
  package static func all(of page: Int, in source: ByteSource) throws(ImageError) -> [TIFFSmallerCopy] {
    var reader = try TIFFHeaderReader(source, page)
    let header = try reader.header()
    let orientation = try reader.orientation().effective
    var images: [TIFFSmallerCopy] = []
    for copy in try reader.copies() {
      let image = try ifSound { () throws(ImageError) in
        var copy = copy
        return try copy.orientation().effective == orientation ? copy.reducedImage(of: header) : nil
      }
      if let image, image.layout.refusal(fileBytes: source.size) == nil, !images.contains(image) {
        images.append(image)
      }
    }
    return images
  }

  /// The value that `read` returns; nil if `read` throws because a part of the file is broken. Throws
  /// `io_error`.
  static func ifSound<Part>(_ read: () throws(ImageError) -> Part?) throws(ImageError) -> Part? {
    do throws(ImageError) { return try read() } catch {
      if error.finding.code == .ioError { throw error }
      return nil
    }
  }
}

extension TIFFHeaderReader {
  /// Bits of NewSubfileType.
  private enum Kind {
    static let reduced = 1
    static let mask = 4
    static let any = reduced | mask
  }

  /// The directories that are marked as copies of this page. If this page isn't the first, copies after its
  /// directory are left out: it is unclear which page they belong to.
  fileprivate mutating func copies() throws(ImageError) -> [TIFFHeaderReader] {
    var copies: [TIFFHeaderReader] = []
    for place in try file.numbers(field(TIFFTag.subDirectories)) {
      if let (reader, kind) = try directory(at: place), kind & Kind.any == Kind.reduced {
        copies.append(reader)
      }
    }
    let own = try number(TIFFTag.newSubfileType) ?? 0
    guard page == 0, own & Kind.any == 0 else { return copies }
    var last = place
    for _ in 0..<FixedLimits.Header.tiffSmallerCopies {
      guard let (reader, kind) = try directory(after: last), kind & Kind.any != 0 else { break }
      if kind & Kind.any == Kind.reduced { copies.append(reader) }
      last = reader.place
    }
    return copies
  }

  /// The directory at `place` and its NewSubfileType; nil if it can't be read.
  private func directory(at place: Int) throws(ImageError) -> (reader: TIFFHeaderReader, kind: Int)? {
    try TIFFSmallerCopy.ifSound { () throws(ImageError) in
      var reader = try TIFFHeaderReader(file, page, at: place)
      return (reader, try reader.number(TIFFTag.newSubfileType) ?? 0)
    }
  }

  /// The directory after the one at `place`, and its NewSubfileType; nil after the last.
  private func directory(after place: Int) throws(ImageError) -> (reader: TIFFHeaderReader, kind: Int)? {
    let next = try TIFFSmallerCopy.ifSound { () throws(ImageError) in
      var file = file
      return try file.next(after: place)
    }
    return try next.flatMap { place throws(ImageError) in try directory(at: place) }
  }

  fileprivate mutating func reducedImage(of page: PictureHeader) throws(ImageError) -> TIFFSmallerCopy? {
    let header = try header()
    guard let image = SmallerCopy(offset: place, storedSize: header.storedSize, of: page.storedSize),
      header.isAsFine(as: page)
    else { return nil }
    return TIFFSmallerCopy(image: image, layout: try layout())
  }
}

extension PictureHeader {
  /// True if a decode of this copy has all the bits and colours that a decode of `page` has. False for a
  /// YCbCr copy with alpha, because libtiff's conversion from YCbCr loses alpha.
  fileprivate func isAsFine(as page: PictureHeader) -> Bool {
    decodedPixels == page.decodedPixels && bits >= page.bits
      && (colors != .palette || page.colors == .palette)
      && (colors != .ycbcr || !hasAlpha)
  }
}
