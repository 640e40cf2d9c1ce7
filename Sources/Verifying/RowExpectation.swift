import ImageModel
import JSON
import JobFile
import Planning
import Rendering
import Reporting
import State
import System

/// A planned row as it must stand in the manifest, with what the row itself says came of the output.
struct RowExpectation {
  private let image: ImagePlan
  private let output: Int
  private let outcome: OutputOutcome
  private let text: String
  /// True where rendering alone can tell whether the notes are right.
  private let trustsNotes: Bool

  /// What `line` must be if it is output `output` of an image. What it says is taken for true where only making it can tell;
  /// where neither that nor the plan could have said so, it isn't.
  /// `notes` are those that the source's header gives; nil where it can't.
  init(
    _ line: ManifestLine, _ header: ManifestHeader, _ image: ImagePlan, _ output: Int, notes: [Finding]?
  ) throws {
    self.image = image
    self.output = output
    // An output that failed may have done so before its metadata was read.
    let engine = Self.engineNote(line, image, output)
    let quality = Self.qualityNote(line, image, output)
    let known = line.isMade ? notes.map { engine + $0 + quality } : nil
    trustsNotes = line.isMade && (notes == nil && !line.notes.isEmpty || !(engine + quality).isEmpty)
    outcome = Self.outcome(line, image, output, notes: known ?? line.notes)
    let isUnread = image.outputs.indices.allSatisfy { image.failure(ofOutput: $0) != nil }
    text = try JSONText.encode(
      ManifestRow(header, image, output, sourceSHA256: isUnread ? nil : line.sourceSHA256, outcome))
  }

  /// What the line says of libjpeg in the place of a decoder that could have met damage.
  private static func engineNote(_ line: ManifestLine, _ image: ImagePlan, _ output: Int) -> [Finding] {
    let decode = image.outputs[output].decode
    guard image.decodes.indices.contains(decode), image.decodes[decode].engine == .reduced else { return [] }
    return line.notes.contains(.decodedByLibjpeg) ? [.decodedByLibjpeg] : []
  }

  /// What the line says of the quality where one was looked for.
  private static func qualityNote(_ line: ManifestLine, _ image: ImagePlan, _ output: Int) -> [Finding] {
    let options = image.outputs[output].encode
    guard options.maxBytes != nil, options.lossless != true else { return [] }
    return line.notes.filter { note in
      guard note.code == .qualityFound, let quality = Int(note.message) else { return false }
      return quality >= 1 && quality <= options.quality ?? 100 && String(quality) == note.message
    }
  }

  private static func outcome(
    _ line: ManifestLine, _ image: ImagePlan, _ output: Int, notes: [Finding]
  ) -> OutputOutcome {
    if let failure = image.failure(ofOutput: output) { return OutputOutcome(error: failure) }
    var outcome = OutputOutcome(
      error: line.error.flatMap { possible($0, of: image.outputs[output].path ?? "") })
    if outcome.error == nil {
      outcome.sha256 = line.outputSHA256
      outcome.bytes = line.outputBytes
    }
    let planned = image.warnings.count + image.outputs[output].warnings.count
    outcome.findings = Array(line.warnings.dropFirst(planned)) + notes
    return outcome
  }

  /// The error as it must read, where an output that is planned to be made can fail by it.
  private static func possible(_ error: Finding, of path: String) -> Finding? {
    switch error.code {
    case .sourceChanged: .sourceChanged
    case .timeout: .timeout
    case .stopped: .notStarted
    case .exists: .exists(path)
    case .ioError, .memory, .decoderCrash, .writeFailed: error
    default: error.isRemembered ? error : nil
    }
  }

  /// True where decoding alone can tell whether what the row says came up is right.
  var liesInPicture: Bool {
    if image.failure(ofOutput: output) != nil { return false }
    return outcome.error.map(\.isRemembered) ?? (trustsNotes || !outcome.warnings.isEmpty)
  }

  /// True where an output must be there, and its source have been read.
  var isMade: Bool { outcome.error == nil }

  /// What is wrong with the line; nil where it is byte for byte as it must be.
  func fault(of line: ManifestLine) throws -> String? {
    if line.bytes.elementsEqual(text.utf8) {
      var empty: [String] = []
      if isMade {
        if line.sourceSHA256 == nil { empty.append("source_sha256") }
        if line.outputSHA256 == nil { empty.append("output_sha256") }
        if line.outputBytes == nil { empty.append("output_bytes") }
      }
      if !empty.isEmpty { return Self.differ(empty, "as planned") }
      return line.isEnded ? nil : "the line has no end"
    }
    let keys = try Self.differences(
      JSONValue(line: line.bytes[...]), JSONValue(line: Array(text.utf8)[...]))
    return keys.isEmpty ? "the row is not written as upright writes it" : Self.differ(keys, "as planned")
  }

  /// Which keys have other values in one row than in the other.
  private static func differences(_ row: JSONValue, _ expected: JSONValue) -> [String] {
    guard case .object(let members) = row, case .object(let planned) = expected else { return [] }
    let wrong = planned.filter { member in members.filter { $0.key.hasSameBytes(as: member.key) } != [member]
    }
    let unknown = members.filter { member in !planned.contains { $0.key.hasSameBytes(as: member.key) } }
    return (wrong + unknown).map(\.key)
  }

  /// What to say of keys that are not as they are to be.
  static func differ(_ keys: [String], _ expected: String) -> String {
    let names = keys.map { "'\($0)'" }.joined(separator: ", ")
    return names + (keys.count == 1 ? " is not " : " are not ") + expected
  }
}

extension RowExpectation {
  /// What is wrong with the line by what came of rendering its output anew; nil where that is what it says.
  func fault(of line: ManifestLine, rendered: ImageOutcome) -> String? {
    let made = rendered.outputs[output]
    if let error = made.error, !error.isRemembered {
      return "can't be rendered anew: \(error.message) (\(error.code.rawValue))"
    }
    var keys: [String] = []
    if rendered.sourceSHA256 != line.sourceSHA256 { keys.append("source_sha256") }
    if made.sha256 != line.outputSHA256 { keys.append("output_sha256") }
    if made.bytes != line.outputBytes { keys.append("output_bytes") }
    if !Self.isSame(made.error.map { [$0] } ?? [], outcome.error.map { [$0] } ?? []) { keys.append("error") }
    if !Self.isSame(made.warnings, outcome.warnings) { keys.append("warnings") }
    if !Self.isSame(made.notes, outcome.notes) { keys.append("notes") }
    return keys.isEmpty ? nil : Self.differ(keys, "what comes of rendering it anew")
  }

  private static func isSame(_ one: [Finding], _ other: [Finding]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { $0.code == $1.code && $0.message.hasSameBytes(as: $1.message) }
  }
}
