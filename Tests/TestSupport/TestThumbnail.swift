/// An EXIF block with a thumbnail, right or wrong in each of its parts.
package struct TestThumbnail {
  /// What lies where the thumbnail is said to be.
  package var stream: [UInt8]
  /// The orientation tag of IFD0; nil for none.
  package var tag: Int?
  /// The orientation tag of IFD1; nil for none.
  package var ownTag: Int?
  /// The Compression tag of IFD1; nil for none.
  package var compression: Int? = 6
  /// The offset and length that IFD1 says, in place of the stream's.
  package var offset: Int?
  package var length: Int?
  /// True where IFD0 leads to itself, which then holds the fields of IFD1 too.
  package var isLoop = false
  package var isBigEndian = false

  /// A thumbnail in a block whose IFD0 has a tag, or none.
  package init(_ stream: [UInt8], tag: Int? = nil) {
    self.stream = stream
    self.tag = tag
  }

  /// The APP1 payload, and where the stream begins in it.
  package var payload: (bytes: [UInt8], stream: Int) {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    let start = tiff.append(stream)
    var small = [
      tiff.long(0x0201, offset ?? start), tiff.long(0x0202, length ?? stream.count),
    ]
    if let compression { small.insert(tiff.short(0x0103, compression), at: 0) }
    let main = tag.map { [tiff.short(0x0112, $0)] } ?? []
    if isLoop {
      tiff.setMain(tiff.directory(main + small, next: tiff.append([])))
    } else {
      if let ownTag { small.append(tiff.short(0x0112, ownTag)) }
      let second = tiff.directory(small)
      tiff.setMain(tiff.directory([tiff.ascii(0x010F, "Maker")] + main, next: second))
    }
    return (tiff.payload, start + 6)
  }

  /// `file` with the block behind its SOI marker, and where the stream lies in that.
  package func file(_ file: [UInt8]) -> (bytes: [UInt8], stream: Range<Int>) {
    let (payload, start) = payload
    let bytes = file.prefix(2) + JPEGBuilder.segment(0xE1, payload) + file.dropFirst(2)
    // SOI, marker and length come before the payload.
    return (Array(bytes), start + 6..<start + 6 + stream.count)
  }
}

extension TestPicture {
  /// This picture with each sample `v` as 255 - `v`.
  package var inverted: TestPicture {
    TestPicture(width: width, height: height, channels: channels, samples: samples.map { 255 - $0 })
  }
}
