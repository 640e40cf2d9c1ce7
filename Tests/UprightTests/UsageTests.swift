import Foundation
import Reporting
import TestSupport
import Testing

/// Wrong command lines, and what help says.
struct UsageTests {
  private static let runUsage = """
    Usage: upright run [<options>] (<job> ... | --plan <file>)
      See 'upright run --help' for more information.

    """
  private static let rootUsage = """
    Usage: upright <subcommand>
      See 'upright --help' for more information.

    """
  private static let probeUsage = """
    Usage: upright probe <file> ... [--json] [--crop <box>] [--log-format <format>]
      See 'upright probe --help' for more information.

    """
  private static let initUsage = """
    Usage: upright init [<options>] [<folder>]
      See 'upright init --help' for more information.

    """
  private static let jobsHelp =
    "Help:  --jobs <n>  Images in work at once: 1 to 1024, or auto for the number of processors.\n"

  private static let waitHelp =
    "Help:  --wait <seconds>  Wait up to this time for another run of the job, "
    + "0 to 31536000. Default: exit with 75 at once.\n"
  private static let memoryHelp =
    "Help:  --memory <size>  Memory for the images in work: bytes, or KB, MB, GB, KiB, MiB or GiB. "
    + "Default: half of the free memory.\n"
  private static let limitHelp =
    "Help:  --time-limit <seconds>  End in order after this time, at most 31536000, "
    + "with exit status 75; the next run continues.\n"

  @Test(
    "Wrong usage",
    arguments: [
      ("frob", "Error: Unknown command 'frob'\n" + rootUsage),
      ("--frob", "Error: Unknown option '--frob'\n" + rootUsage),
      ("--json", "Error: Unknown option '--json'\n" + rootUsage),
      ("run", "Error: Missing expected argument '<job> ...'\n" + runUsage),
      ("run --jsno job.yaml", "Error: Unknown option '--jsno'. Did you mean '--json'?\n" + runUsage),
      ("run --jobs 0 job.yaml", "Error: The value '0' is invalid for '--jobs <n>'\n" + jobsHelp + runUsage),
      (
        "run --jobs 1025 job.yaml",
        "Error: The value '1025' is invalid for '--jobs <n>'\n" + jobsHelp + runUsage
      ),
      ("run --jobs", "Error: Missing value for '--jobs <n>'\n" + jobsHelp + runUsage),
      (
        "run --wait=-1 job.yaml",
        "Error: The value '-1' is invalid for '--wait <seconds>'\n" + waitHelp + runUsage
      ),
      (
        "run --wait 1e3 job.yaml",
        "Error: The value '1e3' is invalid for '--wait <seconds>'\n" + waitHelp + runUsage
      ),
      (
        "run --wait 31536000.1 job.yaml",
        "Error: The value '31536000.1' is invalid for '--wait <seconds>'\n" + waitHelp + runUsage
      ),
      ("run --time-limit 0.0 job.yaml", "Error: --time-limit: 0 seconds leave no time\n" + runUsage),
      (
        "run --time-limit inf job.yaml",
        "Error: The value 'inf' is invalid for '--time-limit <seconds>'\n" + limitHelp + runUsage
      ),
      (
        "run --time-limit 1h job.yaml",
        "Error: The value '1h' is invalid for '--time-limit <seconds>'\n" + limitHelp + runUsage
      ),
      (
        "run --metrics-file x.txt job.yaml",
        "Error: --metrics-file: 'x.txt' would not be read: its name must end in '.prom'\n" + runUsage
      ),
      (
        "run --metrics-file /none/such/x.prom job.yaml",
        "Error: --metrics-file: there is no folder '/none/such'\n" + runUsage
      ),
      (
        "run --stats /none/such/x job.yaml",
        "Error: --stats: there is no folder '/none/such'\n" + runUsage
      ),
      (
        "run --trace /none/such/x job.yaml",
        "Error: --trace: there is no folder '/none/such'\n" + runUsage
      ),
      (
        "run --stats x --trace ./x job.yaml",
        "Error: --stats and --trace need files of their own\n" + runUsage
      ),
      (
        "run --log-format xml job.yaml",
        "Error: The value 'xml' is invalid for '--log-format <format>'. Please provide one of 'text' and 'json'.\n"
          + "Help:  --log-format <format>  The form of messages: text, or json for one object a line.\n"
          + runUsage
      ),
      ("run --root job.yaml job.yaml", "Error: --root: there is no folder 'job.yaml'\n" + runUsage),
      (
        "probe --crop 1,2 photos/a.jpg",
        "Error: --crop: '1,2' is none of 'full', 'square', \"x,y,width,height\", \"pct:x,y,width,height\", \"WxH+X+Y\"\n"
          + probeUsage
      ),
      (
        "probe photos/a.jpg --crop",
        "Error: Missing value for '--crop <box>'\n"
          + "Help:  --crop <box>  Show the box that this crop cuts, and the nearest box that a JPEG gives without loss.\n"
          + probeUsage
      ),
      ("check none.yaml", "none.yaml: error: can't be read: No such file or directory\n"),
      ("plan .", ".: error: can't be read: Is a directory\n"),
      (
        "run --memory 0 job.yaml",
        "Error: The value '0' is invalid for '--memory <size>'\n" + memoryHelp + runUsage
      ),
      (
        "run --memory 1.5TB job.yaml",
        "Error: The value '1.5TB' is invalid for '--memory <size>'\n" + memoryHelp + runUsage
      ),
      (
        "run --memory half job.yaml",
        "Error: The value 'half' is invalid for '--memory <size>'\n" + memoryHelp + runUsage
      ),
      (
        "run --memory 64mb job.yaml",
        "Error: The value '64mb' is invalid for '--memory <size>'\n" + memoryHelp + runUsage
      ),
      (
        "plan --memory 1GB job.yaml",
        "Error: Unknown option '--memory'\nUsage: upright plan [<options>] <job> ...\n"
          + "  See 'upright plan --help' for more information.\n"
      ),
      (
        "init --name a/b photos",
        "Error: --name: 'a/b' must be a name of at most 200 bytes that holds no '/' and doesn't begin with '.'\n"
          + initUsage
      ),
      (
        "init --name thumbs.yaml photos",
        "Error: --name: leave out the ending of 'thumbs.yaml'\n" + initUsage
      ),
      ("run --only=a* job.yaml", "job.yaml: error: --only: 'a*' matches no source of this job\n"),
      (
        "run --prune --only=a* job.yaml",
        "Error: --prune looks at the whole job: leave out --only\n" + runUsage
      ),
    ])
  func wrongUsage(arguments: String, stderr: String) throws {
    let studio = try Studio("outputs: [{path: x.jpg}]")
    try studio.add(Picture(), "photos/a.jpg")
    let run = try CommandRun.upright(arguments.split(separator: " ").map(String.init), in: studio.folder)
    #expect(run == CommandRun(.exit(2), stderr: stderr))
    #expect(studio.folder.files() == ["job.yaml", "photos/a.jpg"])
  }

