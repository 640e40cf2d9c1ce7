import ImageModel
import Planning
import Rendering
import System

extension WorkerReply {
  /// Parses a reply about the image of `plan`. Every part is checked, since the bytes come from a process
  /// that decodes hostile pictures.
  ///
  /// With `bounds`, the reply must hold a measurement within these bounds. Without, it must hold none. Throws
  /// for anything that an intact worker process doesn't send. The caller compares the reply's outputs with
  /// the wanted outputs, and their sizes with the files.
  package static func parse(
    _ bytes: [UInt8], for plan: ImagePlan, measured bounds: MeasurementBounds? = nil
  ) throws(WireError) -> WorkerReply {
    guard bytes.count <= mostBytes(plan) else { throw .wrong("size") }
    var parser = ReplyParser(reader: ByteReader(bytes), plan: plan)
    let memory = try parser.reader.number(UInt64.self)
    let hashes = try parser.hashes()
    try parser.readFindings()
    let outputs = try parser.outputs()
    var measurement: RenderMeasurement?
    if let bounds { measurement = try RenderMeasurement(from: &parser.reader, within: bounds) }
    guard parser.reader.count == 0 else { throw .goesOn(parser.reader.count) }
    if plan.hash == .sha256 {
      let made = outputs.indices.filter { outputs[$0].bytes != nil }
      if hashes.source == nil && !made.isEmpty { throw .wrong("source hash") }
      if hashes.mask == nil && made.contains(where: { plan.outputs[$0].mask != nil }) {
        throw .wrong("mask hash")
      }
    }
    return WorkerReply(
      outcome: ImageOutcome(sourceSHA256: hashes.source, maskSHA256: hashes.mask, outputs: outputs),
      memory: memory, measurement: measurement)
  }
}

private struct ReplyParser {
  var reader: ByteReader
  let plan: ImagePlan
  var findings: [Finding] = []
  var used = 0

  mutating func hashes() throws(WireError) -> (source: String?, mask: String?) {
    let flags = WorkerReply.ImageFlags(rawValue: try reader.number(UInt8.self))
    var allowed: WorkerReply.ImageFlags = plan.hash == .sha256 ? [.source] : []
    if plan.hash == .sha256, plan.mask != nil { allowed.insert(.mask) }
    guard flags.isSubset(of: allowed) else { throw .wrong("image flags") }
    let source = flags.contains(.source) ? try hash() : nil
    return (source, flags.contains(.mask) ? try hash() : nil)
  }

  private mutating func hash() throws(WireError) -> String { hexadecimal(try reader.raw(32)) }

  mutating func readFindings() throws(WireError) {
    var left = OutcomeBounds.messages(outputs: plan.outputs.count) + OutcomeBounds.placeholders(plan)
    for _ in 0..<(try reader.number(UInt32.self)) {
      let code = Int(try reader.number(UInt8.self))
      let size = Int(try reader.number(UInt16.self))
      guard Finding.Code.ofRenderers.indices.contains(code) else { throw .wrong("finding's code") }
      left -= size
      guard size <= OutcomeBounds.message, left >= 0 else { throw .wrong("message's size") }
      findings.append(Finding(Finding.Code.ofRenderers[code], try reader.text(size)))
    }
  }

  private mutating func finding(among codes: [Finding.Code]) throws(WireError) -> Finding {
    let number = Int(try reader.number(UInt32.self))
    // Numbers must occur in the order of the findings' first use. So every finding is used, and each outcome
    // has only one encoding.
    guard number <= used, findings.indices.contains(number) else { throw .wrong("finding's number") }
    used = max(used, number + 1)
    guard codes.contains(findings[number].code) else { throw .wrong("finding's use") }
    return findings[number]
  }

  mutating func outputs() throws(WireError) -> [OutputOutcome] {
    guard Int(try reader.number(UInt32.self)) == plan.outputs.count else { throw .wrong("output count") }
    var outputs: [OutputOutcome] = []
    for index in plan.outputs.indices { outputs.append(try output(index)) }
    guard used == findings.count else { throw .wrong("finding count") }
    return outputs
  }

  private mutating func output(_ index: Int) throws(WireError) -> OutputOutcome {
    let failure = plan.failure(ofOutput: index)
    let flags = WorkerReply.Flags(rawValue: try reader.number(UInt8.self))
    var output = OutputOutcome()
    switch flags {
    case .planned where failure != nil: output.error = failure
    case .failed where failure == nil: output.error = try finding(among: Finding.Code.rendererFailures)
    case .unwritten where failure == nil: output.systemError = try errorNumber()
    case .made where failure == nil:
      if plan.hash(ofOutput: index) == .sha256 { output.sha256 = try hash() }
      output.bytes = try size()
    case [] where failure == nil: break
    default: throw .wrong("output flags")
    }
    output.findings = try findingsOfOutput(index)
    return output
  }

  /// An errno value: Linux has none above 4095.
  private mutating func errorNumber() throws(WireError) -> Int32 {
    let code = try reader.number(Int32.self)
    guard (1...4095).contains(code) else { throw .wrong("errno") }
    return code
  }

  private mutating func size() throws(WireError) -> Int {
    let size = try reader.number(Int.self)
    guard size > 0 else { throw .wrong("output size") }
    return size
  }

  private mutating func findingsOfOutput(_ index: Int) throws(WireError) -> [Finding] {
    let count = Int(try reader.number(UInt8.self))
    guard count <= OutcomeBounds.findings else { throw .wrong("finding count of an output") }
    var findings: [Finding] = []
    for _ in 0..<count { findings.append(try finding(among: Finding.Code.rendererRemarks)) }
    let placeholders = findings.filter { $0.code == .placeholder }
    let kind = plan.outputs[index].encode.placeholder
    guard placeholders.count <= 1, placeholders.allSatisfy({ kind?.allows($0.message) == true }) else {
      throw .wrong("placeholder")
    }
    return findings
  }
}
