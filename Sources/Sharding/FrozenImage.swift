import JSON
import Planning
import Reporting

/// A line of a frozen plan: the plan of one image, and other values that exports need.
struct FrozenImage: JSONObject {
  let image: ImagePlan
  let split: String?
  /// The number of the tar shard that gets the image's first output, from 0. Nil unless shards write their
  /// tar shards themselves.
  let tar: Int32?

  private enum CodingKeys: String, CodingKey { case split, tar }

  /// The image in line `number` of a plan.
  static func read(_ line: ArraySlice<UInt8>, number: Int) throws(FrozenFault) -> FrozenImage {
    try FrozenFault.about(line: number) {
      let frozen = try JSONDecoding.decode(FrozenImage.self, from: JSONValue(sealed: line))
      if !frozen.image.isConsistent { throw FrozenFault("can't be: its parts contradict each other") }
      return frozen
    }
  }

  func writeFields(to json: inout JSONWriter) {
    image.writeFields(to: &json)
    json.fieldIfPresent(CodingKeys.split.rawValue, split)
    json.fieldIfPresent(CodingKeys.tar.rawValue, tar.map { Int($0) })
  }
}

extension FrozenImage: Decodable {
  init(from decoder: any Decoder) throws {
    image = try ImagePlan(from: decoder)
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    split = try fields.decodeIfPresent(String.self, forKey: .split)
    tar = try fields.decodeIfPresent(Int32.self, forKey: .tar)
  }
}
