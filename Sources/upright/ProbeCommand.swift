import ArgumentParser
import ImageModel
import Imaging
import JSON
import JobFile
import Planning
import Reporting
import Session
import Survey

/// `upright probe`: prints the headers of files.
struct ProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Show the headers of images; decodes no pixels.",
    discussion: """
      Shows format, stored and displayed size, orientation, coding, colours and metadata of JPEGs, and with less detail \
      of the other formats.

        upright probe photo.jpg
        upright probe --crop 17,33,640,480 photo.jpg
        upright probe --json photos/*.jpg | jq -r 'select(.gps) | .file'
      """)

  @Argument(help: ArgumentHelp("Image files.", valueName: "file"), completion: .file())
  var files: [String]

  @Flag(help: "Print one JSON object for each file.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Show the box that this crop cuts, and the nearest box that a JPEG gives without loss.",
      valueName: "box"))
  var crop: String?

  @OptionGroup var messages: MessageOptions

  func validate() throws { _ = try wantedCrop() }

  func run() throws {
    let wanted = try wantedCrop()
    var isComplete = true
    for file in files {
      switch Self.look(at: file) {
      case .success(let probed):
        let cut = wanted.map { LosslessCrop($0, of: probed.cropped) }
        try Console.output(
          json
            ? JSONText.encode(ProbeText.Object(file: file, probed: probed, crop: cut)) + "\n"
            : ProbeText.lines(file, probed, cut))
      case .failure(let error):
        isComplete = false
        var entry = LogEntry(.error, file: file, error.finding.message)
        entry.code = error.finding.code
        Log.tell(entry)
      }
    }
    if !isComplete { throw SessionError(.failures, []) }
  }

  /// The crop in `--crop`, parsed as in a job file; nil without the option.
  private func wantedCrop() throws -> Crop? {
    guard let crop else { return nil }
    guard let shape = RegionText.shape(crop) else {
      throw ValidationError("--crop: '\(crop)' is none of \(RegionText.forms)")
    }
    return Crop(shape)
  }

  private static func look(at file: String) -> Result<ProbedFile, ImageError> {
    Result { () throws(ImageError) in
      let source: OpenSource
      do throws(OpeningError) { source = try OpenSource.open(file) } catch {
        throw ImageError(error.finding)
      }
      return try ProbedFile.read(from: ByteSource(descriptor: source.descriptor.number))
    }
  }
}
