import ImageModel
import Planning
import Rendering
import System
import Workers

/// A worker's answer put into bytes as its description says, without the code under test.
enum PlainReply {
  static func bytes(
    _ outcomes: [OutputOutcome], sourceSHA256: String?, maskSHA256: String? = nil, memory: UInt64,
    for plan: ImagePlan, measurement: RenderMeasurement? = nil
  ) -> [UInt8] {
    var findings: [Finding] = []
    var outputs: [UInt8] = []
    for (index, output) in outcomes.enumerated() {
      outputs += bytes(output, plan.failure(ofOutput: index), &findings)
    }
    let (source, mask) = (sourceSHA256.map(digest), maskSHA256.map(digest))
    let flags: UInt8 = (source == nil ? 0 : 1) + (mask == nil ? 0 : 2)
    let table = findings.flatMap { finding in
      [UInt8(Finding.Code.ofRenderers.firstIndex(of: finding.code) ?? 0)]
        + number(UInt16(finding.message.utf8.count))
        + Array(finding.message.utf8)
    }
    return number(memory) + [flags] + (source ?? []) + (mask ?? []) + number(UInt32(findings.count))
      + table
      + number(UInt32(outcomes.count)) + outputs + (measurement.map(bytes) ?? [])
  }

  private static func bytes(_ measurement: RenderMeasurement) -> [UInt8] {
    Stage.allCases.flatMap {
      number(measurement.stages[$0].nanoseconds) + number(measurement.stages[$0].bytes)
    }
      + [measurement.filters, measurement.buffers].flatMap {
        number(UInt32($0.hits)) + number(UInt32($0.misses))
      }
  }

  private static func bytes(_ output: OutputOutcome, _ failure: Finding?, _ findings: inout [Finding])
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    if let error = output.error {
      bytes = failure == nil ? [2] + place(of: error, &findings) : [4]
    } else if let code = output.systemError {
      bytes = [8] + number(code)
    } else if let size = output.bytes {
      bytes = [1] + (output.sha256.map(digest) ?? []) + number(size)
    } else {
      bytes = [0]
    }
    return bytes + [UInt8(output.findings.count)] + output.findings.flatMap { place(of: $0, &findings) }
  }

  private static func place(of finding: Finding, _ findings: inout [Finding]) -> [UInt8] {
    let known = findings.firstIndex(of: finding)
    if known == nil { findings.append(finding) }
    return number(UInt32(known ?? findings.count - 1))
  }

  private static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func digest(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
