import Foundation
import ImageModel
import JPEGComparison
import ReducedJPEG
import TestSupport
import Testing

/// TurboJPEG's opinion on each JPEG of the corpus.
@Suite(.enabled(if: !JPEGCorpus.paths.isEmpty, "the corpus is not there; set UPRIGHT_CORPUS"))
struct TurboJPEGTests {
  @Test("The samples of every JPEG are those that TurboJPEG decodes")
  func samples() throws {
    let tables = TableCache()
    var compared = 0
    var others: [String: String] = [:]
    for path in JPEGCorpus.paths {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: JPEGCorpus.folder + "/" + path)))
      guard let judged = JudgedJPEG(bytes, tables: tables) else {
        others[path] = "no frame"
        continue
      }
      do throws(TurboJPEG.Refused) {
        let theirs = try TurboJPEG.planes(bytes)
        let ours = judged.decode(judged.frame.whole(judged.frame.sampling.map { _ in 8 }))
        if let damage = ours.damage {
          others[path] = "\(damage)"
        } else if ours.planes.count == theirs.count,
          zip(ours.planes, theirs).allSatisfy({
            $0 == $1.cropped(x: 0, y: 0, width: $0.width, height: $0.height)
          })
        {
          compared += 1
        } else {
          others[path] = "other samples"
        }
      } catch {
        others[path] = error.message
      }
    }
    // It fails for whatever libjpeg warns of. Those without a frame, in the eyes of these tests, are arithmetic-coded or
    // have bytes between segments.
    let between = { (count: Int, marker: String) in
      "Corrupt JPEG data: \(count) extraneous bytes before marker \(marker)"
    }
    #expect(
      others == [
        "libjpeg-turbo/testimgari.jpg": "no frame",
        "metadata-extractor/28c74d9284d9836017fd519f6932efd8.jpg": between(215, "0xda"),
        "metadata-extractor/7997b6b229f25315d33f5c7085e37500.jpg":
          "Corrupt JPEG data: premature end of data segment",
        "metadata-extractor/b55977028a3a574336966b6536640fc9.jpg": "no frame",
        "metadata-extractor/f6b4389c3cf0f5997b2e5a4b905aea8d.jpg": "no frame",
        "metadata-extractor/issue 121.jpg": "no frame",
        "pillow-tests/hopper_bad_exif.jpg": between(1214, "0xd0"),
        "pillow-tests/jpeg_ff00_header.jpg": between(4, "0xdb"),
      ])
    #expect(compared == 167)
  }
}
