import ArgumentParser
import Execution
import ImageModel
import Imaging
import JobFile
import Reporting

/// `upright probe`: what headers say.
struct ProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Show what images' headers say; no pixel is decoded.",
    discussion: """
      Format, size as stored and as displayed, orientation, coding, colours, and the metadata there is.
      Formats are JPEG, and with less detail PNG, WebP, TIFF, HEIC, AVIF, GIF and BMP, which a run doesn't take.

        upright probe photo.jpg
        upright probe --json photos/*.jpg | jq -r 'select(.gps) | .file'
      """)

  @Argument(help: ArgumentHelp("Image files.", valueName: "file"), completion: .file())
  var files: [String]

  @Flag(help: "Print a JSON object a file.")
  var json = false

  func run() throws {
    var isComplete = true
    for file in files {
      switch Self.look(at: file) {
      case .success(let probed):
        try Console.output(
          json
            ? JSONText.encode(ProbeText.Object(file: file, probed: probed)) + "\n"
            : ProbeText.lines(file, probed))
      case .failure(let finding):
        isComplete = false
        var entry = LogEntry(.error, file: file, finding.message)
        entry.code = finding.code
        Log.tell(entry)
      }
    }
    if !isComplete { throw ExitStatus.failures }
  }

  private static func look(at file: String) -> Result<ProbedFile, Finding> {
    Result { () throws(Finding) in
      let source: OpenSource
      do throws(OpeningError) { source = try OpenSource.open(file) } catch { throw error.finding }
      return try ProbedFile.read(from: ByteSource(descriptor: source.descriptor.number))
    }
  }
}
