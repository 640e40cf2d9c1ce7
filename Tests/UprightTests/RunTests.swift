import Foundation
import Planning
import Reporting
import TestSupport
import Testing

/// `upright run` where all goes well.
struct RunTests {
  @Test("One picture, with its whole manifest")
  func wholeManifest() throws {
    let studio = try Studio(
      """
      crop: {x: 8, y: 16, width: 32, height: 32}
      output_root: out
      outputs: [{path: "{stem}-{width}.jpg", resize: "16,"}]
      """)
    try studio.add(.tagged(6), "photos/été.jpg")
    let run = try studio.upright("run", "job.yaml")
    let output = try studio.folder.read("out/été-16.jpg")
    #expect(
      run
        == CommandRun(
          .exit(0),
          stderr: "job: 1 of 1 output made from 1 image; \(output.count) B; manifest job.manifest.jsonl\n"))
    // Tag 6: display (x, y) is stored (y, 47 - x), so the box covers rows 8..<40 and columns 16..<48.
    let manifest = try studio.text("job.manifest.jsonl")
    let libraries = try #require(manifest.firstMatch(of: /"libraries":({.*})}\n$/)).1
    // The release binary names the revisions of Debian's packages in place of build ids.
    let build = /{(("[a-z0-9-]+":"([\d.]+\+([0-9a-f]{8}|debian[\w.+]+)|none)"|"libraw":"[\d.]+"),?)+}/
    #expect(libraries.wholeMatch(of: build) != nil)
    #expect(
      manifest
        == #"{"source":"photos/été.jpg","id":"été","source_sha256":"\#(try studio.sha256("photos/été.jpg"))""#
        + #","source_bytes":\#(try studio.folder.read("photos/été.jpg").count),"format":"jpeg""#
        + #","stored_size":[64,48],"orientation":6,"display_size":[48,64]"#
        + #","crop_requested":{"box":[8,16,32,32],"space":"display"},"crop":[8,16,32,32]"#
        + #","decode":{"engine":"reduced","scale":"7/8","region":[16,8,32,32],"size":[28,28]}"#
        + #","output":"été-16.jpg","output_sha256":"\#(try studio.sha256("out/été-16.jpg"))""#
        + #","output_bytes":\#(output.count),"output_size":[16,16],"content":[0,0,16,16],"content_scale":[0.5,0.5],"frames":null,"status":"ok""#
        + #","error":null,"warnings":[],"notes":[{"code":"metadata_dropped","message":"exif"}],"job_sha256":"\#(try studio.sha256("job.yaml"))""#
        + #","tool":"\#(ToolVersion.name)","recipe_number":\#(Recipe.number),"libraries":\#(libraries)}"#
        + "\n")
    #expect(studio.folder.files() == ["job.manifest.jsonl", "job.yaml", "out/été-16.jpg", "photos/été.jpg"])
  }

  @Test("One decode serves several outputs; rows come by source, then output")
  func severalOutputs() throws {
    let studio = try Studio(#"outputs: [{path: "b-{stem}.jpg", resize: "20,"}, {path: "a-{stem}.jpg"}]"#)
    try studio.add(Picture(), "photos/2.jpg")
    try studio.add(Picture(), "photos/10.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.output) == ["a-10.jpg", "b-10.jpg", "a-2.jpg", "b-2.jpg"])
    #expect(try studio.rows().map(\.output_size) == [[64, 48], [20, 15], [64, 48], [20, 15]])
    let plan = try studio.upright("plan", "--json", "job.yaml").stdout
    #expect(plan.matches(of: /"engine"/).count == 2)
    for row in try studio.rows() {
      #expect(row.source_sha256 == (try studio.sha256(row.source)))
      #expect(row.output_sha256 == (try studio.sha256(try #require(row.output))))
    }
  }

  @Test("--json prints one object a job, with what the summary says")
  func json() throws {
    let studio = try Studio("isolation: none\noutputs: [{path: 'out/{stem}.jpg', resize: '99,'}]")
    try studio.add(Picture(), "photos/a.jpg")
    try studio.add(.tagged(1), "photos/b.jpg")
    let run = try studio.upright("run", "--json", "--quiet", "job.yaml")
    let bytes = try studio.folder.read("out/a.jpg").count + studio.folder.read("out/b.jpg").count
    #expect(
      run
        == CommandRun(
          .exit(0),
          stdout:
            #"{"job":"job","images":2,"rows":2,"ok":2,"reused":0,"failed":0,"known":0,"skipped":0,"kept":0,"#
            + #""pruned":0,"warnings":2,"untagged":1,"filtered":0"#
            + #","bytes":\#(bytes),"manifest":"job.manifest.jsonl","isolation":"none"}"# + "\n"))
  }

  @Test("Warnings are told, and stand in the manifest")
  func warnings() throws {
    let studio = try Studio(#"outputs: [{path: "out.jpg", resize: "99,", crop: "60,40,64,48"}]"#)
    try studio.add(Picture(), "photos/a.jpg")
    let run = try studio.upright("run", "job.yaml")
    let clipped = "the crop reaches beyond the picture and was clipped to 4x8+60+40"
    let small = #"'resize: "99,"' is larger than the crop: made 4x8; write "^99," to enlarge it"#
    let bytes = try studio.folder.read("out.jpg").count
    #expect(
      run
        == CommandRun(
          .exit(0),
          stderr: """
            photos/a.jpg: warning: \(clipped) (crop_clipped)
            photos/a.jpg: warning: \(small) (not_enlarged)
            job: 1 of 1 output made from 1 image, 2 warnings, 1 without orientation tag; \(bytes) B; \
            manifest job.manifest.jsonl

            """))
    #expect(
      try studio.rows().first?.warnings
        == [.init(code: "crop_clipped", message: clipped), .init(code: "not_enlarged", message: small)])
  }

  @Test("A job that finds nothing is done, with an empty manifest")
  func nothing() throws {
    let studio = try Studio(
      "outputs: [{path: x.jpg}]", sources: #"{glob: "photos/*.jpg", optional: true}"#)
    #expect(
      try studio.upright("run", "job.yaml")
        == CommandRun(
          .exit(0), stderr: "job: 0 of 0 outputs made from 0 images; 0 B; manifest job.manifest.jsonl\n"))
    #expect(try studio.text("job.manifest.jsonl") == "")
  }

  @Test("hash: none leaves the hashes null")
  func noHash() throws {
    let studio = try Studio("hash: none\noutputs: [{path: x.jpg}]")
    try studio.add(Picture(), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let manifest = try studio.text("job.manifest.jsonl")
    #expect(manifest.contains(#""source_sha256":null,"source_bytes""#))
    #expect(manifest.contains(#""output_sha256":null,"output_bytes""#))
  }

  @Test("Several jobs run one after the other; --force changes nothing")
  func severalJobs() throws {
    let studio = try Studio()
    try studio.add(Picture(), "a.jpg")
    try studio.job("sources: [a.jpg]\noutputs: [{path: one.jpg}]\nexclude: [one.jpg]", "one.yaml")
    try studio.job("sources: [a.jpg]\noutputs: [{path: two.jpg}]\nname: zwei", "two.yaml")
    #expect(try studio.upright("run", "--quiet", "--force", "one.yaml", "two.yaml") == CommandRun(.exit(0)))
    #expect(
      studio.folder.files() == [
        "a.jpg", "one.jpg", "one.manifest.jsonl", "one.yaml", "two.jpg", "two.yaml", "zwei.manifest.jsonl",
      ])
  }

  @Test("Where one job is refused, none runs, and all errors are told")
  func oneRefused() throws {
    let studio = try Studio()
    try studio.add(Picture(), "a.jpg")
    try studio.job("sources: [a.jpg]\noutputs: [{path: one.jpg}]", "one.yaml")
    try studio.job("sources: [a.jpg]\noutputs: [{path: two.jpg}]\nquality: 0", "two.yaml")
    #expect(
      try studio.upright("run", "one.yaml", "two.yaml", "three.yaml")
        == CommandRun(
          .exit(2),
          stderr: """
            two.yaml:4:10: error: 'quality' must be a whole number from 1 to 100, not '0'
            quality: 0
                     ^
            three.yaml: error: can't be read: No such file or directory

            """))
    #expect(studio.folder.files() == ["a.jpg", "one.yaml", "two.yaml"])
  }

  @Test("Two jobs can't have one manifest")
  func oneManifest() throws {
    let studio = try Studio()
    try studio.add(Picture(), "a.jpg")
    try studio.job("sources: [a.jpg]\noutputs: [{path: one.jpg}]", "one.yaml")
    try studio.job("sources: [a.jpg]\noutputs: [{path: two.jpg}]\nname: one", "two.yaml")
    #expect(
      try studio.upright("run", "one.yaml", "two.yaml")
        == CommandRun(
          .exit(2),
          stderr:
            "two.yaml: error: this job has the manifest of one.yaml, 'one.manifest.jsonl'"
            + ": change 'name' or 'manifest'\n"))
    #expect(
      try studio.upright("run", "one.yaml", "one.yaml")
        == CommandRun(.exit(2), stderr: "one.yaml: error: this job file is named twice\n"))
  }
}
