import ImageModel
import TestSupport
import Testing

/// `probe` of files with pages.
struct ProbedPagesTests {
  @Test("Each page has a line with its size and orientation, and why it can't be read")
  func text() throws {
    let studio = try Studio()
    var pages = [PagedStudio.red, PagedStudio.green, PagedStudio.blue].map(PagedStudio.tiff)
    pages[1].fields = [TIFFBuilder.Field(tag: 0x112, type: 3, count: 1, value: [6, 0])]
    pages[2].fields = [TIFFBuilder.Field(tag: 0x100, type: 4, count: 1, value: [0, 0, 0, 0])]
    let file = TestTIFF.file(pages)
    try studio.folder.write(file, to: "a.tif")
    #expect(
      try studio.upright("probe", "a.tif")
        == CommandRun(
          .exit(0),
          stdout: """
            a.tif
              format        tiff
              stored size   40x30
              display size  40x30
              orientation   none, as stored
              coding        8 bits
              colour        rgb
              pages         3
              page 0        40x30
              page 1        24x16, orientation 6, shown as 16x24
              page 2        its size is 0x21 (zero_size)
              file          \(ByteCount.text(file.count))

            """))
    let json = try studio.upright("probe", "--json", "a.tif")
    #expect(json.ending == .exit(0))
    #expect(
      json.stdout.contains(
        #""pages":[{"page":0,"stored_size":[40,30],"display_size":[40,30]},"#
          + #"{"page":1,"stored_size":[24,16],"display_size":[16,24],"orientation":6},"#
          + #"{"page":2,"error":{"code":"zero_size","message":"its size is 0x21"}}],"#))
  }

  @Test("The pictures of an AVIF are pages, and frames are not")
  func pictures() throws {
    let studio = try Studio()
    try studio.folder.write(TestAV1.pair([HEIFBuilder.turn(1)]).bytes, to: "a.avif")
    try studio.folder.write(TrackBuilder.file([TestAV1.track()]), to: "b.avif")
    let text = try studio.upright("probe", "a.avif").stdout
    #expect(text.contains("\n  pages         2\n  page 0        "))
    #expect(text.contains(", orientation 8, shown as "))
    let track = try studio.upright("probe", "b.avif").stdout
    #expect(track.contains("\n  images        2, animated\n") && !track.contains("page"))
  }

  @Test("No more than 100 pages are listed")
  func many() throws {
    let studio = try Studio()
    let page = TestTIFF(2, 2, photometric: 1, channels: 1, bits: 8) { x, _, _ in x }
    try studio.folder.write(TestTIFF.file([TestTIFF](repeating: page, count: 103)), to: "a.tif")
    let lines = try studio.upright("probe", "a.tif").stdout.split(separator: "\n")
    #expect(lines.contains("  pages         103, of which the first 100"))
    #expect(lines.count { $0.hasPrefix("  page ") } == 100)
  }
}
