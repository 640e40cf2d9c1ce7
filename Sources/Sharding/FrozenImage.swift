import JSONReading
import Planning
import Reporting

/// A line of a frozen plan: the plan of one image, and its split where the job has some.
struct FrozenImage: JSONWritable, Decodable {
  let image: ImagePlan
  let split: String?

  private enum CodingKeys: String, CodingKey { case split }

  init(_ image: ImagePlan, split: String?) {
    self.image = image
    self.split = split
  }

  init(from decoder: any Decoder) throws {
    image = try ImagePlan(from: decoder)
    split = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .split)
  }

  /// What line `number` of a plan says.
  static func read(_ line: ArraySlice<UInt8>, number: Int) throws(FrozenFault) -> FrozenImage {
    try FrozenFault.about(line: number) {
      try JSONDecoding.decode(FrozenImage.self, from: JSONValue(sealed: line))
    }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      image.writeFields(to: &json)
      json.fieldIfPresent(CodingKeys.split.rawValue, split)
    }
  }
}
