import JSON
import Planning
import Reporting
import System

/// A line of a frozen plan: the plan of one image, and other values that exports need.
struct FrozenImage: JSONObject {
  var image: ImagePlan
  let split: String?
  /// The number of the shard of an export that gets the image's first output, from 0. Nil unless shards write their
  /// shards of an export themselves.
  let tar: Int32?
  /// The columns that a list gives for the image's outputs: a row, or a row for each box for which it is cut.
  private(set) var columns: [Columns]
  /// The endings of the members that exports carry beside the image; nil if there are none.
  let carried: [String]?

  private enum CodingKeys: String, CodingKey { case split, tar, columns, carried }

  /// The columns of one row.
  struct Columns: JSONObject {
    let fields: ArraySlice<UInt8>

    func writeFields(to json: inout JSONWriter) { json.fields(fields) }
  }

  /// The image in line `number` of a plan.
  static func read(_ line: ArraySlice<UInt8>, number: Int) throws(FrozenFault) -> FrozenImage {
    try FrozenFault.about(line: number) {
      let value = try JSONValue(sealed: line)
      var frozen = try JSONDecoding.decode(FrozenImage.self, from: value)
      frozen.columns = try columns(value)
      let rows = frozen.columns.count
      let carried = frozen.carried ?? []
      guard frozen.image.isConsistent, rows == 0 || rows == frozen.image.columnRows,
        carried.count <= FixedLimits.Archive.carriedMembers, Set(carried).count == carried.count,
        carried.allSatisfy(CarriedMembers.canHave)
      else {
        throw FrozenFault("can't be: its parts contradict each other")
      }
      return frozen
    }
  }

  /// The columns in a line's object.
  private static func columns(_ line: JSONValue) throws -> [Columns] {
    guard let value = line[CodingKeys.columns.rawValue] else { return [] }
    var texts = FieldRows()
    for row in value.list ?? [.null] {
      guard case .object(let members) = row else { throw FrozenFault("has 'columns' that are no objects") }
      texts.add(members)
    }
    return (0..<texts.count).map { Columns(fields: texts[$0]) }
  }

  init(_ image: ImagePlan, split: String?, tar: Int32?, columns: [ArraySlice<UInt8>], carried: [String]) {
    (self.image, self.split, self.tar) = (image, split, tar)
    self.carried = carried.isEmpty ? nil : carried
    self.columns = columns.map { Columns(fields: $0) }
  }

  func writeFields(to json: inout JSONWriter) {
    image.writeFields(to: &json)
    json.fieldIfPresent(CodingKeys.split.rawValue, split)
    json.fieldIfPresent(CodingKeys.tar.rawValue, tar.map { Int($0) })
    if !columns.isEmpty { json.field(CodingKeys.columns.rawValue, columns) }
    json.fieldIfPresent(CodingKeys.carried.rawValue, carried)
  }
}

extension FrozenImage: Decodable {
  init(from decoder: any Decoder) throws {
    image = try ImagePlan(from: decoder)
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    split = try fields.decodeIfPresent(String.self, forKey: .split)
    tar = try fields.decodeIfPresent(Int32.self, forKey: .tar)
    columns = []
    carried = try fields.decodeIfPresent([String].self, forKey: .carried)
  }
}
