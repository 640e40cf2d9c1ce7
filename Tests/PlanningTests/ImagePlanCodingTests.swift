import Foundation
import ImageModel
import JSON
import JobFile
import Planning
import Reporting
import TestSupport
import Testing

@Suite struct ImagePlanCodingTests {
  private let keys = [
    "quality: 100", "resize: {width: 64}", "crop: '1.5,2,33.25,44'", "crop: '900,0,5,5'",
    "crop: {region: '-9,-9,300,300', out_of_bounds: pad}\n    background: '#0fA'",
    "orientation: keep\n    resize: {width: 70, height: 90, fit: contain, filter: spline36}",
    "orientation: ignore\n    crop: {aspect: 16:9, space: stored}\n    metadata: {keep: [xmp, exif], gps: keep}",
    "resize: {width: 999, height: 5, fit: cover}\n    chroma: 4:4:4\n    progressive: true\n    optimize: true",
  ]

  @Test func aPlanIsReadAsItWasWritten() throws {
    var random = SplitMix64(seed: 9)
    let odd = Finding(.damaged, "odd: \"\u{1}\\/\u{2028}\u{1F4F7}\n")
    for round in 0..<60 {
      let list = keys.shuffled(using: &random).prefix(3).enumerated().map {
        "  - path: \($0).jpg\n    \($1)\n"
      }
      let job = try PlannedJob(
        "limits: {seconds_per_image: 0.1}\ndecode: {embedded_thumbnail: when_large_enough}\nsources: [{path: \"\u{E9}/a \\\" b.jpg\"}]\noutputs:\n\(list.joined())"
      )
      var info = SourceInfo(
        200, 150, tag: ExifOrientation(rawValue: UInt8(round % 9)), bytes: 1 << 27,
        color: round % 2 == 0 ? .grey : .rgb, findings: round % 5 == 0 ? [odd] : [])
      let thumbnail = EmbeddedThumbnail(
        range: 7..<65000, storedSize: PixelSize(width: 80, height: 59), color: .grey)
      info.thumbnail = round % 3 == 0 ? SourceThumbnail(thumbnail, wholeBytes: 0) : nil
      var plan = try job.image(info)
      if round % 7 == 0 { plan.error = odd }
      if round % 4 == 0 { (plan.objectVersion, plan.frontBytes) = ("1 \"+&", 1 << 20) }
      let text = try JSONText.encode(plan)
      let read = try JSONDecoder().decode(ImagePlan.self, from: Data(text.utf8))
      #expect(read == plan)
      let line = try JSONValue(line: Array(text.utf8)[...])
      #expect(try JSONDecoding.decode(ImagePlan.self, from: line) == plan)
      #expect(try JSONText.encode(read) == text)
    }
  }

  @Test func aPlanReadsLikeThis() throws {
    var plan = try PlannedJob(output: "resize: {width: 50}").image(SourceInfo(200, 100, tag: .rightTop))
    plan.peakBytes = 5
    let text =
      ##"{"index":1,"source":"a.jpg","id":"a","bytes":1000,"modified":1700000000123456789,"inode":77,"format":"jpeg","##
      + ##""stored_size":[200,100],"pixels":{"color":"ycbcr","bits":8,"alpha":false},"untagged":false,"peak_bytes":5,"hash":"sha256","##
      + ##""seconds_per_image":30,"on_corrupt":"error","verify":"crop","decodes":[{"engine":"libjpeg","coefficients":false,"scale":"5/8","region":[0,0,200,100],"##
      + ##""samples":[0,0,125,63]}],"outputs":[{"path":"b.jpg","decode":0,"orientation_mode":"bake","##
      + ##""orientation":6,"display_size":[100,200],"crop":[0,0,100,200],"stored_crop":[0,0,200,100],"##
      + ##""resample":{"samples":[0,0,125,63],"region":[0,0,125,62.5],"size":[100,50],"filter":"lanczos3"},"##
      + ##""turn":6,"size":[50,100],"content":[0,0,50,100],"background":"#000000","format":"jpeg","##
      + ##""pixels":{"color":"ycbcr","bits":8,"alpha":false},"encode":{"quality":85,"chroma":"4:2:0","progressive":false,"optimize":false},"##
      + ##""metadata":{"keep":["icc","resolution"],"gps":"drop"},"warnings":[]}],"warnings":[]}"##
    #expect(try JSONText.encode(plan) == text)
  }

  /// A plan of a million images is to be below 1 GB, with all beside it. Text beyond 15 bytes and lists are on the
  /// heap. Encode options and metadata are too, and plans share them.
  @Test func aPlanTakesLessThanAKilobyte() throws {
    let plan = try PlannedJob(
      "sources: [{path: photos/2024/05/IMG_20240512_093012.jpg, crop: '10,10,150.5,60'}]\n"
        + "outputs: [{path: 'thumbnails/{hash8}/{stem}-512.jpg', resize: {width: 50}}]"
    ).image(SourceInfo(200, 100))
    let header = 32
    let texts = [plan.source, plan.id] + plan.outputs.compactMap(\.path)
    let heap =
      texts.reduce(0) { $0 + ($1.utf8.count > 15 ? header + $1.utf8.count : 0) }
      + header + plan.decodes.count * MemoryLayout<DecodePlan>.stride
      + header + plan.outputs.count * MemoryLayout<OutputPlan>.stride
      + plan.outputs.reduce(0) { $0 + ($1.cropRequested == nil ? 0 : header + 32) }
    #expect(MemoryLayout<ImagePlan>.stride + heap < 890)
  }
}
