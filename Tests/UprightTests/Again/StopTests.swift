import Foundation
import TestSupport
import Testing

/// Runs that are ended early.
struct StopTests {
  /// A dozen pictures that are enlarged, which takes its time.
  private static func studio(_ keys: String = "") throws -> Studio {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{stem}.jpg", resize: {width: 3000, enlarge: true}, quality: 5}]
      durability: none
      \(keys)
      """)
    for index in 10..<22 {
      try studio.add(.tagged(1, width: 32, height: 24, seed: index), "photos/\(index).jpg")
    }
    return studio
  }

  private static func outputs(_ studio: Studio) -> Int {
    studio.folder.files().filter { $0.hasPrefix("out/") }.count
  }

  /// Starts a run, and waits until it has made something.
  private static func start(_ studio: Studio) throws -> StartedRun {
    let run = try StartedRun(studio, "run", "--jobs", "1", "job.yaml")
    #expect(run.wait { outputs(studio) > 0 })
    return run
  }

  /// Expects that a run which ended early left all in order, and that the next one makes the rest.
  private static func expectOrder(_ studio: Studio, _ made: Int) throws {
    #expect(studio.temporaries() == [])
    #expect(!studio.folder.files().contains("job.manifest.jsonl"))
    let (run, files) = try studio.changes("run", "job.yaml")
    #expect(run.ending == .exit(0))
    let before = made == 0 ? "" : ", \(made) done before"
    #expect(run.stderr.hasPrefix("job: \(12 - made) of 12 outputs made from 12 images\(before); "))
    #expect(files.count == 1 + 12 - made)
    try studio.expectAsClean()
  }

  @Test(
    "A signal ends the run in order, and within 5 s",
    arguments: [(SIGTERM, "process"), (SIGTERM, "none"), (SIGINT, "process"), (SIGHUP, "none")])
  func signal(_ number: Int32, _ isolation: String) throws {
    let studio = try Self.studio("isolation: \(isolation)")
    let run = try Self.start(studio)
    let sent = Date()
    run.send(number)
    let ended = try run.end()
    #expect(Date().timeIntervalSince(sent) < 5)
    let made = Self.outputs(studio)
    let name = [SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP"][number] ?? ""
    #expect(
      ended
        == CommandRun(
          .signal(number),
          stderr: Self.announcement(name, ended)
            + "job: ended by \(name): \(made) of 12 outputs done, the next run goes on\n"))
    #expect(made < 12)
    try Self.expectOrder(studio, made)
  }

  /// What a run says at once after a signal. Between two images none is in work. The last image may end, and the run with
  /// it, before that is said.
  private static func announcement(_ name: String, _ run: CommandRun) -> String {
    let lines = ["waits at most 4.5 s for 1 image", "ends within 4.5 s"].map {
      "upright: warning: \(name): \($0); a second signal ends the process at once\n"
    }
    if run.stderr.hasPrefix("job: ended by") { return "" }
    return lines.first(where: run.stderr.hasPrefix) ?? lines[0]
  }

  /// A run that has made one of two images, and whose worker never ends with the other.
  private static func stuck(_ options: String...) throws -> (Studio, StartedRun) {
    let studio = try Self.studio()
    try studio.must("rm photos/1[2-9].jpg photos/2*.jpg")
    let options = options.joined(separator: " ")
    let run = try StartedRun(studio, shell: "exec \"$0\" run --jobs 1 \(options) job.yaml")
    #expect(run.wait { outputs(studio) == 1 })
    #expect(try run.stopWorkers() == 1)
    return (studio, run)
  }

  @Test(
    "A run whose picture overruns its time ends with its summary, its metrics and its object",
    arguments: ["signal", "limit"])
  func overrun(_ reason: String) throws {
    let limit = reason == "limit" ? "--time-limit 2" : ""
    let (studio, run) = try Self.stuck("--json --metrics-file run.prom", limit)
    if limit.isEmpty { run.send(SIGINT) }
    let ended = try run.end()
    #expect(ended.ending == (limit.isEmpty ? .signal(SIGINT) : .exit(75)))
    #expect(
      ended.stderr
        == (limit.isEmpty
          ? Self.announcement("SIGINT", ended) + "job: ended by SIGINT: " : "job: --time-limit has passed: ")
        + "1 of 2 outputs done, the next run goes on\n")
    #expect(ended.stdout.hasPrefix(#"{"job":"job","images":2,"rows":2,"ok":1,"reused":0,"failed":0,"#))
    let status = limit.isEmpty ? 130 : 75
    #expect(try studio.text("run.prom").contains("upright_run_exit_status{name=\"job\"} \(status)\n"))
    #expect(studio.temporaries() == [])
  }

  @Test("A signal ends a run in order that has just shown its first progress")
  func showing() throws {
    let studio = try Self.studio()
    let run = try StartedRun(studio, "run", "--jobs", "1", "--progress", "json", "job.yaml")
    #expect(try run.wait { try run.stderr.contains(#""stage":"make""#) })
    run.send(SIGTERM)
    let ended = try run.end()
    #expect(ended.ending == .signal(SIGTERM))
    #expect(ended.stderr.contains("\njob: ended by SIGTERM: "), "\(ended.stderr)")
  }

  @Test("The first signal says at once what the run waits for, the second ends it")
  func announced() throws {
    let (_, run) = try Self.stuck()
    run.send(SIGINT)
    #expect(try run.wait { try run.stderr.hasSuffix("\n") })
    run.send(SIGINT)
    let ended = try run.end()
    #expect(ended == CommandRun(.signal(SIGINT), stderr: Self.announcement("SIGINT", ended)))
  }

  @Test("What is done before counts as done in the summary of a run that ends early")
  func doneBefore() throws {
    let studio = try Self.studio()
    try studio.must("mkdir later && mv photos/2*.jpg photos/19.jpg later/")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let manifest = try studio.text("job.manifest.jsonl")
    try studio.must("mv later/*.jpg photos/ && touch photos/10.jpg")
    let made = try studio.contents()["out/10.jpg"]
    let run = try StartedRun(studio, "run", "--jobs", "1", "job.yaml")
    #expect(run.wait { studio.folder.files().contains("out/19.jpg") })
    run.send(SIGTERM)
    let ended = try run.end()
    #expect(
      ended
        == CommandRun(
          .signal(SIGTERM),
          stderr: Self.announcement("SIGTERM", ended)
            + "job: ended by SIGTERM: \(Self.outputs(studio)) of 12 outputs done, the next run goes on\n"
        ))
    #expect(try studio.text("job.manifest.jsonl") == manifest)
    #expect(try studio.folder.read("out/10.jpg") == made)
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }

  @Test("A second signal ends it at once; the next run clears up")
  func twice() throws {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{stem}.jpg", resize: {width: 9000, enlarge: true}, quality: 5}]
      """)
    try studio.add(.tagged(1, width: 32, height: 24), "photos/a.jpg")
    let run = try StartedRun(studio, "run", "job.yaml")
    let started = try run.wait {
      try studio.shell("find out/.upright/job/tmp -name '*.tmp' -size +0").stdout != ""
    }
    #expect(started)
    run.send(SIGTERM)
    run.send(SIGHUP)
    // Signals that wait are taken by their numbers, so that either may be the second.
    let ended = try run.end()
    #expect([.signal(SIGTERM), .signal(SIGHUP)].contains(ended.ending))
    // The announcement may come too late.
    #expect(ended.stderr.isEmpty || ended.stderr.hasPrefix("upright: warning: SIG"))
    #expect(studio.temporaries() != [])
    #expect(Self.outputs(studio) == 0)
    try studio.must("sed -i s/9000/90/ job.yaml")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }

  @Test("A signal that was ignored before, as by nohup, stays ignored")
  func ignored() throws {
    let studio = try Self.studio()
    let run = try StartedRun(studio, shell: "trap '' HUP; exec \"$0\" run --quiet --jobs 1 job.yaml")
    #expect(run.wait { Self.outputs(studio) > 0 })
    run.send(SIGHUP)
    #expect(try run.end() == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }

  @Test("--time-limit ends the run in order with 75")
  func timeLimit() throws {
    let studio = try Self.studio()
    // The file of the fifth output takes longer than the limit.
    let library = "\(try CommandRun.productsFolder())/libCSlow.so"
    let slow = "LD_PRELOAD=\(library) UPRIGHT_SLOW_NAMES=5.tmp UPRIGHT_SLOW_MILLISECONDS=2000"
    let run = try studio.shell("env \(slow) upright run --jobs 1 --time-limit 1 job.yaml")
    let made = Self.outputs(studio)
    #expect(
      run
        == CommandRun(
          .exit(75),
          stderr: "job: --time-limit has passed: \(made) of 12 outputs done, the next run goes on\n"))
    try Self.expectOrder(studio, made)
  }

  @Test(
    "A run that is ended before it has made anything leaves nothing behind",
    arguments: ["0.0000001", "0.001"])
  func nothing(_ seconds: String) throws {
    let studio = try Self.studio()
    try studio.job("output_root: new\nsources: [photos/10.jpg]\noutputs: [{path: x.jpg}]", "other.yaml")
    let before = try studio.shell("find . | sort").stdout
    let run = try studio.upright("run", "--time-limit", seconds, "job.yaml", "other.yaml")
    #expect(run.ending == .exit(75))
    #expect(try studio.shell("find . | sort").stdout == before)
  }

  @Test("A run that is killed when its first picture is made, again and again, makes progress")
  func killedEarly() throws {
    let studio = try Self.studio()
    try studio.must("sed -i 's/durability: none/durability: batch/' job.yaml")
    for made in 1...3 {
      try studio.must("rm -f out/.upright/job/tmp/*")
      let run = try StartedRun(studio, "run", "--jobs", "1", "job.yaml")
      // The second picture is begun: the first one is made.
      #expect(run.wait { studio.temporaries().contains("out/.upright/job/tmp/2.tmp") })
      run.send(SIGKILL)
      #expect(try run.end() == CommandRun(.signal(SIGKILL)))
      #expect(Self.outputs(studio) == made)
    }
    let run = try studio.upright("run", "job.yaml")
    #expect(run.stderr.hasPrefix("job: 9 of 12 outputs made from 12 images, 3 done before; "))
    try studio.expectAsClean()
  }

  @Test("A time limit that is long enough changes nothing")
  func longLimit() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "--time-limit", "86400", "job.yaml") == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }

  @Test(
    "kill -9: the next run converges, and leaves nothing",
    arguments: [("process", "batch"), ("process", "each"), ("none", "none")])
  func killed(_ isolation: String, _ durability: String) throws {
    let studio = try Self.studio("isolation: \(isolation)")
    try studio.must("sed -i 's/durability: none/durability: \(durability)/' job.yaml")
    let run = try StartedRun(studio, "run", "--jobs", "2", "job.yaml")
    #expect(run.wait { studio.temporaries() != [] })
    run.send(SIGKILL)
    #expect(try run.end() == CommandRun(.signal(SIGKILL)))
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }
}
