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
              stored size   64x48
              display size  48x64
              orientation   6, turned by 90 degrees clockwise
              coding        baseline, 8 bits
              colour        ycbcr 4:2:0
              MCU           16x16
              file          \((bytes + 50) / 1000).\((bytes + 50) / 100 % 10) kB
              exif          86 B in 1 segment
              comment       6 B in 1 segment
              GPS           present
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
            #"{"file":"a.jpg","bytes":\#(one),"stored_size":[64,48],"display_size":[48,64],"orientation":6,"#
            + #""orientation_meaning":"turned by 90 degrees clockwise","process":"baseline","arithmetic":false,"#
            + #""multi_scan":false,"precision":8,"color":"ycbcr","chroma":"4:2:0","mcu_size":[16,16],"#
            + #""metadata":[{"kind":"exif","segments":1,"bytes":86},{"kind":"comment","segments":1,"bytes":6}],"#
            + #""gps":true,"tags":[{"directory":"0","name":"Orientation","value":"Right-top"},"#
            + #"{"directory":"GPS","name":"GPSLatitude","value":"14600926,  0,  0"}],"findings":[]}"# + "\n"
            + #"{"file":"grey.jpg","bytes":\#(other),"stored_size":[5,3],"display_size":[5,3],"#
            + #""orientation_meaning":"as stored","process":"baseline","arithmetic":false,"multi_scan":false,"#
            + #""precision":8,"color":"grey","mcu_size":[8,8],"metadata":[],"gps":false,"tags":[],"findings":[]}"#
            + "\n"))
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
            b.jpg: error: this is not a JPEG (unsupported_format)
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
