import ImageModel
import Planning
import Rendering
import System

/// A worker process's reply: the outcome of the image, and the process's memory.
///
/// Each different finding is sent once, and referred to by its number. Sizes in bytes follow in brackets.
///
/// 1. memory (8), flags of the image (1), the source's hash and that of the mask file (32 each, if the flags announce
///    it)
/// 2. the number of findings (4); for each finding the place of its code in `ofRenderers` (1), the size of
///    its message (2), and the message
/// 3. the number of outputs (4)
/// 4. for each output its flags (1); the values that the flags announce: hash (32), size (8), number of a
///    finding (4), errno (4); the number of its warnings and notes (1); for each of these the number of its
///    finding (4)
/// 5. on request, for each stage time (8) and memory (8); then hits (4) and misses (4) of filter banks, and those
///    of buffers (4 each)
package struct WorkerReply: Hashable, Sendable {
  package var outcome: ImageOutcome
  /// Virtual memory of the worker process, in bytes.
  package var memory: UInt64
  /// The measurement, if the request asks for one; otherwise nil.
  package var measurement: RenderMeasurement?

  /// The most bytes of a reply.
  package static func mostBytes(_ plan: ImagePlan) -> Int {
    4096 + 256 * plan.outputs.count + OutcomeBounds.placeholders(plan)
  }

  /// Flags of an image.
  struct ImageFlags: OptionSet {
    let rawValue: UInt8
    /// The source's hash follows.
    static let source = ImageFlags(rawValue: 1)
    /// The hash of the mask file follows.
    static let mask = ImageFlags(rawValue: 2)
  }

  /// Flags of an output.
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// The output was made. Its hash follows, if the plan asks for one, and then its size.
    static let made = Flags(rawValue: 1)
    /// The output failed; the number of a finding follows.
    static let failed = Flags(rawValue: 2)
    /// The output failed for the reason that the plan gives.
    static let planned = Flags(rawValue: 4)
    /// The output couldn't be written; errno follows.
    static let unwritten = Flags(rawValue: 8)
  }
}

extension WorkerReply {
  /// The reply's bytes. `outcome` must be within ``OutcomeBounds``.
  package func encoded(for plan: ImagePlan) -> [UInt8] {
    var writer = ByteWriter()
    writer.number(memory)
    let source = outcome.sourceSHA256.flatMap(bytes(hexadecimal:))
    let mask = outcome.maskSHA256.flatMap(bytes(hexadecimal:))
    var flags: ImageFlags = []
    if source != nil { flags.insert(.source) }
    if mask != nil { flags.insert(.mask) }
    writer.number(flags.rawValue)
    writer.raw(source ?? [])
    writer.raw(mask ?? [])
    var table = FindingTable()
    let outputs = encodedOutputs(plan, &table)
    table.write(to: &writer)
    writer.number(UInt32(outcome.outputs.count))
    writer.raw(outputs)
    measurement?.write(to: &writer)
    return writer.bytes
  }

  private func encodedOutputs(_ plan: ImagePlan, _ table: inout FindingTable) -> [UInt8] {
    var writer = ByteWriter()
    for (index, output) in outcome.outputs.enumerated() {
      if let error = output.error {
        if error == plan.failure(ofOutput: index) {
          writer.number(Flags.planned.rawValue)
        } else {
          writer.number(Flags.failed.rawValue)
          writer.number(table.number(of: error))
        }
      } else if let code = output.systemError {
        writer.number(Flags.unwritten.rawValue)
        writer.number(code)
      } else if let bytes = output.bytes {
        writer.number(Flags.made.rawValue)
        writer.raw(output.sha256.flatMap(Workers.bytes(hexadecimal:)) ?? [])
        writer.number(bytes)
      } else {
        writer.number(0 as UInt8)
      }
      writer.number(UInt8(clamping: output.findings.count))
      for finding in output.findings { writer.number(table.number(of: finding)) }
    }
    return writer.bytes
  }
}

/// The different findings of an outcome, numbered in the order of their first use.
private struct FindingTable {
  private var findings: [Finding] = []
  private var numbers: [Finding: UInt32] = [:]

  mutating func number(of finding: Finding) -> UInt32 {
    if let number = numbers[finding] { return number }
    let number = UInt32(clamping: findings.count)
    findings.append(finding)
    numbers[finding] = number
    return number
  }

  func write(to writer: inout ByteWriter) {
    writer.number(UInt32(clamping: findings.count))
    for finding in findings {
      let place = Finding.Code.ofRenderers.firstIndex(of: finding.code)
      writer.number(place.map { UInt8(clamping: $0) } ?? .max)
      writer.number(UInt16(clamping: finding.message.utf8.count))
      writer.raw(finding.message.utf8)
    }
  }
}

/// The bytes that pairs of hexadecimal digits stand for; nil for anything else.
func bytes(hexadecimal text: String) -> [UInt8]? {
  let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
  guard digits.count % 2 == 0 else { return nil }
  var bytes: [UInt8] = []
  for place in stride(from: 0, to: digits.count, by: 2) {
    guard let high = digits[place], let low = digits[place + 1] else { return nil }
    bytes.append(UInt8(high * 16 + low))
  }
  return bytes
}
