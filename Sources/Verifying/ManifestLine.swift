import ImageModel
import JSON
import State
import System

/// A line of a manifest, with the result that its row reports.
struct ManifestLine: Sendable {
  let number: Int
  let bytes: [UInt8]
  let isEnded: Bool
  let key: RowKey
  let sourceSHA256: String?
  let sourceBytes: Int?
  /// The path of the mask file that the output shows.
  let mask: String?
  let maskSHA256: String?
  let outputSHA256: String?
  let outputBytes: Int?
  /// The reason why there is no output. Nil if there is an output, or if the reason in the row is invalid.
  let error: Finding?
  let warnings: [Finding]
  let notes: [Finding]
  /// The versions that made the output.
  let versions: ManifestFacts.Versions
  /// True if the output file must exist.
  let isMade: Bool

  /// Throws if the line is no object, or has no source.
  init(_ line: FileLines.Line) throws(FileFault) {
    let value = try JSONValue(line: line.bytes[...])
    guard let source = value["source"]?.text else { throw FileFault("the line has no 'source'") }
    number = line.number
    bytes = line.bytes
    isEnded = line.isEnded
    key = RowKey(source: source, output: value["output"]?.text ?? "")
    sourceSHA256 = value["source_sha256"]?.text
    sourceBytes = value["source_bytes"]?.whole
    mask = value["mask"]?.text
    maskSHA256 = value["mask_sha256"]?.text
    outputSHA256 = value["output_sha256"]?.text
    outputBytes = value["output_bytes"]?.whole
    error = value["error"].flatMap(Self.finding)
    warnings = value["warnings"]?.list?.compactMap(Self.finding) ?? []
    notes = value["notes"]?.list?.compactMap(Self.finding) ?? []
    versions = ManifestFacts.Versions(ofRow: value)
    isMade = value["error"] == nil && !key.output.isEmpty
  }

  private static func finding(_ value: JSONValue) -> Finding? {
    guard let finding: Finding = try? JSONDecoding.decode(from: value) else { return nil }
    return finding.code.isKnown ? finding : nil
  }
}
