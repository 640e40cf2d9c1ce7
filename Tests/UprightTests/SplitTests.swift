import TestSupport
import Testing

/// Outputs that are distributed to splits and folders.
struct SplitTests {
  /// The pictures `a` to `p` and a job with halves for two outputs each.
  private static func studio(_ stems: String = "abcdefghijklmnop") throws -> Studio {
    let studio = try Studio()
    for stem in stems { try studio.add(picture(stem), "photos/\(stem).jpg") }
    try job(in: studio)
    return studio
  }

  private static func picture(_ stem: Character) -> Picture {
    Picture(width: 24, height: 16, seed: Int(stem.asciiValue ?? 0))
  }

  private static func job(in studio: Studio, sources: String = "[\"photos/*.jpg\"]") throws {
    try studio.job(
      """
      sources: \(sources)
      output_root: out
      split: {one: 50%, two: 50%}
      outputs: [{path: "{split}/{stem}.jpg"}, {path: "small/{split}-{stem}.jpg", resize: "9,"}]
      """)
  }

  /// Runs the job and gives its outputs, sorted.
  private func outputs(_ studio: Studio, _ arguments: [String] = []) throws -> [String] {
    let run = try CommandRun.upright(["run", "--quiet"] + arguments + ["job.yaml"], in: studio.folder)
    #expect(run == CommandRun(.exit(0)))
    return try studio.rows().compactMap(\.output).sorted()
  }

  /// Of the SHA-256 of these letters, as Python's hashlib has it, those of `a`, `g`, `h`, `i`, `k`, `l` begin with a digit
  /// of 8 and above, so that they are in the upper half of all numbers.
  private static func expected(_ stems: String) -> [String] {
    stems.flatMap { stem in
      let split = "aghikl".contains(stem) ? "two" : "one"
      return ["\(split)/\(stem).jpg", "small/\(split)-\(stem).jpg"]
    }.sorted()
  }

  @Test("Splits are the same again, for other --jobs and in another order of sources")
  func stable() throws {
    let studio = try Self.studio("abcdefghijklm")
    let expected = Self.expected("abcdefghijklm")
    #expect(try outputs(studio, ["--jobs", "1"]) == expected)
    #expect(try outputs(studio) == expected)
    #expect(try outputs(studio, ["--force", "--jobs", "4"]) == expected)
    try Self.job(in: studio, sources: "[\"photos/[h-m].jpg\", \"photos/[a-g].jpg\", \"photos/c.jpg\"]")
    #expect(try outputs(studio, ["--jobs", "3"]) == expected)
    #expect(studio.folder.files().filter { $0.hasPrefix("out/") } == expected.map { "out/\($0)" })
  }

  @Test("Pictures that come or go move no other, and what is there isn't made again")
  func othersStay() throws {
    let studio = try Self.studio("bdhk")
    #expect(try outputs(studio) == Self.expected("bdhk"))
    for stem in "acilm" { try studio.add(Self.picture(stem), "photos/\(stem).jpg") }
    let run = try studio.upright("run", "--json", "job.yaml")
    #expect(run.stdout.contains(#""reused":8,"#))
    #expect(try studio.rows().compactMap(\.output).sorted() == Self.expected("abcdhiklm"))
    try studio.job("outputs: [{path: \"{split}.jpg\"}]\nsources: [photos/h.jpg]\nsplit: {one: 50%, two: 50%}")
    #expect(try outputs(studio) == ["two.jpg"])
  }

  @Test("The plan shows the paths")
  func plan() throws {
    let studio = try Self.studio("ab")
    let run = try studio.upright("plan", "job.yaml")
    let shown = run.stdout.split(separator: "\n").filter { $0.contains("-> ") }
    #expect(
      shown == [
        "  -> out/two/a.jpg: 24x16, from decode 1", "  -> out/small/two-a.jpg: 9x6, from decode 1",
        "  -> out/one/b.jpg: 24x16, from decode 1", "  -> out/small/one-b.jpg: 9x6, from decode 1",
      ])
    let json = try studio.upright("plan", "--json", "job.yaml").stdout
    #expect(
      json.matches(of: /"path":"([^"]*)"/).map { String($0.1) }.sorted() == Self.expected("ab"))
  }

  @Test("All boxes of a picture are in its split, whatever their number")
  func boxes() throws {
    let studio = try Studio()
    for stem in "ab" { try studio.add(Self.picture(stem), "photos/\(stem).jpg") }
    try studio.folder.write(
      """
      image,x,y,width,height,class
      b.jpg,1,1,8,8,x
      a.jpg,0,0,9,9,x
      b.jpg,3,1,8,8,y
      a.jpg,5,5,9,9,y
      """, to: "photos/boxes.csv")
    try studio.job(
      """
      sources: {annotations: photos/boxes.csv, format: csv, space: display}
      output_root: out
      split: {one: 50%, two: 50%}
      files_per_folder: 3
      outputs: [{path: "{split}/{stem}-{box_index}.jpg"}, {path: "{folder}/{category}-{stem}.jpg"}]
      """)
    #expect(
      try outputs(studio) == [
        "000000/x-a.jpg", "000000/x-b.jpg", "000000/y-a.jpg", "000001/y-b.jpg",
        "one/b-000001.jpg", "one/b-000002.jpg", "two/a-000001.jpg", "two/a-000002.jpg",
      ])
  }

  @Test("Folders are filled in the order of the plan, whatever fails and however it is run")
  func folders() throws {
    let studio = try Self.studio("abdef")
    try studio.folder.write("words", to: "photos/c.jpg")
    // Fails only when it is decoded.
    try studio.folder.write(try Self.picture("d").jpeg().prefix(500), to: "photos/d.jpg")
    try studio.job(
      """
      sources: ["photos/*.jpg"]
      output_root: out
      files_per_folder: 2
      outputs: [{path: "{folder}/{stem}.jpg"}]
      """)
    let expected = ["000000/a", "000000/b", "000001/c", "000001/d", "000002/e", "000002/f"].map {
      $0 + ".jpg"
    }
    for jobs in ["1", "4"] {
      let run = try studio.upright("run", "--force", "--quiet", "--jobs", jobs, "job.yaml")
      #expect(run.ending == .exit(1))
      let rows = try studio.rows()
      #expect(rows.map(\.output) == expected)
      #expect(rows.map(\.status) == ["ok", "ok", "failed", "failed", "ok", "ok"])
    }
    let run = try studio.upright("run", "--quiet", "--force", "--only", "photos/f.jpg", "job.yaml")
    #expect(run == CommandRun(.exit(0)))
    #expect(
      studio.folder.files().filter { $0.hasPrefix("out/0") }
        == ["a", "b", "e", "f"].map { "out/00000\("ab".contains($0) ? 0 : 2)/\($0).jpg" })
  }
}
