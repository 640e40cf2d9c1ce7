import Foundation
import ImageModel
import TestSupport
import Testing

/// JPEGs made of their source's coefficients, compared with what libjpeg-turbo's jpegtran makes, byte for byte.
struct LosslessRunTests {
  typealias Sampling = TestJPEG.Sampling

  /// The option of jpegtran that turns a picture of each orientation.
  static let turns = [
    "", "-flip horizontal", "-rotate 180", "-flip vertical", "-transpose", "-rotate 90", "-transverse",
    "-rotate 270",
  ]

  /// Each subsampling, and one that no camera has.
  static let samplings = [
    [], [Sampling(2, 1)], [Sampling(2, 2)], [Sampling(1, 2)], [Sampling(4, 1)],
    [Sampling(2, 2), Sampling(2, 1), Sampling(1, 2)],
  ]

  private static func file(
    _ picture: TestPicture, _ sampling: [Sampling], _ process: TestJPEG.Process = .baseline
  ) throws -> [UInt8] {
    var kind = TestJPEG(picture.channels == 1 ? .grey : .ycbcr, process)
    (kind.sampling, kind.restart) = (sampling, process == .baseline ? 2 : 0)
    return try kind.file(picture)
  }

  /// A job that makes `aN.jpg` of `photos/a.jpg` in each orientation N.
  private static func studio(_ file: [UInt8], _ keys: String, output: String = "") throws -> Studio {
    let sources = (1...8).map { "{path: photos/a.jpg, id: a\($0), exif_orientation: \($0)}" }
    let studio = try Studio(
      "durability: none\nmetadata: {keep: []}\n\(keys)\noutputs: [{path: '{id}.jpg'\(output)}]",
      sources: "[\(sources.joined(separator: ", "))]")
    try studio.folder.write(file, to: "photos/a.jpg")
    return studio
  }

  private static func jpegtran(_ studio: Studio, _ orientation: Int, _ options: String) throws -> [UInt8] {
    let command = "jpegtran -copy none \(turns[orientation - 1]) \(options) -outfile theirs.jpg photos/a.jpg"
    #expect(try studio.shell(command) == CommandRun(.exit(0)), "\(command)")
    return try studio.folder.read("theirs.jpg")
  }

  @Test(
    "Each subsampling, turned each way, from sequential and progressive files", arguments: samplings,
    [TestJPEG.Process.baseline, .progressive, .planar])
  func turned(_ sampling: [Sampling], _ process: TestJPEG.Process) throws {
    let file = try Self.file(.noisy(width: 96, height: 64), sampling, process)
    let studio = try Self.studio(file, "encode: {lossless: require}")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    for orientation in 1...8 {
      let theirs = try Self.jpegtran(studio, orientation, "-perfect")
      #expect(try studio.folder.read("a\(orientation).jpg") == theirs, "\(orientation)")
    }
    let decode =
      #""decode":{"engine":"libjpeg","source":"coefficients","scale":"8/8","region":[0,0,96,64],"size":[96,64]}"#
    #expect(try studio.text("job.manifest.jsonl").split(separator: "\n").allSatisfy { $0.contains(decode) })
  }

  @Test("Grey has blocks of 8 pixels, whatever its sampling", arguments: [[], [Sampling(2, 2)]])
  func grey(_ sampling: [Sampling]) throws {
    let file = try Self.file(.noisy(width: 40, height: 24, channels: 1), sampling)
    let studio = try Self.studio(file, "encode: {lossless: require}\nisolation: none")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    for orientation in 1...8 {
      let theirs = try Self.jpegtran(studio, orientation, "-perfect")
      #expect(try studio.folder.read("a\(orientation).jpg") == theirs, "\(orientation)")
    }
  }

  @Test("Scans are ordered and coded as the output's keys say", arguments: ["progressive", "optimize"])
  func scans(_ key: String) throws {
    let file = try Self.file(.noisy(width: 96, height: 64), [Sampling(2, 2)])
    let studio = try Self.studio(
      file, "encode: {lossless: require}\nisolation: none", output: ", \(key): true")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    for orientation in 1...8 {
      let theirs = try Self.jpegtran(studio, orientation, "-perfect -\(key)")
      #expect(try studio.folder.read("a\(orientation).jpg") == theirs, "\(orientation)")
    }
  }

  /// jpegtran's box is one of the turned picture, which it counts from where its last whole MCU ends.
  @Test("A box is cut where its MCUs begin, in a picture that ends within one", arguments: 1...8)
  func cut(_ orientation: Int) throws {
    let turn = try #require(ExifOrientation(rawValue: UInt8(orientation)))
    let (width, height) = (101, 67)
    let file = try Self.file(.noisy(width: width, height: height), [Sampling(2, 2)])
    // Its left and top, or right and bottom, lie on the grid of 16 pixels.
    let (x, across) = turn.mirrorsStoredX ? (13, 35) : (16, 35)
    let (y, down) = turn.mirrorsStoredY ? (21, 27) : (32, 27)
    let studio = try Self.studio(
      file,
      "encode: {lossless: require}\ncrop: {x: \(x), y: \(y), width: \(across), height: \(down), space: stored}"
    )
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let left = turn.mirrorsStoredX ? width / 16 * 16 - (x + across) : x
    let top = turn.mirrorsStoredY ? height / 16 * 16 - (y + down) : y
    let box =
      turn.transposes
      ? "\(down)x\(across)+\(top)+\(left)" : "\(across)x\(down)+\(left)+\(top)"
    let theirs = try Self.jpegtran(studio, orientation, "-crop \(box)")
    #expect(try studio.folder.read("a\(orientation).jpg") == theirs)
  }

  @Test("Turned four times by a quarter it is what it was")
  func fourTimes() throws {
    let file = try Self.file(.noisy(width: 96, height: 64), [Sampling(2, 1)])
    let studio = try Studio()
    try studio.folder.write(file, to: "photos/a.jpg")
    for (from, to) in [("photos/a", "b"), ("b", "c"), ("c", "d"), ("d", "e")] {
      try studio.job(
        "name: \(to)\nsources: [{path: \(from).jpg, exif_orientation: 6}]\noutputs: [{path: \(to).jpg}]\n"
          + "metadata: {keep: []}\nencode: {lossless: require}", "\(to).yaml")
      #expect(try studio.upright("run", "--quiet", "\(to).yaml") == CommandRun(.exit(0)))
    }
    #expect(try studio.folder.read("e.jpg") == Self.jpegtran(studio, 1, "-perfect"))
    #expect(try studio.folder.read("c.jpg") == Self.jpegtran(studio, 3, "-perfect"))
  }
}
