import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct IconHeaderTests {
  private static func bitmap(_ width: Int, _ height: Int, depth: Int) -> TestIcon.Entry {
    var bitmap = TestBMP(width, height, depth: depth) { _, _ in 0 }
    if depth <= 8 { bitmap.colors = [[0, 0, 0], [255, 255, 255]] }
    return TestIcon.Entry(bitmap)
  }

  private static func main(_ entries: [TestIcon.Entry], isCursor: Bool = false) throws -> Int {
    try pictureHeader(TestIcon(entries, isCursor: isCursor).file).get().page
  }

  private static func read(_ icon: TestIcon, _ page: Int) -> Result<PictureHeader, ImageError> {
    Result { () throws(ImageError) in try PictureHeader.read(from: ByteSource(icon.file), page: page) }
  }

  private static func refusal(_ icon: TestIcon, _ page: Int = 0) -> Finding? {
    if case .failure(let error) = read(icon, page) { error.finding } else { nil }
  }

  @Test("Each entry is a page with its own size, colours and bits")
  func entries() throws {
    let icon = TestIcon.mixed()
    func expected(_ page: Int, _ size: PixelSize, _ colors: PictureHeader.Colors, bits: Int) -> PictureHeader
    {
      PictureHeader(
        format: .ico, storedSize: size, colors: colors, bits: bits, hasAlpha: true, images: 3, page: page)
    }
    #expect(try Self.read(icon, 0).get() == expected(0, size(9, 7), .palette, bits: 4))
    #expect(try Self.read(icon, 1).get() == expected(1, size(19, 11), .rgb, bits: 8))
    #expect(try Self.read(icon, 2).get() == expected(2, size(13, 8), .rgb, bits: 8))
    #expect(Self.refusal(icon, 3) == Finding(.badHeader, "it has no page 3"))
  }

  @Test("Without a page, the largest entry is read, and of equally large ones the first with the most bits")
  func mainEntry() throws {
    let (small, large) = (Self.bitmap(16, 16, depth: 32), Self.bitmap(32, 32, depth: 4))
    #expect(try Self.main([small, large]) == 1)
    #expect(try Self.main([large, small]) == 0)
    #expect(try Self.main([large, Self.bitmap(32, 32, depth: 8), Self.bitmap(32, 32, depth: 8)]) == 1)
    // 2 channels of 8 bits are 16 bits a pixel.
    let grey = TestIcon.Entry(TestPNG(32, 32, type: 4, depth: 8) { _, _, _ in 0 })
    #expect(try Self.main([Self.bitmap(32, 32, depth: 8), grey, Self.bitmap(32, 32, depth: 16)]) == 1)
    #expect(try Self.main([grey, Self.bitmap(32, 32, depth: 24)], isCursor: true) == 1)
  }

  @Test("The sizes in the list count only for a picture whose header can't be read")
  func wrongList() throws {
    var wrong = Self.bitmap(16, 16, depth: 32)
    (wrong.width, wrong.height) = (256, 256)
    #expect(try Self.main([wrong, Self.bitmap(32, 32, depth: 4)]) == 1)
    var broken = wrong
    broken.data[0] = 41
    let icon = TestIcon([Self.bitmap(255, 255, depth: 1), broken])
    let expected = Finding(.badHeader, "entry 1: its header of 41 bytes is of no known kind")
    #expect(pictureRefusal(icon.file) == expected)
    broken.height = 254
    #expect(try Self.main([Self.bitmap(255, 255, depth: 1), broken]) == 0)
    // Entries of one size are compared by their bits, also by those of the list: 16 colours are 4 bits.
    (broken.height, broken.numbers, broken.colors) = (256, (0, 0), 16)
    #expect(try Self.main([Self.bitmap(256, 256, depth: 8), broken]) == 0)
    #expect(pictureRefusal(TestIcon([Self.bitmap(256, 256, depth: 1), broken]).file) == expected)
  }

  @Test("An entry may have 256 rows and columns, and more")
  func large() throws {
    for side in [255, 256, 300] {
      let header = try pictureHeader(TestIcon([Self.bitmap(side, side, depth: 1)]).file).get()
      #expect(header.storedSize == size(side, side))
    }
  }

  @Test("A cursor has a hot spot for each entry")
  func hotSpots() throws {
    var icon = TestIcon.mixed(isCursor: true)
    icon.entries[0].numbers = (3, 5)
    icon.entries[1].numbers = (0, 700)
    let first = try Self.read(icon, 0).get()
    #expect(first.format == .cur)
    #expect(first.hotSpot == PictureHeader.HotSpot(x: 3, y: 5))
    #expect(try Self.read(icon, 1).get().hotSpot == PictureHeader.HotSpot(x: 0, y: 700))
    icon.isCursor = false
    #expect(try Self.read(icon, 0).get().hotSpot == nil)
  }

  @Test("Metadata of a PNG lies behind the entry's place")
  func metadata() throws {
    var png = TestPNG(40, 40, type: 2, depth: 8) { _, _, _ in 0 }
    let exif = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0]
    png.chunks = [TestPNG.chunk("eXIf", exif), TestPNG.chunk("iCCP", Array("p\0\0".utf8) + [7, 7])]
    let file = TestIcon([Self.bitmap(16, 16, depth: 8), TestIcon.Entry(png)]).file
    let header = try pictureHeader(file).get()
    #expect(header.page == 1)
    #expect(PictureHeader.bytes(header.exif, of: file) == exif)
    #expect(PictureHeader.bytes(header.icc?.range, of: file) == [7, 7])
  }

  @Test("Each refusal names the entry")
  func refusals() {
    let icon = TestIcon.mixed()
    func changed(_ page: Int, _ change: (inout TestIcon.Entry) -> Void) -> TestIcon {
      var icon = icon
      change(&icon.entries[page])
      return icon
    }
    let outside = changed(2) { $0.place = icon.file.count }
    #expect(Self.refusal(outside, 2) == Finding(.badHeader, "entry 2 lies outside the file"))
    let cut = changed(2) { $0.place = icon.file.count - 20 }
    #expect(Self.refusal(cut, 2)?.message.hasPrefix("entry 2: ") == true)
    let flat = changed(0) { $0.data.replaceSubrange(8..<12, with: [1, 0, 0, 0]) }
    #expect(Self.refusal(flat, 0) == Finding(.zeroSize, "entry 0: its size is 9x0"))
    let headless = changed(2) { $0.data[12] = 0 }
    #expect(
      Self.refusal(headless, 2) == Finding(.badHeader, "entry 2: its first chunk is no IHDR of 13 bytes"))
    #expect(pictureRefusal(Array(icon.file.prefix(40))) == Finding(.badHeader, "it ends within its header"))
    let many: [UInt8] = [0, 0, 1, 0, 1, 16] + [UInt8](repeating: 0, count: 70_000)
    #expect(
      pictureRefusal(many) == Finding(.badHeader, "more than 4096 entries stand before its picture"))
  }

  @Test("A file without entries is no icon, and neither is a TGA")
  func others() {
    for start: [UInt8] in [
      [0, 0, 1, 0, 0, 0], [0, 0, 2, 0, 0, 0], [0, 0, 3, 0, 1, 0], [0, 1, 1, 0, 1, 0],
    ] {
      #expect(pictureRefusal(start + [UInt8](repeating: 0, count: 60))?.code == .unsupportedFormat)
    }
  }

  @Test("Bitmaps in an icon have no runs, and hold no JPEG or PNG")
  func codings() throws {
    func finding(_ compression: Int, depth: Int) throws -> Finding? {
      var bitmap = TestBMP(8, 8, depth: depth) { _, _ in 0 }
      (bitmap.compression, bitmap.runs, bitmap.colors) = (
        compression, [0, 1], depth == 8 ? [[0, 0, 0]] : []
      )
      let file = TestIcon([TestIcon.Entry(bitmap)]).file
      return try pictureHeader(file).get().demand(ByteSource(file)).refusal
    }
    let refusals = [(1, 8, "as runs of pixels in an icon"), (4, 0, "as a JPEG"), (5, 0, "as a PNG")]
    for (compression, depth, words) in refusals {
      let message = "BMP that holds its picture \(words) is not supported"
      #expect(try finding(compression, depth: depth) == Finding(.unsupportedFormat, message))
    }
    #expect(try finding(0, depth: 24) == nil)
  }
}
