import ImageModel

/// A smaller copy of a page of a TIFF, in a directory of its own (TIFF 6.0, section 8, NewSubfileType; TIFF technical
/// note 1, SubIFDs).
package struct TIFFReducedImage: Hashable, Sendable {
  package var image: ReducedImage
  package var layout: TIFFLayout

  /// Those of a page: of its SubIFDs, and of the first one also those of the directories behind its own, as far as they are
  /// copies or masks. One that is broken, isn't decoded, is of another shape or coarser samples, or turned in another way than
  /// the page isn't among them.
  ///
  /// - Throws: `io_error`; for the page itself what ``PictureHeader/read(from:page:)`` throws.
  package static func all(of page: Int, in source: ByteSource) throws(Finding) -> [TIFFReducedImage] {
    var reader = try TIFFHeaderReader(source, page)
    let header = try reader.header()
    let orientation = try reader.orientation().effective
    var images: [TIFFReducedImage] = []
    for copy in try reader.copies() {
      let image = try ifSound { () throws(Finding) in
        var copy = copy
        return try copy.orientation().effective == orientation ? copy.reducedImage(of: header) : nil
      }
      if let image, image.layout.refusal(fileBytes: source.size) == nil, !images.contains(image) {
        images.append(image)
      }
    }
    return images
  }

  /// What a part of a file gives; nil where it isn't as it should be.
  fileprivate static func ifSound<Part>(_ read: () throws(Finding) -> Part?) throws(Finding) -> Part? {
    do throws(Finding) { return try read() } catch {
      if error.code == .ioError { throw error }
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

  /// The most directories behind a page's own that are looked at.
  private static let mostFollowing = 32

  /// The directories that say that they are copies. Behind other pages than the first it isn't certain of which one.
  fileprivate mutating func copies() throws(Finding) -> [TIFFHeaderReader] {
    var copies: [TIFFHeaderReader] = []
    for place in try file.numbers(field(TIFFTag.subDirectories)) {
      if let (reader, kind) = try directory(at: place), kind & Kind.any == Kind.reduced {
        copies.append(reader)
      }
    }
    let own = try number(TIFFTag.newSubfileType) ?? 0
    guard page == 0, own & Kind.any == 0 else { return copies }
    var last = place
    for _ in 0..<Self.mostFollowing {
      guard let (reader, kind) = try directory(after: last), kind & Kind.any != 0 else { break }
      if kind & Kind.any == Kind.reduced { copies.append(reader) }
      last = reader.place
    }
    return copies
  }

  /// A directory and its NewSubfileType; nil where it can't be read.
  private func directory(at place: Int) throws(Finding) -> (reader: TIFFHeaderReader, kind: Int)? {
    try TIFFReducedImage.ifSound { () throws(Finding) in
      var reader = try TIFFHeaderReader(file, page, at: place)
      return (reader, try reader.number(TIFFTag.newSubfileType) ?? 0)
    }
  }

  /// The same of the one behind that at `place`; nil behind the last.
  private func directory(after place: Int) throws(Finding) -> (reader: TIFFHeaderReader, kind: Int)? {
    let next = try TIFFReducedImage.ifSound { () throws(Finding) in
      var file = file
      return try file.next(after: place)
    }
    return try next.flatMap { place throws(Finding) in try directory(at: place) }
  }

  fileprivate mutating func reducedImage(of page: PictureHeader) throws(Finding) -> TIFFReducedImage? {
    let header = try header()
    guard let image = ReducedImage(offset: place, storedSize: header.storedSize, of: page.storedSize),
      header.isAsFine(as: page)
    else { return nil }
    return TIFFReducedImage(image: image, layout: try layout())
  }
}

extension PictureHeader {
  /// True where a decode gives what one of `page` does, and no samples or colours are lost. What libtiff turns from YCbCr has
  /// no alpha.
  fileprivate func isAsFine(as page: PictureHeader) -> Bool {
    decodedPixels == page.decodedPixels && bits >= page.bits
      && (colors != .palette || page.colors == .palette)
      && (colors != .ycbcr || !hasAlpha)
  }
}