  @Test("A job file that may not be read", .enabled(if: Studio.canBeRefused))
  func unreadableJob() throws {
    let studio = try Studio("outputs: [{path: x.jpg}]")
    chmod(studio.folder.path("job.yaml"), 0)
    #expect(
      try studio.shell(Studio.unprivileged + "upright check job.yaml")
        == CommandRun(.exit(2), stderr: "job.yaml: error: can't be read: Permission denied\n"))
  }

  @Test("A job file from a pipe")
  func pipe() throws {
    let studio = try Studio("outputs: [{path: x.jpg}]\nname: piped")
    try studio.add(Picture(), "photos/a.jpg")
    #expect(
      try studio.shell("cat job.yaml | upright run --quiet --root . /dev/stdin") == CommandRun(.exit(0)))
    #expect(studio.folder.files() == ["job.yaml", "photos/a.jpg", "piped.manifest.jsonl", "x.jpg"])
  }

  @Test("A job file without end is read no further than a job file may be")
  func endless() throws {
    #expect(
      try Studio().upright("check", "/dev/zero")
        == CommandRun(.exit(2), stderr: "/dev/zero: error: the file is larger than 1 MiB\n"))
  }

  @Test("check says nothing when all is well, and opens no picture")
  func check() throws {
    let studio = try Studio("outputs: [{path: x.jpg}]")
    #expect(try studio.upright("check", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("--version")
  func version() throws {
    #expect(try Studio().upright("--version") == CommandRun(.exit(0), stdout: "\(ToolVersion.name)\n"))
  }

  @Test(
    "--version with --json tells the build, the libraries and the processor",
    arguments: [["--version", "--json"], ["--json", "--version"]])
  func description(arguments: [String]) throws {
    let studio = try Studio("outputs: [{path: '{stem}.png'}]")
    try studio.add(Picture(), "photos/a.jpg")
    let run = try CommandRun.upright(arguments, in: studio.folder)
    #expect(run.ending == .exit(0))
    #expect(run.stdout.hasSuffix("}\n"))
    let found = try JSONDecoder().decode(Description.self, from: Data(run.stdout.utf8))
    #expect("\(found.tool) \(found.version)" == ToolVersion.name)
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let row = try JSONDecoder().decode(Libraries.self, from: Data(studio.text("job.manifest.jsonl").utf8))
    #expect(found.libraries.filter { row.libraries.keys.contains($0.key) } == row.libraries)
    let more = Set(found.libraries.keys).subtracting(row.libraries.keys)
    #expect(more == ["cairo", "fontconfig", "librsvg", "pango"])
    #expect(found.processor.architecture == (try studio.shell("printf %s $(uname -m)").stdout))
    // The kernel's own list of what the processor has.
    let kernel = try studio.shell("sed -n 's/^flags.*: //p' /proc/cpuinfo | head -n 1").stdout
      .split { $0.isWhitespace }.map { String($0).replacing("_", with: ".") }
    let known = ["ssse3", "sse4.1", "sse4.2", "pclmul", "avx", "avx2", "bmi2", "avx512bw"]
    #expect(
      found.processor.features == known.filter { kernel.contains($0 == "pclmul" ? "pclmulqdq" : $0) })
  }

  private struct Libraries: Decodable {
    var libraries: [String: String]
  }

  private struct Description: Decodable {
    struct Processor: Decodable {
      var architecture: String
      var features: [String]
    }

    var tool: String
    var version: String
    var commit: String?
    var recipe_number: Int
    var libraries: [String: String]
    var processor: Processor
  }

  @Test(
    "Help is the same by both ways, and its examples run",
    arguments: [
      "", "run", "plan", "merge", "preview", "init", "check", "lock", "status", "verify", "croissant",
      "worker", "probe", "schema",
    ])
  func help(command: String) throws {
    let studio = try Studio()
    try studio.add(Picture(), "photo.jpg")
    try studio.add(Picture(), "photos/a.jpg")
    for name in ["thumbs.yaml", "nightly.yaml", "jobs/a.yaml"] {
      try studio.job(
        "sources: [\(name.hasPrefix("n") ? "a.jpg" : "photo.jpg")]\noutputs: [{path: x.jpg}]", name)
    }
    if ["run", "merge", "status", "worker"].contains(command) {
      let plan = "upright plan --out plan.jsonl --shards 8 thumbs.yaml; tail -n +2 plan.jsonl >items.jsonl"
      #expect(
        try studio.shell(
          "\(plan) && upright run --quiet --plan plan.jsonl --shards-per-task 8",
          environment: ["SLURM_ARRAY_TASK_ID": "0"]
        ).ending == .exit(0))
    }
    if ["verify", "croissant"].contains(command) {
      #expect(try studio.upright("run", "--quiet", "thumbs.yaml").ending == .exit(0))
    }
    let words = command.isEmpty ? [] : [command]
    let help = try CommandRun.upright(["help"] + words, in: studio.folder)
    #expect(help.ending == .exit(0))
    #expect(help.stderr == "")
    #expect(help.stdout.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(try CommandRun.upright(words + ["--help"], in: studio.folder) == help)
    let examples = help.stdout.split(separator: "\n").filter { $0.hasPrefix("  upright ") }
    #expect(!examples.isEmpty)
    for example in examples {
      // What explains an example stands behind two blanks; jq need not be installed.
      let call = String(example.dropFirst(2).replacing(/(  | \|).*/, with: ""))
      let run = try studio.shell(call)
      #expect(run.ending == .exit(0), "\(call): \(run.stderr)")
    }
  }

  @Test("Completions are shell code", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) throws {
    let studio = try Studio()
    let run = try studio.upright("--generate-completion-script", shell)
    #expect(run.ending == .exit(0))
    for command in ["run", "plan", "merge", "init", "check", "worker", "probe", "schema"] {
      #expect(run.stdout.contains(command))
    }
    if shell == "bash" {
      #expect(
        try studio.shell("upright --generate-completion-script bash | bash -n") == CommandRun(.exit(0)))
    }
  }
}
