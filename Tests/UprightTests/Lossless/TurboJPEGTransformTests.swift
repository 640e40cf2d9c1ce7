import Foundation
import TestSupport
import Testing

/// TurboJPEG's opinion on JPEGs that are turned and cut without loss.
@Suite(.enabled(if: PackageRoot.corpus != nil, "the corpus is not there; set UPRIGHT_CORPUS"))
struct TurboJPEGTransformTests {
  private static func paths() throws -> [String] {
    let folder = PackageRoot.corpus ?? ""
    let index = try String(contentsOfFile: folder + "/INDEX.tsv", encoding: .utf8)
    return index.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == 7, columns[2] == "JPEG", columns[6] == "decodes" else { return nil }
      return folder + "/" + columns[0]
    }
  }

  /// The file with the unit and the densities of its JFIF segment, which stand in bytes 13 to 17, saying square pixels of a
  /// size that isn't known (JFIF 1.02). The job keeps no resolution; TurboJPEG always does.
  private static func withoutResolution(_ jpeg: [UInt8]) -> [UInt8] {
    guard jpeg.count >= 18, jpeg[6..<11].elementsEqual("JFIF\0".utf8) else { return jpeg }
    return jpeg[..<13] + [0, 0, 1, 0, 1] + jpeg[18...]
  }

  @Test(
    "JPEGs of the corpus that are turned, or cut, have the bytes that tjTransform makes",
    arguments: [true, false])
  func bytes(isTurned: Bool) throws {
    let paths = try Self.paths()
    let box = (x: 16, y: 32, width: 64, height: 48)
    let sources = paths.enumerated().map {
      "{path: \"\($1)\", id: \"\($0)\", exif_orientation: \(isTurned ? 6 : 1)}"
    }
    let studio = try Studio(
      """
      durability: none
      metadata: {keep: []}
      encode: {lossless: require}
      outputs: [{path: '{id}.jpg'\(isTurned ? "" : ", crop: '16,32,64,48'")}]
      """, sources: "[\(sources.joined(separator: ", "))]")
    _ = try studio.upright("run", "--quiet", "job.yaml")
    var (same, refused) = (0, 0)
    var others: [String: String] = [:]
    for row in try studio.rows() {
      guard let place = Int(row.id) else { continue }
      let name = paths[place].split(separator: "/").last.map(String.init) ?? ""
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: paths[place])))
      if !isTurned, let header = try? TurboJPEG.header(bytes), header.width < 80 || header.height < 80 {
        continue
      }
      let theirs = Result { () throws(TurboJPEG.Refused) in
        try TurboJPEG.transformed(bytes, isTurned: isTurned, cut: isTurned ? nil : box)
      }
      switch (row.error, theirs) {
      case (nil, .success(let theirs)):
        let ours = try studio.folder.read(row.output ?? "")
        if ours == Self.withoutResolution(theirs) { same += 1 } else { others[name] = "other bytes" }
      case (let error?, .failure(let failure)):
        if error.code == "not_lossless", failure.message.hasSuffix("Transform is not perfect") {
          refused += 1
        } else {
          others[name] = error.code
        }
      case (let error?, .success): others[name] = "\(error.code) here alone"
      case (nil, .failure(let failure)): others[name] = failure.message
      }
    }
    #expect((same, refused) == (isTurned ? (87, 86) : (148, 0)))
    // Arithmetic coding isn't taken here; TurboJPEG fails for every warning, also where no sample is made up.
    let turned = [
      "testimgari.jpg": "arithmetic_coded",
      "issue 121.jpg": "Corrupt JPEG data: 14 extraneous bytes before marker 0xdb",
    ]
    let cut = [
      "testimgari.jpg": "arithmetic_coded here alone",
      "issue 121.jpg": "Corrupt JPEG data: 14 extraneous bytes before marker 0xdb",
      "jpeg_ff00_header.jpg": "Corrupt JPEG data: 4 extraneous bytes before marker 0xdb",
      "28c74d9284d9836017fd519f6932efd8.jpg": "corrupt", "7997b6b229f25315d33f5c7085e37500.jpg": "corrupt",
      "b55977028a3a574336966b6536640fc9.jpg": "crop_empty", "f6b4389c3cf0f5997b2e5a4b905aea8d.jpg": "corrupt",
      "hopper_bad_exif.jpg": "corrupt",
    ]
    #expect(others == (isTurned ? turned : cut))
  }
}
