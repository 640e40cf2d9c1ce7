import ImageModel
import Testing

@testable import Planning

/// Images with more outputs than are made at once.
struct SubplansTests {
  /// 100 pairs of a larger output and one that is resampled from it, 20 pairs a decode.
  private static func image() throws -> ImagePlan {
    var image = try PlannedJob(
      """
      sources: [{path: a.jpg}]
      outputs:
        - {path: l.jpg, resize: {width: 480}}
        - {path: s.jpg, resize: {width: 60}}
      """
    ).image(SourceInfo(2000, 1500))
    let pair = image.outputs
    try #require(pair.map(\.base) == [nil, 0])
    image.outputs = (0..<100).flatMap { number in
      pair.enumerated().map { place, output in
        var output = output
        output.path = "\(number)-\(place)"
        output.decode = number / 20
        output.base = place == 0 ? nil : 2 * number
        return output
      }
    }
    image.decodes = (0..<5).map { number in
      var decode = image.decodes[0]
      decode.region = PixelRect(x: number, y: 0, width: 2000 - number, height: 1500)
      return decode
    }
    return image
  }

  @Test("Each wanted output is in one subplan, with its decode and what it is resampled from")
  func all() throws {
    let image = try Self.image()
    let choices: [[Int]] = [Array(0..<200), Array(stride(from: 1, to: 200, by: 2)), [7, 199]]
    for wanted in choices {
      let subplans = image.subplans(of: wanted)
      let made = subplans.flatMap { subplan in zip(subplan.places, subplan.isWanted).filter(\.1).map(\.0) }
      #expect(made.sorted() == wanted)
      for subplan in subplans {
        #expect(subplan.isWanted.count { $0 } <= 128)
        for (place, output) in zip(subplan.places, subplan.plan.outputs) {
          let original = image.outputs[place]
          #expect(output.path == original.path)
          #expect(subplan.plan.decodes[output.decode] == image.decodes[original.decode])
          #expect(output.base.map { subplan.places[$0] } == original.base)
        }
      }
    }
    #expect(image.subplans(of: Array(0..<200)).map(\.places.count) == [120, 80])
    #expect(image.outputsAtOnce == 120)
  }
}
