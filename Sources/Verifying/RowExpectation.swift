import ImageModel
import JSON
import JobFile
import Planning
import Rendering
import Reporting
import State
import System

/// The row that the manifest should have. It follows from the plan, and from the result that the row in the
/// manifest reports.
struct RowExpectation {
  private let image: ImagePlan
  private let output: Int
  private let outcome: OutputOutcome
  private let text: String
  /// True if only rendering can confirm the notes.
  private let trustsNotes: Bool

  /// The row that is expected in place of `line`, for output `output` of an image. If only rendering can
  /// confirm a claim in the line, the claim counts as true. If neither rendering nor the plan can lead to a
  /// claim, it counts as false. `notes` come from the source's header; nil if the header can't give them.
  init(
    _ line: ManifestLine, _ header: ManifestHeader, _ image: ImagePlan, _ output: Int, notes: [Finding]?
  ) throws {
    self.image = image
    self.output = output
    // The notes of an output that failed aren't known: it may have failed before its metadata was read.
    let decode = Self.decodeNotes(line, image, output)
    let quality = Self.qualityNote(line, image, output)
    let placeholder = Self.placeholderNote(line, image, output)
    let map = Self.gainMapNote(image, output)
    // A gain map whose data is damaged isn't kept. The notes on metadata are then others.
    let notes = map.allSatisfy(line.notes.contains) ? notes : nil
    let known = line.isMade ? notes.map { decode + $0 + quality + placeholder + map } : nil
    let seen = decode + quality + placeholder
    trustsNotes = line.isMade && (notes == nil && !line.notes.isEmpty || !seen.isEmpty)
    outcome = Self.outcome(line, image, output, notes: known ?? line.notes)
    let isUnread = image.outputs.indices.allSatisfy { image.failure(ofOutput: $0) != nil }
    text = try JSONText.encode(
      ManifestRow(
        header, image, output, sourceSHA256: isUnread ? nil : line.sourceSHA256,
        maskSHA256: isUnread ? nil : line.maskSHA256, outcome))
  }

  /// The line's notes about the decode, as far as the planned engine can give them.
  private static func decodeNotes(_ line: ManifestLine, _ image: ImagePlan, _ output: Int) -> [Finding] {
    let decode = image.outputs[output].decode
    guard image.outputs[output].mask == nil, image.decodes.indices.contains(decode) else { return [] }
    return switch image.decodes[decode].engine {
    case .reduced: line.notes.contains(.decodedByLibjpeg) ? [.decodedByLibjpeg] : []
    case .libtiff: line.notes.filter { $0.code == .samplesClipped }
    default: []
    }
  }

  /// The note on the gain map that the output keeps, if its data is sound.
  private static func gainMapNote(_ image: ImagePlan, _ output: Int) -> [Finding] {
    guard let map = image.gainMap?.map, let size = image.gainMapSize(ofOutput: output) else { return [] }
    return [.gainMapKept(map, size)]
  }

  /// The line's note about the quality, if the job searches for one.
  private static func qualityNote(_ line: ManifestLine, _ image: ImagePlan, _ output: Int) -> [Finding] {
    let options = image.outputs[output].encode
    guard options.maxBytes != nil, options.lossless != true else { return [] }
    return line.notes.filter { note in
      guard note.code == .qualityFound, let quality = Int(note.message) else { return false }
      return quality >= 1 && quality <= options.quality ?? 100 && String(quality) == note.message
    }
  }

  /// The line's placeholder, if the job asks for one. An output that has none counts as one with another.
  private static func placeholderNote(_ line: ManifestLine, _ image: ImagePlan, _ output: Int) -> [Finding] {
    guard let placeholder = image.outputs[output].encode.placeholder else { return [] }
    let note = line.notes.first { $0.code == .placeholder && placeholder.allows($0.message) }
    return [note ?? Finding(.placeholder, "")]
  }

  private static func outcome(
    _ line: ManifestLine, _ image: ImagePlan, _ output: Int, notes: [Finding]
  ) -> OutputOutcome {
    if let failure = image.failure(ofOutput: output) { return OutputOutcome(error: failure) }
    var outcome = OutputOutcome(
      error: line.error.flatMap { possible($0, of: image, image.outputs[output].path ?? "") })
    if outcome.error == nil {
      outcome.sha256 = line.outputSHA256
      outcome.bytes = line.outputBytes
    }
    let planned = image.warnings.count + image.outputs[output].warnings.count
    outcome.findings = Array(line.warnings.dropFirst(planned)) + notes
    return outcome
  }

  /// The error that a row should give for an output that failed with the code of `error`. Nil if an output
  /// that the plan accepts can't fail with this code.
  private static func possible(_ error: Finding, of image: ImagePlan, _ path: String) -> Finding? {
    switch error.code {
    case .sourceChanged where image.mask.map({ Finding.maskChanged($0.path) }) == error: error
    case .sourceChanged: .sourceChanged
    case .timeout: .timeout
    case .stopped: .notStarted
    case .exists: .exists(path)
    case .ioError, .memory, .decoderCrash, .writeFailed: error
    default: error.isRemembered ? error : nil
    }
  }

  /// True if only decoding can confirm the row's warnings or error.
  var liesInPicture: Bool {
    if image.failure(ofOutput: output) != nil { return false }
    return outcome.error.map(\.isRemembered) ?? (trustsNotes || !outcome.warnings.isEmpty)
  }

  /// True if the output must exist, so that its source was read.
  var isMade: Bool { outcome.error == nil }

  /// The fault of the line; nil if it has exactly the expected bytes.
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

  /// The keys whose values differ between the rows.
  private static func differences(_ row: JSONValue, _ expected: JSONValue) -> [String] {
    guard case .object(let members) = row, case .object(let planned) = expected else { return [] }
    let wrong = planned.filter { member in members.filter { $0.key.hasSameBytes(as: member.key) } != [member]
    }
    let unknown = members.filter { member in !planned.contains { $0.key.hasSameBytes(as: member.key) } }
    return (wrong + unknown).map(\.key)
  }

  /// A message about keys with unexpected values.
  static func differ(_ keys: [String], _ expected: String) -> String {
    let names = keys.map { "'\($0)'" }.joined(separator: ", ")
    return names + (keys.count == 1 ? " is not " : " are not ") + expected
  }
}

extension RowExpectation {
  /// The fault of the line after its output was rendered again; nil if the result is the same.
  func fault(of line: ManifestLine, rendered: ImageOutcome) -> String? {
    let made = rendered.outputs[output]
    if let error = made.error, !error.isRemembered {
      return "can't be rendered anew: \(error.message) (\(error.code.rawValue))"
    }
    var keys: [String] = []
    if rendered.sourceSHA256 != line.sourceSHA256 { keys.append("source_sha256") }
    if let sum = line.maskSHA256, rendered.maskSHA256 != sum { keys.append("mask_sha256") }
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
