import Foundation
import TestSupport
import Testing

@testable import Imaging

/// `upright probe`.
struct ProbeTests {
  private static func studio() throws -> Studio {
    let studio = try Studio()
    var picture = Picture()
    picture.segments = [.located(orientation: 6), .comment("a word")]
    try studio.add(picture, "a.jpg")
    return studio
  }

  @Test("Text")
  func text() throws {
    let studio = try Self.studio()
    let bytes = try studio.folder.read("a.jpg").count
    #expect(
      try studio.upright("probe", "a.jpg")
        == CommandRun(
          .exit(0),
          stdout: """
            a.jpg
              format        jpeg
              stored size   64x48
              display size  48x64
              orientation   6, turned by 90 degrees clockwise (EXIF 6)
              coding        baseline, 8 bits
              colour        ycbcr 4:2:0
              MCU           16x16
              file          \((bytes + 50) / 1000).\((bytes + 50) / 100 % 10) kB
              exif          86 B in 1 segment
              comment       6 B in 1 segment
              GPS           present, 38 B of exif
              Orientation   Right-top
              GPSLatitude   14600926,  0,  0

            """))
  }

  @Test("JSON, a line a file")
  func json() throws {
    let studio = try Self.studio()
    try studio.add(Picture(width: 5, height: 3, isGrey: true), "grey.jpg")
    let (one, other) = (try studio.folder.read("a.jpg").count, try studio.folder.read("grey.jpg").count)
    #expect(
      try studio.upright("probe", "--json", "a.jpg", "grey.jpg")
        == CommandRun(
          .exit(0),
          stdout:
            #"{"file":"a.jpg","format":"jpeg","bytes":\#(one),"stored_size":[64,48],"display_size":[48,64],"orientation":6,"#
            + #""orientation_meaning":"turned by 90 degrees clockwise","#
            + #""orientations":{"exif":6,"xmp":null,"container":null},"process":"baseline","arithmetic":false,"#
            + #""multi_scan":false,"precision":8,"color":"ycbcr","chroma":"4:2:0","mcu_size":[16,16],"#
            + #""metadata":[{"kind":"exif","segments":1,"bytes":86},{"kind":"comment","segments":1,"bytes":6}],"#
            + #""gps":true,"gps_bytes":38,"tags":[{"directory":"0","name":"Orientation","value":"Right-top"},"#
            + #"{"directory":"GPS","name":"GPSLatitude","value":"14600926,  0,  0"}],"findings":[]}"# + "\n"
            + #"{"file":"grey.jpg","format":"jpeg","bytes":\#(other),"stored_size":[5,3],"display_size":[5,3],"#
            + #""orientation_meaning":"as stored","orientations":{"exif":null,"xmp":null,"container":null},"#
            + #""process":"baseline","arithmetic":false,"multi_scan":false,"#
            + #""precision":8,"color":"grey","mcu_size":[8,8],"metadata":[],"gps":false,"tags":[],"findings":[]}"#
            + "\n"))
  }

  /// EXIF with an orientation of 6 and a GPS directory, without the name that a JPEG puts before it.
  private static let exif = Array(KeptMetadata.Segment.located(orientation: 6).payload.dropFirst(6))

  /// A profile with nothing but its name, as `desc` (ICC.1:2001, 6.5.17).
  private static let profile =
    [UInt8](repeating: 0, count: 128) + [0, 0, 0, 1] + Array("desc".utf8) + [0, 0, 0, 144, 0, 0, 0, 17]
    + Array("desc\0\0\0\0\0\0\0\u{5}sRGB\0".utf8)

  private static func pictures() throws -> Studio {
    typealias B = PictureBuilder
    let studio = try Studio()
    let png = B.png([
      B.ihdr(depth: 16, type: 6, interlace: 1), B.pngChunk("iCCP", Array("p\0\0".utf8) + [1, 2]),
      B.pngChunk("eXIf", exif), B.pngChunk("IDAT"),
    ])
    // Named as what it isn't.
    try studio.folder.write(png, to: "png.jpg")
    // Frames of one pixel for 250 ms each, shown three times.
    let frame = B.riffChunk("ANMF", [UInt8](repeating: 0, count: 12) + [250, 0, 0, 0])
    let webp = B.webp([
      B.vp8x(300, 200, flags: 0x2A), B.riffChunk("ICCP", profile), B.riffChunk("ANIM", [0, 0, 0, 0, 3, 0]),
      frame, frame,
    ])
    try studio.folder.write(webp, to: "two.webp")
    var heic = HEIFBuilder()
    heic.brands = ["heic", "mif1"]
    heic.items = [.init("hvc1"), .init("Exif", data: [0, 0, 0, 0] + exif)]
    heic.properties.append(HEIFBuilder.turn(1))
    heic.associations = [[1, 2, 3]]
    heic.references = [("cdsc", 2, [1])]
    try studio.folder.write(heic.bytes, to: "turned.heic")
    return studio
  }

  @Test("Text of other formats: a container's own turn counts in place of EXIF's")
  func otherFormats() throws {
    let studio = try Self.pictures()
    #expect(
      try studio.upright("probe", "png.jpg", "two.webp", "turned.heic")
        == CommandRun(
          .exit(0),
          stdout: """
            png.jpg
              format        png
              stored size   640x480
              display size  480x640
              orientation   6, turned by 90 degrees clockwise (EXIF 6)
              coding        16 bits, interlaced
              colour        rgb, alpha
              images        1
              file          \(try studio.folder.read("png.jpg").count) B
              exif          80 B
              icc           2 B
              GPS           present, 38 B of exif
            two.webp
              format        webp
              stored size   300x200
              display size  300x200
              orientation   none, as stored
              coding        8 bits
              colour        rgb
              images        2, animated
              shown         0.5 s, 3 times
              file          \(try studio.folder.read("two.webp").count) B
              icc           161 B
              profile       sRGB
            turned.heic
              format        heic
              stored size   64x48
              display size  48x64
              orientation   8, turned by 270 degrees clockwise (EXIF 6, container 8)
              coding        8 bits
              colour        rgb
              images        1
              file          \(try studio.folder.read("turned.heic").count) B
              exif          80 B
              GPS           present, 38 B of exif
              note          its picture has no data (bad_header)

            """))
  }

  @Test("JSON of other formats")
  func otherFormatsAsJSON() throws {
    let studio = try Self.pictures()
    let sizes = try ["png.jpg", "two.webp"].map { try studio.folder.read($0).count }
    #expect(
      try studio.upright("probe", "--json", "png.jpg", "two.webp")
        == CommandRun(
          .exit(0),
          stdout:
            #"{"file":"png.jpg","format":"png","bytes":\#(sizes[0]),"stored_size":[640,480],"#
            + #""display_size":[480,640],"orientation":6,"orientation_meaning":"turned by 90 degrees clockwise","#
            + #""orientations":{"exif":6,"xmp":null,"container":null},"#
            + #""precision":16,"color":"rgb","alpha":true,"interlaced":true,"images":1,"animated":false,"#
            + #""metadata":[{"kind":"exif","bytes":80},{"kind":"icc","bytes":2}],"gps":true,"#
            + #""gps_bytes":38,"#
            + #""findings":[]}"# + "\n"
            + #"{"file":"two.webp","format":"webp","bytes":\#(sizes[1]),"stored_size":[300,200],"#
            + #""display_size":[300,200],"orientation_meaning":"as stored","#
            + #""orientations":{"exif":null,"xmp":null,"container":null},"precision":8,"color":"rgb","#
            + #""alpha":false,"interlaced":false,"images":2,"animated":true,"duration":500,"plays":3,"#
            + #""metadata":[{"kind":"icc","bytes":161}],"profile":"sRGB","gps":false,"#
            + #""findings":[]}"#
            + "\n"))
  }

  @Test("What each part says, and what lies within EXIF")
  func parts() throws {
    let studio = try Studio()
    var tiff = TIFFBuilder(isBigEndian: true)
    let exif = tiff.directory([
      TIFFBuilder.Field(tag: 0x927C, type: 7, count: 1000, value: [UInt8](repeating: 1, count: 1000))
    ])
    let small = JPEGBuilder.file([JPEGBuilder.frame(width: 160, height: 120), JPEGBuilder.scan()])
    let stream = tiff.append(small)
    let next = tiff.directory([tiff.long(0x0201, stream), tiff.long(0x0202, small.count)])
    tiff.setMain(tiff.directory([tiff.short(0x0112, 6), tiff.long(0x8769, exif)], next: next))
    let packet = "<x xmlns:t=\"http://ns.adobe.com/tiff/1.0/\" t:Orientation=\"1\"/>"
    typealias B = PictureBuilder
    let png = B.png([
      B.ihdr(), B.pngChunk("iCCP", Array("p\0\0".utf8) + TestPNG.stored(Self.profile)), B.pngChunk("IDAT"),
      B.pngChunk("eXIf", tiff.bytes), B.xmpChunk(packet),
    ])
    try studio.folder.write(png, to: "a.png")
    let note = "XMP says orientation 1 and EXIF 6; 6 is used"
    #expect(
      try studio.upright("probe", "a.png")
        == CommandRun(
          .exit(0),
          stdout: """
            a.png
              format        png
              stored size   640x480
              display size  480x640
              orientation   6, turned by 90 degrees clockwise (EXIF 6, XMP 1)
              coding        8 bits
              colour        rgb
              images        1
              file          1.5 kB
              exif          1.1 kB
              xmp           \(packet.utf8.count) B
              icc           \(Self.profile.count + 11) B
              profile       sRGB
              maker notes   1.0 kB of exif
              thumbnail     160x120, \(small.count) B
              note          \(note) (xmp_orientation_conflict)

            """))
    #expect(
      try studio.upright("probe", "--json", "a.png").stdout.hasSuffix(
        #""profile":"sRGB","gps":false,"maker_notes_bytes":1000,"thumbnail":{"bytes":\#(small.count),"#
          + #""size":[160,120]},"findings":[{"code":"xmp_orientation_conflict","message":"\#(note)"}]}"#
          + "\n"))
  }

  @Test("A picture of another format whose header is broken can't be probed")
  func brokenPicture() throws {
    let studio = try Studio()
    try studio.folder.write(Array(PictureBuilder.png([PictureBuilder.ihdr(0)])), to: "a.png")
    #expect(
      try studio.upright("probe", "a.png")
        == CommandRun(.exit(1), stdout: "", stderr: "a.png: error: its size is 0x480 (zero_size)\n"))
  }

  @Test("Files that can't be probed are told, and the others shown")
  func failures() throws {
    let studio = try Self.studio()
    try studio.folder.write("words", to: "b.jpg")
    let good = try studio.upright("probe", "a.jpg").stdout
    #expect(
      try studio.upright("probe", "b.jpg", "a.jpg", "none.jpg", "/dev/null", ".")
        == CommandRun(
          .exit(1), stdout: good,
          stderr: """
            b.jpg: error: this is not an image format that is read (unsupported_format)
            none.jpg: error: there is no such file (not_found)
            /dev/null: error: is a FIFO or device, not a regular file (not_a_file)
            .: error: is a folder, not a regular file (not_a_file)

            """))
    #expect(studio.folder.files() == ["a.jpg", "b.jpg"])
  }

  @Test("Nothing in a tag acts on the terminal")
  func escapes() throws {
    let studio = try Studio()
    var picture = Picture()
    // IFD0 with ImageDescription (270), seven bytes of text at 26.
    picture.segments = [
      .init(
        marker: 0xE1,
        payload: Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 14, 0, 2, 0, 0, 0, 7, 0, 0, 0, 26]
          + [0, 0, 0, 0] + Array("a\u{1B}[31m\0".utf8))
    ]
    try studio.add(picture, "a.jpg")
    let run = try studio.upright("probe", "a.jpg")
    #expect(run.stdout.split(separator: "\n").last == "  ImageDescription  a\u{FFFD}[31m")
  }
}
