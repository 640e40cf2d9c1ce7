import ArgumentParser
import Exports
import JSON
import Reporting
import Session
import System

/// `upright croissant`: describes a dataset for its loaders.
struct CroissantCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "croissant",
    abstract: "Describe the outputs of a manifest as Croissant, for loaders of datasets.",
    usage: "upright croissant [<options>] <manifest>",
    discussion: """
      The description is JSON-LD of Croissant 1.0: the manifest, the outputs, and a record for each row, on request with \
      its picture. The job file is found by its hash in the manifest's folder or a folder above.

        upright croissant thumbs.manifest.jsonl
        upright croissant --description 'Small town' thumbs.manifest.jsonl
      """)

  @Argument(
    help: ArgumentHelp("A manifest.", valueName: "manifest"), completion: .file(extensions: ["jsonl"]))
  var manifest: String

  @OptionGroup var job: ManifestJobOption
  @OptionGroup var base: FolderOptions
  @OptionGroup var messages: MessageOptions

  @Option(
    help: ArgumentHelp(
      "The file to write, in a folder above all outputs. Default: croissant.json beside the manifest.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var output: String?

  @Option(help: ArgumentHelp("The license of the dataset.", valueName: "url"))
  var license: String?

  @Option(help: ArgumentHelp("A description. Default: a sentence with the job's name.", valueName: "text"))
  var description: String?

  func validate() throws {
    if let output { try FileToWrite.check(output, "--output") }
  }

  func run() throws {
    let session = JobSession()
    let subject = try session.open(manifest: manifest, job: job.job, root: base.root, state: base.state)
    try subject.job.checkFolder(for: "croissant")
    let path = FileToWrite.absolute(output ?? "croissant.json", beside: output == nil ? manifest : nil)
    let job = subject.job
    if let output { try job.checkFree(path, as: "--output", output) }
    let sha256: String
    do throws(SystemError) { sha256 = try subject.file.sha256() } catch {
      throw SessionError(.usage, file: manifest, "can't be read: \(error.message)")
    }
    guard
      let croissant = CroissantDescription(
        of: job.spec, job.folders, manifest: FileToWrite.absolute(manifest), sha256: sha256,
        in: path.parentFolder, text: description, license: license)
    else {
      throw job.refusal(
        "the outputs in '\(job.folders.output)' don't lie below '\(path.parentFolder)', where loaders look for them: "
          + "change --output")
    }
    try write(croissant, to: path, job)
  }

  private func write(_ croissant: CroissantDescription, to path: String, _ job: Job) throws {
    let beginning = CroissantDescription.beginning
    let there = try? FileBytes.read(path, limit: beginning.count)
    if FileStatus.isDevice(path) || there != nil && there != beginning {
      throw job.refusal(
        "'\(path)' is there already and is no such description: remove it, or change --output")
    }
    let text = try JSONText.encode(croissant) + "\n"
    do throws(SystemError) {
      let file = try WholeFile(path)
      try Descriptor.write(Array(text.utf8), to: file.number)
      try file.commit()
    } catch {
      throw SessionError(writing: path, error)
    }
  }
}
