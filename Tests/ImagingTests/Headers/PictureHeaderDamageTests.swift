import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct PictureHeaderDamageTests {
  /// What is wrong with what these bytes are read as; nil when nothing is.
  private static func fault(_ bytes: [UInt8]) -> String? {
    switch pictureHeader(bytes) {
    case .failure(let error):
      let allowed: [Finding.Code] = [
        .emptyFile, .unsupportedFormat, .badHeader, .zeroSize, .corrupt, .rawUnsupported,
      ]
      return allowed.contains(error.finding.code) ? nil : "\(error)"
    case .success(let header):
      let places = [header.exif, header.xmp, header.icc?.range].compactMap(\.self)
      let isConsistent =
        header.storedSize.width > 0 && header.storedSize.height > 0 && (1...32).contains(header.bits)
        && header.images > 0 && places.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= bytes.count }
      return isConsistent ? nil : "\(header)"
    }
  }

  @Test("A sample can be read, so that what is made of it tells something", arguments: PictureBuilder.samples)
  func samples(_ bytes: [UInt8]) {
    #expect(pictureRefusal(bytes) == nil)
  }

  @Test("A file cut at any byte has a header that says the same of its picture, or none")
  func cuts() throws {
    for bytes in PictureBuilder.samples {
      let whole = try pictureHeader(bytes).get()
      for length in bytes.indices {
        let cut = Array(bytes.prefix(length))
        #expect(Self.fault(cut) == nil)
        guard let header = try? pictureHeader(cut).get() else { continue }
        #expect(
          header.storedSize == whole.storedSize && header.bits == whole.bits, "\(whole.format) \(length)")
      }
    }
  }

  @Test("Numbers at their limits, at every place")
  func limits() {
    for bytes in PictureBuilder.samples {
      for value: [UInt8] in [
        [0, 0, 0, 0], [255, 255, 255, 255], [127, 255, 255, 255], [255, 255, 255, 127], [128, 0, 0, 0],
        [0, 0, 0, 128], [255, 255, 255, 255, 255, 255, 255, 255], [127, 255, 255, 255, 255, 255, 255, 255],
      ] where value.count <= bytes.count {
        for place in 0...bytes.count - value.count {
          var changed = bytes
          changed.replaceSubrange(place..<place + value.count, with: value)
          #expect(Self.fault(changed) == nil)
        }
      }
    }
  }

  @Test("Changed bytes end in a header or a refusal")
  func mutations() {
    var random = TestRandom(seed: 7)
    for bytes in PictureBuilder.samples {
      for _ in 0..<2000 {
        var changed = bytes
        for _ in 0..<Int(random.next(4) + 1) {
          changed[Int(random.next(changed.count))] = UInt8(random.next(256))
        }
        #expect(Self.fault(changed) == nil)
      }
    }
  }

  @Test("What is no picture is refused as a JPEG's reader does")
  func others() {
    #expect(pictureRefusal([]) == Finding(.emptyFile, "the file is empty"))
    #expect(pictureRefusal([1]) == Finding(.unsupportedFormat, "this is not an image format that is read"))
    #expect(
      pictureRefusal(Array("%PDF-1.4".utf8))
        == Finding(.unsupportedFormat, "this is PDF, not an image format that is read"))
    #expect(pictureRefusal([0xFF, 0xD8, 0xFF]) == Finding(.unsupportedFormat, "this is JPEG"))
  }

  @Test("The format is told from the content")
  func formats() throws {
    let formats = try PictureBuilder.samples.map { try SourceFormat.tell(ByteSource($0)) }
    #expect(formats == (try PictureBuilder.samples.map { try pictureHeader($0).get().format }))
    #expect(try SourceFormat.tell(ByteSource(JPEGBuilder.file(with: []))) == .jpeg)
    #expect(try SourceFormat.tell(ByteSource([0, 0, 0, 24] + Array("ftypisom".utf8))) == nil)
  }
}
