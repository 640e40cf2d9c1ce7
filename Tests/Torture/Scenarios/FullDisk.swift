import Foundation
import TestSupport

/// An output root that really is too small, and is made larger afterwards: a file system in memory, in a name space
/// of its own.
package enum FullDisk {
  /// Runs into the full disk, keeps what is there, makes room, and runs again. Arguments: the trial's folder, options
  /// of the file system, the binary.
  private static let script = """
    set -u
    cd "$1"
    mkdir out
    mount -t tmpfs -o "$2" tmpfs out || exit 99
    "$3" run --jobs 1 job.yaml >stdout 2>stderr
    echo "$?" >first
    cp -a out partial
    mount -o remount,size=64m,nr_inodes=10000 tmpfs out || exit 99
    "$3" run --jobs 1 job.yaml >>stdout 2>>stderr
    echo "$?" >second
    cp -a out final
    umount out
    rmdir out
    """

  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("full-disk")
    let ground = try Ground(settings.program, images: 12)
    guard try isAllowed() else {
      report.skip("user name spaces with a mount in them aren't allowed here")
      return report
    }
    let job = Job.variants(settings.program, threads: [1], &report)[0]
    let golden = try ground.golden(job)
    let pages = golden.files.values.reduce(0) { $0 + ($1.count + 4095) / 4096 }
    let parts = settings.isQuick ? [5] : Array(1...10)
    let sizes = parts.map { "size=\(4096 * max(2, pages * $0 / 11))" }
    let all = sizes + (settings.isQuick ? [] : ["size=64m,nr_inodes=8", "size=64m,nr_inodes=20"])
    Parallel.run(all.count, width: settings.width, into: &report) { index, report in
      try attempt(all[index], job, ground, golden, &report)
    }
    return report
  }

  private static func isAllowed() throws -> Bool {
    let folder = try TemporaryDirectory()
    let command = "mount -t tmpfs tmpfs '\(folder.path)'"
    return try CommandRun.run("/usr/bin/unshare", ["-Urm", "sh", "-c", command], in: folder.path).ending
      == .exit(0)
  }

  private static func attempt(
    _ options: String, _ job: Job, _ ground: Ground, _ golden: Golden, _ report: inout ScenarioReport
  ) throws {
    let trial = try ground.trial(job)
    defer { trial.remove() }
    let process = try ChildProcess(
      ["/usr/bin/unshare", "-Urm", "sh", "-c", script, "sh", trial.path, options, ground.program.path],
      stdout: "/dev/null", stderr: "\(trial.path)/script")
    let ended = try process.ending(limit: 60)
    var wrong: [String] = []
    let first = status("first", trial)
    // With room for all but the state folder's files the run may just succeed.
    if ended.ending != .exit(0) || ![75, 0].contains(first) {
      wrong.append("a full disk ends by \(first) (\(ended.ending)), and not by 75: \(trial.errors)")
    }
    try show("partial", trial)
    wrong += first == 0 ? trial.differences(from: golden) : trial.halvesButManifest([golden])
    try show("final", trial)
    if status("second", trial) != 0 { wrong.append("with room the rerun ends by \(status("second", trial))") }
    wrong += trial.differences(from: golden) + trial.temporaries
    report.count("sizes")
    if first == 75 { report.count("found full") }
    report.expect(none: wrong, "\(job.words), \(options)")
  }

  private static func status(_ name: String, _ trial: Trial) -> Int {
    let text = (try? String(contentsOfFile: "\(trial.path)/\(name)", encoding: .utf8)) ?? ""
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
  }

  /// Puts a copy of the output root in its place.
  private static func show(_ copy: String, _ trial: Trial) throws {
    try? FileManager.default.removeItem(atPath: "\(trial.path)/out")
    try FileManager.default.moveItem(atPath: "\(trial.path)/\(copy)", toPath: "\(trial.path)/out")
  }
}
