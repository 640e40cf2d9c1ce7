import Foundation
import TestSupport
import Testing

/// Wrong job files through the binary, each with its whole error text.
struct WrongJobTests {
  struct Wrong: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var job: String
    var stderr: String

    init(_ name: String, _ job: String, _ stderr: String) {
      testDescription = name
      self.job = job
      self.stderr = stderr
    }

    /// Runs and plans the job beside two pictures, and expects the text and nothing made.
    func check() throws {
      let studio = try Studio()
      try studio.add(Picture(), "photos/a.jpg")
      try studio.add(Picture(), "photos/b.jpg")
      try studio.folder.write(job, to: "job.yaml")
      #expect(try studio.upright("run", "job.yaml") == CommandRun(.exit(2), stderr: stderr))
      #expect(try studio.upright("plan", "job.yaml") == CommandRun(.exit(2), stderr: stderr))
      #expect(studio.folder.files() == ["job.yaml", "photos/a.jpg", "photos/b.jpg"])
    }
  }

  static let wrong = [
    Wrong(
      "misspelt keys, several at once",
      """
      version: 1
      sources: ["photos/*.jpg"]
      outputs:
        - path: "{stam}.jpg"
          resize: {width: 5, fitt: cover}
      qualty: 85
      """,
      """
      job.yaml:4:11: error: an output path has no variable '{stam}'; did you mean '{stem}'?
        - path: "{stam}.jpg"
                ^
      job.yaml:5:24: error: unknown key 'fitt': did you mean 'fit'?
          resize: {width: 5, fitt: cover}
                             ^
      job.yaml:6:1: error: unknown key 'qualty': did you mean 'quality'?
      qualty: 85
      ^

      """),
    Wrong(
      "an unknown engine",
      """
      version: 1
      sources: ["photos/*.jpg"]
      outputs: [{path: x.jpg}]
      decode: {engine: own}
      """,
      """
      job.yaml:4:18: error: 'engine' must be 'auto', 'libjpeg' or 'reduced', not 'own'
      decode: {engine: own}
                       ^

      """),
    Wrong(
      "an unquoted IIIF size",
      """
      version: 1
      sources: ["photos/a.jpg"]
      outputs: [{path: x.jpg}]
      resize: !512,512
      """,
      """
      job.yaml:4:9: error: '!' begins a tag here; put the text in quotes: "!512,512"
      resize: !512,512
              ^

      """),
    Wrong(
      "paths that climb or begin at the root",
      """
      version: 1
      sources: ["photos/a.jpg"]
      outputs:
        - path: ../x.jpg
        - path: /x.jpg
      """,
      """
      job.yaml:4:11: error: an output path has a segment '..'
        - path: ../x.jpg
                ^
      job.yaml:5:11: error: an output path is relative to 'output_root': leave out the '/' at its front
        - path: /x.jpg
                ^

      """),
    Wrong(
      "one output for two sources",
      """
      version: 1
      sources: ["photos/*.jpg"]
      outputs: [{path: "out/x.jpg"}]
      """,
      """
      job.yaml:3:18: error: 'out/x.jpg' would be written for both 'photos/a.jpg' and 'photos/b.jpg': add {stem} \
      or {name} to 'path', or set 'on_collision: fail_rows' to fail only these rows
      outputs: [{path: "out/x.jpg"}]
                       ^

      """),
    Wrong(
      "two outputs that are one where case doesn't count",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: "out/x.jpg"}, {path: "out/X.jpg"}]
      """,
      """
      job.yaml:3:39: error: 'out/x.jpg' and 'out/X.jpg', one file where case or Unicode form doesn't count, would \
      be written twice for 'photos/a.jpg', by the output in line 3 too: change one 'path', or set \
      'on_collision: fail_rows' to fail only these rows
      outputs: [{path: "out/x.jpg"}, {path: "out/X.jpg"}]
                                            ^

      """),
    Wrong(
      "an output over a source",
      """
      version: 1
      sources: [{path: photos/a.jpg}]
      outputs: [{path: "photos/{stem}.jpg"}]
      """,
      """
      job.yaml:3:18: error: 'photos/a.jpg' would overwrite a source: change 'path', or set 'output_root' to \
      another folder
      outputs: [{path: "photos/{stem}.jpg"}]
                       ^

      """),
    Wrong(
      "outputs that the next run would take for sources",
      """
      version: 1
      sources: ["**/*.jpg"]
      exclude: ["**/b.jpg"]
      outputs: [{path: "out/{stem}-small.jpg"}]
      """,
      """
      job.yaml:4:18: error: 'out/a-small.jpg' would be a source of the next run, since '**/*.jpg' matches it: \
      write elsewhere, or add it to 'exclude'
      outputs: [{path: "out/{stem}-small.jpg"}]
                       ^

      """),
    Wrong(
      "an output that is the folder of another",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: out.jpg}, {path: out.jpg/x.jpg}]
      """,
      """
      job.yaml:3:35: error: 'out.jpg' is both an output and the folder of 'out.jpg/x.jpg': change 'path'
      outputs: [{path: out.jpg}, {path: out.jpg/x.jpg}]
                                        ^

      """),
    Wrong(
      "outputs over the job file and the manifest",
      """
      version: 1
      sources: [photos/a.jpg]
      format: jpeg
      outputs: [{path: job.yaml}, {path: job.manifest.jsonl}]
      """,
      """
      job.yaml:4:18: error: 'job.yaml' is a job file: change 'path'
      outputs: [{path: job.yaml}, {path: job.manifest.jsonl}]
                       ^
      job.yaml:4:36: error: 'job.manifest.jsonl' is a manifest's place too: change 'path' or 'manifest'
      outputs: [{path: job.yaml}, {path: job.manifest.jsonl}]
                                         ^

      """),
    Wrong(
      "patterns that match nothing, and a file named twice",
      """
      version: 1
      sources:
        - "photos/*.jpeg"
        - "scans/*.jpg"
        - path: photos/a.jpg
        - path: ./photos/a.jpg
      outputs: [{path: x.jpg}]
      """,
      """
      job.yaml:3:5: error: 'photos/*.jpeg' matches no file; where that may be, write - {glob: "photos/*.jpeg", \
      optional: true}
        - "photos/*.jpeg"
          ^
      job.yaml:4:5: error: 'scans/*.jpg' matches no file: there is no folder 'scans'; where that may be, write \
      - {glob: "scans/*.jpg", optional: true}
        - "scans/*.jpg"
          ^
      job.yaml:6:11: error: './photos/a.jpg' is named in line 5 already; give each of its entries an 'id' of its own
        - path: ./photos/a.jpg
                ^

      """),
    Wrong(
      "a bare box, and a format that isn't there",
      """
      version: 1
      sources: [photos/a.jpg]
      outputs: [{path: x.jxl}]
      crop: [1, 2, 3, 4]
      """,
      """
      job.yaml:3:18: error: the format can't be told from 'x.jxl': end the path in \
      '.jpg', '.png', '.tif', '.webp', '.avif' or '.gif', or add 'format'
      outputs: [{path: x.jxl}]
                       ^
      job.yaml:4:7: error: a list alone doesn't say what its numbers mean; write 'crop: {box: [a, b, c, d], \
      format: F}' with F one of coco, voc, voc1, yolo, albumentations, openimages, tfds, label-studio
      crop: [1, 2, 3, 4]
            ^

      """),
    Wrong("an empty file", "", "job.yaml: error: the file is empty\n"),
  ]

  @Test("Whole error texts", arguments: wrong)
  func wholeText(wrong: Wrong) throws { try wrong.check() }

  @Test("Of many collisions five are told, and the rest counted")
  func manyCollisions() throws {
    let studio = try Studio("outputs: [{path: \"x/{ext}.jpg\"}]")
    for index in 0..<8 { try studio.add(Picture(), "photos/\(index).jpg") }
    let run = try studio.upright("check", "job.yaml")
    #expect(run == CommandRun(.exit(0)))
    let lines = try studio.upright("plan", "job.yaml").stderr.split(separator: "\n")
    #expect(lines.filter { $0.contains("'x/jpg.jpg' would be written for both") }.count == 5)
    #expect(lines.last == "job.yaml: error: 2 more of the last kind")
  }
}
