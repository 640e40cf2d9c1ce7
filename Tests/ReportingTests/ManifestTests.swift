import Foundation
import ImageModel
import Planning
import Reporting
import TestSupport
import Testing

@testable import JSON
@testable import Rendering
@testable import System

@Suite struct ManifestTests {
  private let tail =
    ##""job_sha256":"0a","tool":"upright 9","##
    + ##""recipe_number":7,"libraries":{"giflib":"5.2.1","lcms2":"2.14","libaom":"3.6.0","libdav1d":"1.0.0","libde265":"1.0.11","libdeflate":"1.14","libjpeg-turbo":"2.1.5+01234567","libpng":"1.6.39","libraw":"0.20.2","libtiff":"4.5.0","libwebp":"1.2.4","zlib":"1.2.13"}}"##

  /// The crop 50x60 at 10,20.25 of 100x200 as shown is made 33x40 on a canvas of 40x40, and 3.5 is rounded down.
  @Test func aRowHasAllKeysInTheirOrder() throws {
    let image = try PlannedBatch().images[0]
    var outcome = PlannedBatch.made(image)
    outcome.outputs[0].findings = [Finding(.damaged, "\u{E9}/\""), Finding(.metadataDropped, "exif, xmp")]
    let row = ManifestRow(PlannedBatch.header, image, 0, outcome)
    #expect(row.status == .ok)
    #expect(
      try JSONText.encode(row)
        == ##"{"source":"b/x.jpg","id":"x","source_sha256":"5a","source_bytes":5000,"format":"jpeg","##
        + ##""stored_size":[200,100],"orientation":6,"display_size":[100,200],"##
        + ##""crop_requested":{"box":[10,20.25,50,60],"space":"display"},"crop":[10,20,50,60],"##
        + ##""decode":{"engine":"libjpeg","scale":"8/8","##
        + ##""region":[0,0,200,100],"##
        + ##""size":[200,100]},"output":"x-z.jpg","output_sha256":"f0","##
        + ##""output_bytes":1000,"output_size":[40,40],"content":[3,0,33,40],"content_scale":[0.66,0.6666666666666666],"frames":null,"status":"ok","error":null,"##
        + ##""warnings":[{"code":"xmp_orientation_conflict","message":"XMP says 1"},"##
        + ##"{"code":"damaged","message":"é/\""}],"##
        + ##""notes":[{"code":"metadata_dropped","message":"exif, xmp"}],"## + tail)
  }

