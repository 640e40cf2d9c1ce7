import Foundation
import TestSupport
import Testing

/// Places where nothing can be written, or nothing should be: refused before anything is.
struct RefusedPlaceTests {
  /// Runs a job and expects this refusal alone, at the first occurrence of `place`, and nothing made.
  private static func expect(
    _ message: String, at place: String, _ studio: Studio, command: String = "upright run job.yaml"
  ) throws {
    let before = try studio.shell("find . | sort").stdout
    let lines = try studio.text("job.yaml").split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains(place) })
    let column = try #require(lines[line].ranges(of: place).first).lowerBound
    let indent = lines[line].distance(from: lines[line].startIndex, to: column)
    #expect(
      try studio.shell(command)
        == CommandRun(
          .exit(2),
          stderr: """
            job.yaml:\(line + 1):\(indent + 1): error: \(message)
            \(lines[line])
            \(String(repeating: " ", count: indent))^

            """))
    #expect(try studio.shell("find . | sort").stdout == before)
  }

  private static func studio(_ path: String, _ more: String = "name: job") throws -> Studio {
    let studio = try Studio("outputs:\n  - path: \(path)\n\(more)")
    try studio.add(Picture(), "photos/a.jpg")
    return studio
  }

  @Test("Below a file", arguments: ["notes/x.jpg", "notes/deep/er/x.jpg"])
  func belowFile(path: String) throws {
    let studio = try Self.studio(path)
    try studio.folder.write("", to: "notes")
    try Self.expect(
      "'\(studio.folder.path("notes"))' is not a folder, so nothing can be written below it", at: path, studio
    )
  }

  @Test("Below a link that leads nowhere")
  func belowDanglingLink() throws {
    let studio = try Self.studio("link/x.jpg")
    try studio.folder.link("link", to: "nowhere")
    try Self.expect(
      "'\(studio.folder.path("link"))' is a link that leads nowhere", at: "link/x.jpg", studio)
  }

  @Test("In a folder that may not be written to", .enabled(if: Studio.canBeRefused))
  func readOnly() throws {
    let studio = try Self.studio("shut/new/x.jpg")
    try studio.folder.makeFolder("shut")
    chmod(studio.folder.path("shut"), 0o555)
    try Self.expect(
      "'\(studio.folder.path("shut"))' can't be written to: Permission denied", at: "shut/new/x.jpg", studio,
      command: Studio.unprivileged + "upright run job.yaml")
  }

  @Test("In place of a folder")
  func folder() throws {
    let studio = try Self.studio("x.jpg")
    try studio.folder.makeFolder("x.jpg")
    try Self.expect("'x.jpg' is a folder: change 'path'", at: "x.jpg", studio)
  }

  @Test("In place of a FIFO")
  func fifo() throws {
    let studio = try Self.studio("x.jpg")
    mkfifo(studio.folder.path("x.jpg"), 0o644)
    try Self.expect("'x.jpg' is a device, FIFO or socket: change 'path'", at: "x.jpg", studio)
  }

  @Test("Over a source, by a hard or symbolic link", arguments: [true, false])
  func linkToSource(isHard: Bool) throws {
    let studio = try Self.studio("x.jpg")
    let (source, output) = (studio.folder.path("photos/a.jpg"), studio.folder.path("x.jpg"))
    #expect((isHard ? link(source, output) : symlink(source, output)) == 0)
    try Self.expect(
      "'x.jpg' is another name of the source 'photos/a.jpg': change 'path'", at: "x.jpg", studio)
  }

  @Test("Through a link below the output root", arguments: ["real", "../photos", "/"])
  func linkedFolder(target: String) throws {
    let studio = try Self.studio("link/new/x.jpg", "output_root: out")
    try studio.folder.makeFolder("out/real")
    try studio.folder.link("out/link", to: target)
    let real = ["real": studio.folder.path("out/real"), "/": ""][target] ?? studio.folder.path("photos")
    try Self.expect(
      "'\(studio.folder.path("out/link/new"))' leads to '\(real)/new' by a link: outputs follow no links below "
        + "the output root", at: "link/new/x.jpg", studio)
  }

  @Test("On another file system", .enabled(if: Studio.hasSharedMemory))
  func otherFileSystem() throws {
    let studio = try Self.studio("shm/x.jpg", "output_root: /dev")
    try Self.expect(
      "'/dev/shm' is on another file system than the output root: set 'output_root' to it", at: "shm/x.jpg",
      studio)
  }

  @Test("A manifest in place of a folder")
  func manifestFolder() throws {
    let studio = try Self.studio("x.jpg", "manifest: rows")
    try studio.folder.makeFolder("rows")
    try Self.expect("the manifest '\(studio.folder.path("rows"))' is a folder", at: "rows", studio)
  }

  @Test("A manifest in place of a device")
  func manifestDevice() throws {
    let studio = try Self.studio("x.jpg", "manifest: rows")
    try studio.folder.link("rows", to: "/dev/null")
    try Self.expect(
      "the manifest '\(studio.folder.path("rows"))' is a device, FIFO or socket", at: "rows", studio)
  }

  @Test("A manifest in place of the job file")
  func manifestJobFile() throws {
    let studio = try Self.studio("x.jpg", "manifest: ./job.yaml")
    try Self.expect(
      "the manifest would overwrite a job file: change 'manifest'", at: "./job.yaml", studio)
  }

  @Test("A manifest where the run's own state lies")
  func manifestInState() throws {
    let studio = try Self.studio("x.jpg", "manifest: .upright/job/rows")
    try Self.expect(
      "the manifest would lie in '.upright', which is kept for the state of runs: change 'manifest'",
      at: ".upright", studio)
  }

  @Test("A manifest below a file")
  func manifestBelowFile() throws {
    let studio = try Self.studio("x.jpg", "manifest: photos/a.jpg/rows")
    try Self.expect(
      "'\(studio.folder.path("photos/a.jpg"))' is not a folder, so nothing can be written below it",
      at: "photos/a.jpg/rows", studio)
  }

  @Test("A manifest in place of another file")
  func manifestOverFile() throws {
    let studio = try Self.studio("x.jpg", "manifest: notes.txt")
    try studio.folder.write("keep me\n", to: "notes.txt")
    try Self.expect(
      "'\(studio.folder.path("notes.txt"))' is there already and is no manifest: change 'manifest', or remove it",
      at: "notes.txt", studio)
  }

  @Test("Outputs that a link takes to where sources are looked for")
  func futureSource() throws {
    let studio = try Self.studio("y.jpg", "output_root: way")
    try studio.folder.link("way", to: "photos")
    try Self.expect(
      "'y.jpg' leads by a link to where 'photos/*.jpg' would find it: write elsewhere", at: "y.jpg", studio)
  }
}

extension Studio {
  /// True where a file system of its own lies in `/dev`, in which nothing else is made.
  fileprivate static let hasSharedMemory: Bool = {
    var (outer, inner) = (stat(), stat())
    return stat("/dev", &outer) == 0 && stat("/dev/shm", &inner) == 0 && outer.st_dev != inner.st_dev
      && access("/dev", W_OK) == 0
  }()
}
