import Execution
import ImageModel
import Planning

/// What is the same in every row of a manifest.
package struct ManifestHeader: Hashable, Sendable {
  /// SHA-256 of the job file, in hexadecimal.
  package var jobSHA256: String
  package var tool: String
  package var libraries: LibraryVersions

  package init(jobSHA256: String, tool: String, libraries: LibraryVersions) {
    self.jobSHA256 = jobSHA256
    self.tool = tool
    self.libraries = libraries
  }

  /// All that shapes the manifest beside sources and what is made of them.
  package var identity: String { "\(jobSHA256)\n\(versions)" }

  /// All that shapes outputs' bytes beside sources and plans.
  package var versions: String { "\(tool)\n\(libraries.libjpegTurbo)\n\(libraries.zimg)" }
}

/// One row of a manifest: a source and one of its outputs. Every key is in every row, null where unknown.
package struct ManifestRow: Encodable {
  /// How a row ended.
  package enum Status: String, Encodable, Sendable {
    case ok, failed, skipped

    init(_ output: OutputOutcome) {
      guard let error = output.error else {
        self = .ok
        return
      }
      self = error.isSkipped ? .skipped : .failed
    }
  }

  private let header: ManifestHeader
  private let image: ImagePlan
  private let output: OutputPlan
  private let outcome: OutputOutcome
  private let sourceSHA256: String?

  /// The row of output `index` of an image.
  package init(_ header: ManifestHeader, _ image: ImagePlan, _ index: Int, _ outcome: ImageOutcome) {
    self.header = header
    self.image = image
    output = image.outputs[index]
    self.outcome = outcome.outputs[index]
    sourceSHA256 = outcome.sourceSHA256
  }

  /// How the row ended.
  package var status: Status { Status(outcome) }

  private enum CodingKeys: String, CodingKey {
    case source, id
    case sourceSHA256 = "source_sha256"
    case sourceBytes = "source_bytes"
    case format
    case storedSize = "stored_size"
    case orientation
    case displaySize = "display_size"
    case cropRequested = "crop_requested"
    case crop, decode, output
    case outputSHA256 = "output_sha256"
    case outputBytes = "output_bytes"
    case outputSize = "output_size"
    case content, status, error, warnings
    case jobSHA256 = "job_sha256"
    case tool, libraries
  }

  private struct Decode: Encodable {
    var engine: DecodePlan.Engine
    var scale: DCTScale
    var region: PixelRect<Stored>
    var size: PixelSize
  }

  package func encode(to encoder: any Encoder) throws {
    let decode = image.decodes.indices.contains(output.decode) ? image.decodes[output.decode] : nil
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(image.source, forKey: .source)
    try row.encode(image.id, forKey: .id)
    try row.encode(sourceSHA256, forKey: .sourceSHA256)
    try row.encode(image.bytes, forKey: .sourceBytes)
    try row.encode(image.format, forKey: .format)
    try row.encode(image.storedSize, forKey: .storedSize)
    try row.encode(image.error == nil ? output.orientation : nil, forKey: .orientation)
    try row.encode(output.displaySize, forKey: .displaySize)
    try row.encode(output.cropRequested, forKey: .cropRequested)
    try row.encode(output.crop, forKey: .crop)
    try row.encode(
      output.error == nil
        ? decode.map { Decode(engine: $0.engine, scale: $0.scale, region: $0.region, size: $0.samples.size) }
        : nil,
      forKey: .decode)
    try row.encode(output.path, forKey: .output)
    try row.encode(outcome.sha256, forKey: .outputSHA256)
    try row.encode(outcome.bytes, forKey: .outputBytes)
    try row.encode(output.size, forKey: .outputSize)
    try row.encode(output.content, forKey: .content)
    try row.encode(status, forKey: .status)
    try row.encode(outcome.error, forKey: .error)
    try row.encode(image.warnings + output.warnings + outcome.warnings, forKey: .warnings)
    try row.encode(header.jobSHA256, forKey: .jobSHA256)
    try row.encode(header.tool, forKey: .tool)
    try row.encode(header.libraries, forKey: .libraries)
  }
}