  @Test func aFailedRowHasTheSameKeys() throws {
    let image = try PlannedBatch().images[1]
    var outcome = PlannedBatch.made(image)
    outcome.outputs[1] = OutputOutcome(error: Finding(.corrupt, "broken"))
    #expect(
      try JSONText.encode(ManifestRow(PlannedBatch.header, image, 1, outcome))
        == ##"{"source":"a.jpg","id":"a","source_sha256":"5a","source_bytes":700,"format":"jpeg","##
        + ##""stored_size":[40,30],"orientation":1,"display_size":[40,30],"crop_requested":null,"##
        + ##""crop":[0,0,40,30],"decode":{"engine":"libjpeg","scale":"8/8","region":[0,0,40,30],"size":[40,30]},"##
        + ##""output":"a-c.jpg","output_sha256":null,"output_bytes":null,"output_size":[40,30],"##
        + ##""content":[0,0,40,30],"content_scale":[1.0,1.0],"frames":null,"status":"failed","error":{"code":"corrupt","message":"broken"},"warnings":[],"notes":[],"##
        + tail)
  }

  @Test func aRowOfASourceThatCannotBeReadIsMostlyNull() throws {
    var image = try PlannedBatch().images[1]
    let gone = Finding(.notFound, "isn't there")
    image.error = gone
    image.bytes = nil
    image.format = nil
    image.storedSize = nil
    image.decodes = []
    var output = image.outputs[1]
    (output.displaySize, output.crop, output.size, output.content) = (nil, nil, nil, nil)
    image.outputs[1] = output
    let row = ManifestRow(PlannedBatch.header, image, 1, PlannedBatch.failed(.notFound, "isn't there"))
    #expect(row.status == .failed)
    #expect(
      try JSONText.encode(row)
        == ##"{"source":"a.jpg","id":"a","source_sha256":null,"source_bytes":null,"format":null,"##
        + ##""stored_size":null,"orientation":null,"display_size":null,"crop_requested":null,"crop":null,"##
        + ##""decode":null,"output":"a-c.jpg","output_sha256":null,"output_bytes":null,"output_size":null,"##
        + ##""content":null,"content_scale":null,"frames":null,"status":"failed","error":{"code":"not_found","message":"isn't there"},"##
        + ##""warnings":[],"notes":[],"## + tail)
  }

  @Test func rowsThatWereNotStartedAreSkipped() throws {
    let image = try PlannedBatch().images[1]
    let row = ManifestRow(PlannedBatch.header, image, 0, PlannedBatch.failed(.stopped, "stopped"))
    #expect(row.status == .skipped)
    #expect(try JSONText.encode(row).contains(##""status":"skipped","error":{"code":"stopped","##))
  }

  /// Rows come in any order, and stand by the bytes of source, then of output.
  @Test(arguments: [[0, 1], [1, 0]]) func theManifestHasAnOrderOfItsOwn(_ order: [Int]) throws {
    let folder = try TemporaryDirectory()
    let images = try PlannedBatch().images
    let writer = ManifestWriter(PlannedBatch.header, order.map { images[$0] })
    let file = try writer.write(to: folder.path("m/manifest.jsonl"), syncs: false) { image in
      image == images[0] ? PlannedBatch.made(images[0]) : PlannedBatch.failed(.corrupt, "no")
    }
    #expect(file == FileIdentity(at: folder.path("m/manifest.jsonl")))
    let rows = try [(1, 1), (1, 0), (0, 1), (0, 0)].map { image, output in
      let outcome = image == 0 ? PlannedBatch.made(images[0]) : PlannedBatch.failed(.corrupt, "no")
      return try JSONText.encode(ManifestRow(PlannedBatch.header, images[image], output, outcome)) + "\n"
    }
    #expect(String(decoding: try folder.read("m/manifest.jsonl"), as: UTF8.self) == rows.joined())
  }

  /// U+FF5E is EF BD 9E and U+1F4F7 is F0 9F 93 B7; UTF-16 would have them the other way round.
  @Test func theOrderIsThatOfBytes() throws {
    let folder = try TemporaryDirectory()
    let names = ["\u{1F4F7}", "\u{FF5E}", "e\u{301}", "\u{E9}", "a", "B", "a/b", "a-b"]
    let images = try names.enumerated().map { index, name in
      var image = try PlannedBatch().images[1]
      image.index = index + 1
      image.source = name
      return image
    }
    let writer = ManifestWriter(PlannedBatch.header, images)
    _ = try writer.write(to: folder.path("m.jsonl"), syncs: true, outcome: PlannedBatch.made)
    let rows = try folder.read("m.jsonl").split(separator: UInt8(ascii: "\n"))
    let sources = try rows.map { row -> [UInt8] in
      let object = try JSONSerialization.jsonObject(with: Data(row)) as? [String: Any]
      return Array((object?["source"] as? String ?? "").utf8)
    }
    let expected = ["B", "a", "a-b", "a/b", "e\u{301}", "\u{E9}", "\u{FF5E}", "\u{1F4F7}"]
    #expect(sources == expected.flatMap { [Array($0.utf8), Array($0.utf8)] })
  }

  @Test func aManifestThatFailsLeavesNothing() throws {
    let folder = try TemporaryDirectory()
    try folder.write("old", to: "m.jsonl")
    let writer = ManifestWriter(PlannedBatch.header, try PlannedBatch().images)
    #expect(throws: SystemError(EIO)) {
      try writer.write(to: folder.path("m.jsonl"), syncs: false) { _ in throw SystemError(EIO) }
    }
    #expect(folder.files() == ["m.jsonl"])
    #expect(try folder.read("m.jsonl") == Array("old".utf8))
  }
}
