import Foundation
import TestSupport
import Testing

/// Paths of manifests and outputs as the shell that called the program can use them.
struct PastedPathsTests {
  /// A job in `jobs`, whose outputs and manifest lie in `jobs/out`.
  private static func studio() throws -> Studio {
    let studio = try Studio()
    try studio.job(
      """
      sources: ["../photos/*.jpg"]
      output_root: out
      manifest: out/rows.jsonl
      outputs: [{path: "{stem}-9.jpg", resize: "9,"}]
      """, "jobs/job.yaml")
    try studio.add(.tagged(1), "photos/a.jpg")
    try FileManager.default.createDirectory(
      atPath: studio.folder.path("elsewhere"), withIntermediateDirectories: false)
    return studio
  }

  @Test(
    "They are relative to the current folder where they lie below it, else absolute",
    arguments: [(".", "jobs/job.yaml"), ("jobs", "job.yaml"), ("elsewhere", "../jobs/job.yaml")])
  func shown(current: String, job: String) throws {
    let studio = try Self.studio()
    func upright(_ arguments: String) throws -> CommandRun {
      try studio.shell("cd \(current) && upright \(arguments)")
    }
    let root = try studio.shell("pwd -P").stdout.dropLast()
    let folder = ["elsewhere": "\(root)/jobs/out", "jobs": "out", ".": "jobs/out"][current] ?? ""
    let plan = try upright("plan \(job)")
    #expect(plan.stdout.contains("\n  -> \(folder)/a-9.jpg: 9x7, from decode 1\n"))
    let run = try upright("run \(job)")
    #expect(run.ending == .exit(0))
    #expect(run.stderr.hasSuffix("; manifest \(folder)/rows.jsonl\n"))
    let again = try upright("run --json --quiet \(job)")
    #expect(again.stdout.contains("\"manifest\":\"\(folder)/rows.jsonl\""))
    #expect(try studio.shell("cd \(current) && rm \(folder)/a-9.jpg").ending == .exit(0))
    let status = try upright("status \(job)")
    #expect(status.stdout.hasPrefix("missing \(folder)/a-9.jpg\n"))
    for options in ["", "--outputs-only "] {
      let verify = try upright("verify \(options)\(folder)/rows.jsonl")
      #expect(verify.ending == .exit(1))
      #expect(
        verify.stdout.hasPrefix("line 1, ../photos/a.jpg -> \(folder)/a-9.jpg: the output is missing\n"))
    }
  }
}
