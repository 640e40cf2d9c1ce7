import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// TurboJPEG's opinion on the header of each JPEG of the corpus.
@Suite(.enabled(if: MetadataCorpus.isPresent, "the corpus is not there; set UPRIGHT_CORPUS"))
struct TurboJPEGHeaderTests {
  private static func subsampling(_ header: JPEGHeader) -> String? {
    let factors = header.components.map { "\($0.horizontal)x\($0.vertical)" }
    if factors.count == 1 { return "grey" }
    let names = ["1x1": "4:4:4", "2x1": "4:2:2", "2x2": "4:2:0", "1x2": "4:4:0", "4x1": "4:1:1"]
    return factors.dropFirst().prefix(2).allSatisfy { $0 == "1x1" } ? names[factors[0]] : nil
  }

  @Test("Size, subsampling and colour space of every JPEG are those that TurboJPEG reads")
  func headers() throws {
    var differences: [String: String] = [:]
    for entry in MetadataCorpus.entries where entry.format == "JPEG" && entry.decodes {
      let source = try MetadataCorpus.source(entry)
      let header = try JPEGHeader.read(from: source)
      let bytes = try source.read(at: 0, count: source.size)
      let theirs = Result { () throws(TurboJPEG.Refused) in try TurboJPEG.header(bytes) }
      switch theirs {
      case .success(let theirs):
        var ours = theirs
        (ours.width, ours.height) = (header.storedSize.width, header.storedSize.height)
        (ours.subsampling, ours.colors) = (Self.subsampling(header), "\(header.colorKind)")
        if theirs != ours { differences[entry.path] = "\(theirs)" }
      case .failure(let refused): differences[entry.path] = refused.message
      }
    }
    // It takes bytes between segments for an error, which libjpeg warns of and passes over.
    let between = { (count: Int, marker: String) in
      "Corrupt JPEG data: \(count) extraneous bytes before marker \(marker)"
    }
    #expect(
      differences == [
        "metadata-extractor/28c74d9284d9836017fd519f6932efd8.jpg": between(215, "0xda"),
        "metadata-extractor/b55977028a3a574336966b6536640fc9.jpg": between(16, "0xe0"),
        "metadata-extractor/f6b4389c3cf0f5997b2e5a4b905aea8d.jpg": between(40, "0xfe"),
        "metadata-extractor/issue 121.jpg": between(14, "0xdb"),
        "pillow-tests/jpeg_ff00_header.jpg": between(4, "0xdb"),
      ])
  }
}
