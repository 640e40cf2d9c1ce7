import Foundation
import TestSupport

/// A second run over a hundred thousand images that are done already.
package enum NoChange {
  /// The most that an image may take of a processor, in nanoseconds.
  private static let most = 20_000

  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("no-change")
    let images = settings.choose(300, 100_000)
    let folder = try TemporaryDirectory()
    let bytes = try TestJPEG(.grey).file(.plain(width: 8, height: 8, [90]))
    for index in 0..<images { try folder.write(bytes, to: "photos/\(index / 1000)/\(index).jpg") }
    try folder.write(
      "version: 1\nsources: [\"photos/**/*.jpg\"]\noutput_root: out\noutputs: [{path: \"{dir}/{stem}.jpg\"}]\n",
      to: "job.yaml")
    let first = try run(folder, settings)
    let (before, manifest) = (try state(folder), try folder.read("job.manifest.jsonl"))
    let second = try run(folder, settings)
    var wrong: [String] = []
    if first.ending != .exit(0) { wrong.append("the first run ends by \(first.ending)") }
    if second.ending != .exit(0) { wrong.append("the second run ends by \(second.ending)") }
    if try state(folder) != before { wrong.append("the second run makes outputs again") }
    if try folder.read("job.manifest.jsonl") != manifest { wrong.append("the manifest is another") }
    let find = try ChildProcess(
      ["/usr/bin/find", folder.path("photos"), folder.path("out"), "-printf", "%s %T@ %i\\n"],
      stdout: "/dev/null", stderr: "/dev/null"
    ).ending(limit: 600)
    let each = Int(second.processorSeconds * 1e9) / images
    report.count("images", images)
    report.count("ns of processor an image, first run", Int(first.processorSeconds * 1e9) / images)
    report.count("ns of processor an image, second run", each)
    report.count(
      "per cent of what find takes", Int(100 * second.processorSeconds / max(1e-6, find.processorSeconds)))
    // So few images as a quick try has don't outweigh the start of the program.
    if !settings.isQuick && each > most { wrong.append("\(each) ns an image, and \(most) are allowed") }
    report.expect(none: wrong, "\(images) images")
    return report
  }

  private static func run(_ folder: TemporaryDirectory, _ settings: Settings) throws -> ChildProcess.Ended {
    try ChildProcess(
      [settings.program.path, "run", "--quiet", "--jobs", "\(settings.width)", folder.path("job.yaml")],
      stdout: folder.path("stdout"), stderr: folder.path("stderr")
    ).ending(limit: 3600)
  }

  /// What tells the outputs of one run from those of another.
  private static func state(_ folder: TemporaryDirectory) throws -> [String] {
    let text = try CommandRun.run(
      "/usr/bin/find", [folder.path("out"), "-name", "*.jpg", "-printf", "%P %T@ %i\\n"], in: folder.path
    ).stdout
    return text.split(separator: "\n").map(String.init).sorted()
  }
}
