import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// `upright probe --crop`: what is cut, and the nearest box without loss.
struct ProbeCropTests {
  /// A JPEG of 101x67 with MCUs of 16x8 and an orientation.
  private static func picture(_ orientation: UInt8) throws -> [UInt8] {
    var kind = TestJPEG(.ycbcr)
    kind.sampling = [TestJPEG.Sampling(2, 1)]
    let file = try kind.file(.noisy(width: 101, height: 67))
    let exif = JPEGBuilder.segment(0xE1, KeptMetadata.Segment.exif(orientation: orientation).payload)
    return Array(file.prefix(2)) + exif + Array(file.dropFirst(2))
  }

  /// Pictures `1.jpg` to `8.jpg`, each with its orientation.
  private static func studio() throws -> Studio {
    let studio = try Studio()
    for orientation in UInt8(1)...8 {
      try studio.folder.write(try picture(orientation), to: "\(orientation).jpg")
    }
    return studio
  }

  @Test("Text")
  func text() throws {
    let studio = try Self.studio()
    let bytes = try studio.folder.read("6.jpg").count
    #expect(
      try studio.upright("probe", "--crop", "10,9,40,30", "6.jpg")
        == CommandRun(
          .exit(0),
          stdout: """
            6.jpg
              format         jpeg
              stored size    101x67
              display size   67x101
              orientation    6, turned by 90 degrees clockwise (EXIF 6)
              coding         baseline, 8 bits
              colour         ycbcr 4:2:2
              MCU            16x8
              file           \((bytes + 50) / 1000).\((bytes + 50) / 100 % 10) kB
              exif           32 B in 1 segment
              crop           "10,9,40,30"
              lossless crop  "3,0,47,39"
              Orientation    Right-top

            """))
  }

  /// A crop of `6.jpg`, the box as it is cut, and the one without loss. A viewer sees 67x101 pixels, and the stored rows from
  /// right to left: boxes begin on the left at 3 and each 8 from there, and on top at each 16.
  @Test(
    "Crops as job files write them",
    arguments: [
      ("3,16,20,21", "\"3,16,20,21\"", "\"3,16,20,21\", as asked"),
      ("20x21+11+0", "\"11,0,20,21\"", "\"11,0,20,21\", as asked"),
      ("full", "\"0,0,67,101\"", "\"3,0,64,101\""),
      // 67 of 101 rows, from 17 on.
      ("square", "\"0,17,67,67\"", "\"3,16,64,68\""),
      // 10 % of 67 is 6.7, 50 % 33.5: from 6.7 to 40.2 across. 20 % of 101 is 20.2: from 20.2 to 40.4 down.
      ("pct:10,20,50,20", "\"7,20,33,20\"", "\"3,16,37,24\""),
      ("11.4,16,20.3,9", "\"11,16,21,9\"", "\"11,16,21,9\", as asked"),
      ("-5,90,100,100", "\"0,90,67,11\"", "\"3,80,64,21\""),
      // All of it lies in MCUs that aren't whole: those beside them are the nearest.
      ("0,0,2,50", "\"0,0,2,50\"", "\"3,0,8,50\""),
      ("5x6+70+0", "none", "none: the crop 5x6+70+0 holds no pixel of the picture of 67x101"),
    ])
  func forms(_ crop: String, _ asked: String, _ nearest: String) throws {
    let studio = try Self.studio()
    let run = try studio.upright("probe", "--crop", crop, "6.jpg")
    #expect(run.ending == .exit(0))
    let lines = run.stdout.split(separator: "\n").filter { $0.contains("crop  ") }
    #expect(lines == ["  crop           \(asked)", "  lossless crop  \(nearest)"])
  }

  @Test("JSON")
  func json() throws {
    let studio = try Self.studio()
    func fields(_ crop: String, _ file: String) throws -> Substring? {
      let run = try studio.upright("probe", "--json", "--crop", crop, file)
      return run.stdout.firstRange(of: "\"crop\":").map { run.stdout[$0.lowerBound...] }
    }
    #expect(try fields("10,9,40,30", "6.jpg") == "\"crop\":[10,9,40,30],\"lossless_crop\":[3,0,47,39]}\n")
    #expect(try fields("full", "1.jpg") == "\"crop\":[0,0,101,67],\"lossless_crop\":[0,0,101,67]}\n")
    #expect(
      try fields("5x6+70+0", "6.jpg")
        == #""crop":null,"lossless_crop":null,"lossless_crop_reason":"# + "\""
        + "the crop 5x6+70+0 holds no pixel of the picture of 67x101\"}\n")
  }

  @Test("Other formats and JPEGs that can't be cut so have none")
  func none() throws {
    typealias B = PictureBuilder
    let studio = try Studio()
    try studio.folder.write(B.png([B.ihdr(8, 6), B.pngChunk("IDAT")]), to: "a.png")
    let arithmetic = [JPEGBuilder.jfif, JPEGBuilder.frame(0xC9), JPEGBuilder.scan()]
    try studio.folder.write(JPEGBuilder.file(arithmetic), to: "b.jpg")
    // 8, 2 and 1 blocks are more than the 10 that an MCU can have (ITU-T T.81, B.2.3).
    let wide = JPEGBuilder.frame(components: [(1, 0x42), (2, 0x21), (3, 0x11)])
    try studio.folder.write(JPEGBuilder.file([JPEGBuilder.jfif, wide, JPEGBuilder.scan()]), to: "c.jpg")
    let run = try studio.upright("probe", "--crop", "0,0,4,4", "a.png", "b.jpg", "c.jpg")
    #expect(run.ending == .exit(0))
    #expect(
      run.stdout.split(separator: "\n").filter { $0.contains("lossless crop  ") } == [
        "  lossless crop  none: it is no JPEG",
        "  lossless crop  none: arithmetic-coded JPEG is not supported",
        "  lossless crop  none: no scan can hold its components",
      ])
  }

  private struct Cut: Decodable {
    var crop: [Int]
    var lossless_crop: [Int]
  }

  @Test(
    "A job that requires no loss fails by naming the same box, which it then cuts",
    arguments: ["full", "pct:10,20,50,20", "30x20+9+7"])
  func sameAsJobs(_ crop: String) throws {
    let studio = try Self.studio()
    let names = (1...8).map { "\($0).jpg" }
    let run = try CommandRun.upright(["probe", "--json", "--crop", crop] + names, in: studio.folder)
    let cuts = try run.stdout.split(separator: "\n").map {
      try JSONDecoder().decode(Cut.self, from: Data($0.utf8))
    }
    try #require(cuts.count == 8)
    let boxes = cuts.map { $0.lossless_crop.map(String.init).joined(separator: ",") }
    func rows(_ boxes: [String]) throws -> [Row] {
      let sources = zip(names, boxes).map { "{path: \($0), crop: \"\($1)\"}" }.joined(separator: ", ")
      try studio.job(
        "durability: none\nsources: [\(sources)]\nencode: {lossless: require}\noutputs: [{path: 'out/{stem}.jpg'}]"
      )
      _ = try studio.upright("run", "--quiet", "--force", "job.yaml")
      return try studio.rows()
    }
    let asked = try rows([String](repeating: crop, count: 8))
    for (place, row) in asked.enumerated() {
      let message =
        "can't be made without loss: its box isn't on the grid of 16x8 pixels; the nearest that is: crop: "
        + "\"\(boxes[place])\""
      let isOnGrid = cuts[place].crop == cuts[place].lossless_crop
      #expect(
        row.error == (isOnGrid ? nil : Row.Note(code: "not_lossless", message: message)), "\(place + 1)")
    }
    #expect(asked.contains { $0.error != nil })
    #expect(try rows(boxes).map(\.status) == [String](repeating: "ok", count: 8))
  }
}
