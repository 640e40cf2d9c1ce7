import ArgumentParser
import JobFile
import Reporting
import Session

/// `upright init`: writes a first job file for a folder of pictures.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a first job file for a folder of pictures.",
    usage: "upright init [<options>] [<folder>]",
    discussion: """
      Looks at the names of files, and into annotation files, archives and Parquet files. Writes NAME.yaml into the \
      folder: a short job with comments, which suits what is there. Asks nothing, replaces no file and makes no output.

        upright init photos
        upright init --name web
      """)

  @Argument(
    help: ArgumentHelp("The folder of the pictures. Default: the current folder.", valueName: "folder"),
    completion: .directory)
  var folder = "."

  @Option(help: ArgumentHelp("The job's name, and the name of its file without .yaml.", valueName: "name"))
  var name = "upright"

  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if !JobSpec.isName(name) { throw ValidationError("--name: '\(name)' must be \(JobSpec.nameWords)") }
    if [".yaml", ".yml"].contains(where: name.hasSuffix) {
      throw ValidationError("--name: leave out the ending of '\(name)'")
    }
  }

  func run() throws {
    let (file, found) = try JobSession().writeDraft(for: folder, name: name)
    Log.tell(LogEntry(.info, file: file, "written for \(found)"))
    Log.tell(LogEntry(.info, "next: upright plan \(Self.pasteable(file))"))
  }

  /// A path as a shell takes it.
  private static func pasteable(_ path: String) -> String {
    let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
    return isPlain
      ? path
      : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
