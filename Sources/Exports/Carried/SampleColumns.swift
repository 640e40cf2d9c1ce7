import ImageModel
import JSON
import JobFile
import Survey
import System

/// The columns that outputs have in an export beside the export's own values: those of lists, and those that the members of
/// samples give.
struct SampleColumns {
  private let reader: CarriedReader
  /// The names of the export's own values.
  private let own: Set<ExactText>
  /// True if the texts of a sample are columns; false if the export has them as files.
  private let takesTexts: Bool
  private let isOfImageFolder: Bool

  init(_ export: Export, _ split: String?, _ job: JobSpec, _ store: SourceStore) {
    reader = CarriedReader(store)
    own = Set(export.ownNames(split: split, hasBoxes: job.hasBoxes).map { ExactText($0) })
    takesTexts = export.format != .webdataset
    isOfImageFolder = export.format == .hfImageFolder
  }

  /// The fields of an object, as JSON without braces; nil if the output has none.
  func fields(of output: MadeOutput) throws(Halted) -> ArraySlice<UInt8>? {
    let members = try carried(by: output)
    // Only a member of an archive has a sample, and no list gives it columns.
    guard !members.isEmpty else { return output.columns }
    var rows = FieldRows()
    rows.add(members)
    return rows[0]
  }

  /// The values that the members of the output's sample give.
  func carried(by output: MadeOutput) throws(Halted) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    for ending in output.carried {
      switch ending.lowercased() {
      case "txt" where takesTexts:
        members.append(JSONValue.Member(key: "txt", value: Self.text(try reader.read(ending, of: output))))
      case "cls" where takesTexts:
        members.append(JSONValue.Member(key: "cls", value: Self.label(try reader.read(ending, of: output))))
      default: break
      }
    }
    if let ending = output.carried.first(where: \.isJSON) {
      members += Self.members(try reader.read(ending, of: output))
    }
    return named(members)
  }

  /// The members that have names of their own. Of several members with one name, the first one counts.
  private func named(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    var taken = own
    return members.filter { taken.insert(ExactText($0.key)).inserted && !namesFiles($0.key) }
  }

  /// True if the loader of ImageFolder takes the values of a column for names of files, and opens these files.
  private func namesFiles(_ column: String) -> Bool {
    isOfImageFolder && (column.hasSuffix("_file_name") || column.hasSuffix("_file_names"))
  }

  private static func text(_ bytes: [UInt8]) -> JSONValue { .text(String(decoding: bytes, as: UTF8.self)) }

  /// A whole number, or any other text.
  private static func label(_ bytes: [UInt8]) -> JSONValue {
    let text = String(decoding: bytes, as: UTF8.self)
    let blanks: Set<Character> = [" ", "\t", "\r", "\n", "\r\n"]
    let digits = text.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
    return Int64(String(digits)).map { .number(String($0)) } ?? .text(text)
  }

  /// The members of an object. Other JSON, and text that is no JSON, becomes one member called `json`.
  private static func members(_ bytes: [UInt8]) -> [JSONValue.Member] {
    var found: JSONValue?
    do throws(FileFault) {
      try JSONRecords.read(ByteFeed(bytes), at: .root, keeping: nil) { found = $0.value }
    } catch { found = nil }
    if case .object(let members)? = found { return members.lastOfEach }
    return [JSONValue.Member(key: "json", value: found ?? text(bytes))]
  }
}

extension [JSONValue.Member] {
  /// The last of the members with one name, as Python's parser takes it, at the place of the first one.
  fileprivate var lastOfEach: [JSONValue.Member] {
    var places: [ExactText: Int] = [:]
    var result: [JSONValue.Member] = []
    for member in self {
      if let place = places[ExactText(member.key)] {
        result[place] = member
      } else {
        places[ExactText(member.key)] = result.count
        result.append(member)
      }
    }
    return result
  }
}

extension String {
  /// True for the ending of a sample's JSON.
  var isJSON: Bool { lowercased() == "json" }
}

extension Export {
  /// The names of the values that the export writes for each output.
  fileprivate func ownNames(split: String?, hasBoxes: Bool) -> [String] {
    var names = ["file_name", "width", "height"] + (hasBoxes ? ["objects"] : [])
    // The loader of ImageFolder puts the picture into the column 'image'.
    if format == .hfImageFolder { return names + ["image"] }
    names += ["source", "id"] + (split == nil ? [] : ["split"]) + (hasBoxes ? ["category"] : [])
    return format == .parquet ? names + ["image"] : names
  }
}
