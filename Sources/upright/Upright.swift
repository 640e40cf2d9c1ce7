import ArgumentParser
import Glibc
import Imaging
import JSON
import JobFile
import Reporting
import Session
import System
import Workers

/// The command line: turns arguments into calls, and their results into an exit status.
@main
struct Upright: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upright",
    abstract: "Orient, crop, resize and re-encode sets of images by a job file.",
    discussion: """
      A job file lists sources, crops and outputs; 'upright run' makes them: the same bytes every time.

        upright init photos                    write a first job file for a folder
        upright audit photos                   which faults has a set of pictures?
        upright check thumbs.yaml              is the job file right?
        upright plan thumbs.yaml               which outputs would be made, at what cost?
        upright preview thumbs.yaml            a page that shows the outputs before they are made
        upright run thumbs.yaml                make the outputs, or the changed ones
        upright status thumbs.yaml             which outputs are done?
        upright lock thumbs.yaml               hold later runs to these sources
        upright verify thumbs.manifest.jsonl   do the files agree with the manifest?

      A set that outgrows one machine is planned once, run in shards, and merged:

        upright plan --out plan.jsonl --shards 8 thumbs.yaml
        upright run --plan plan.jsonl --shard 0/8
        upright merge --plan plan.jsonl

      The version, with the commit, the libraries and the processor's features:

        upright --version --json

      Exit status: 0 done; 1 some images failed; 2 wrong usage, job file or plan; 70 a fault of upright itself; \
      74 output, journal or manifest could not be written; 75 try again later: locked, disk full or time limit \
      passed; 129, 130, 143 ended by SIGHUP, SIGINT, SIGTERM.
      """,
    version: ToolVersion.name,
    subcommands: [
      RunCommand.self, PlanCommand.self, MergeCommand.self, PreviewCommand.self, AuditCommand.self,
      InitCommand.self, CheckCommand.self,
      LockCommand.self, StatusCommand.self, VerifyCommand.self, CroissantCommand.self, WorkerCommand.self,
      ProbeCommand.self,
      SchemaCommand.self,
    ])

  static func main() {
    Console.fillStreams()
    for name in SmallJPEG.misleadingVariables { unsetenv(name) }
    let arguments = Array(ProcessArguments.all.dropFirst())
    if arguments.first == WorkerMain.command { work(arguments) }
    do {
      if asksForDescription(arguments) {
        return try Console.output(JSONText.encode(ProgramDescription()) + "\n")
      }
      try checkNames()
      try checkCommand(arguments)
      var command = try parseAsRoot(arguments)
      if takesNames(command), let fault = Console.currentFolderFault { throw SessionError(.usage, fault) }
      try command.run()
    } catch let error as SessionError {
      Log.tell(error)
      error.status.end()
    } catch {
      end(with: error)
    }
  }

  /// True for `--version --json`. `--json` is no flag of the root command: there it would take the `--json` of the
  /// subcommands.
  private static func asksForDescription(_ arguments: [String]) -> Bool {
    arguments.sorted() == ["--json", "--version"]
  }

  /// True if the command takes names of files. The command that prints help is none of the subcommands.
  private static func takesNames(_ command: any ParsableCommand) -> Bool {
    !(command is SchemaCommand) && configuration.subcommands.contains { $0 == type(of: command) }
  }

  /// Throws if an argument isn't UTF-8.
  private static func checkNames() throws(SessionError) {
    guard let argument = ProcessArguments.firstNotUTF8 else { return }
    throw SessionError(
      .usage, "the argument '\(argument.displayName)' isn't UTF-8: upright takes names in UTF-8 only")
  }

  /// Throws if the first word, or the argument of `help`, is no command.
  private static func checkCommand(_ arguments: [String]) throws {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    let commands = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard let word = words.first, !word.hasPrefix("-"), !commands.contains(word) else { return }
    let hint = word.misspelt(of: commands).map { ". Did you mean '\($0)'?" } ?? ""
    throw ValidationError("Unknown command '\(word)'\(hint)")
  }

  /// Runs this process as a worker process, for the internal command `_worker`.
  private static func work(_ arguments: [String]) -> Never {
    let libraries = arguments.dropFirst(3).compactMap { OptionalLibrary(rawValue: $0) }
    guard arguments.count == 3 + libraries.count, let policy = SandboxPolicy(rawValue: arguments[1]),
      let helpers = Int(arguments[2]), WorkerMain.hasSocket
    else {
      Console.error("upright: error: '\(WorkerMain.command)' is for upright's own use\n")
      ExitStatus.usage.end()
    }
    Glibc.exit(WorkerMain.run(policy, helpers: helpers, libraries))
  }

  /// Help and versions go to stdout, with status 0; wrong usage goes to stderr.
  private static func end(with error: any Error) -> Never {
    let text = fullMessage(for: error)
    if exitCode(for: error).isSuccess {
      do throws(SessionError) { try Console.output(text + "\n") } catch {
        Log.tell(error)
        error.status.end()
      }
      ExitStatus.done.end()
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    Console.error(lines.map { String($0).shown + "\n" }.joined())
    ExitStatus.usage.end()
  }
}
