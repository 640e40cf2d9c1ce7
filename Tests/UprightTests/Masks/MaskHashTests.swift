import Foundation
import TestSupport
import Testing

/// Manifests, journals and `verify` know mask files by their bytes.
struct MaskHashTests {
  /// A mask of 6 columns and 4 rows. Files with palettes of other colours have the same number of bytes.
  private static func mask(_ color: UInt8) -> [UInt8] {
    let labels = (0..<4).map { y in (0..<6).map { x in 10 * y + x } }
    return LabelFile(labels, type: 3, palette: [UInt8](repeating: color, count: 108)).file()
  }

  /// Two pictures, each with an output over which a mask lies and one without.
  private static let outputs = """
    outputs:
    - {path: "{stem}.jpg", mask: "{stem}.png"}
    - {path: "{stem}-small.jpg", resize: {width: 3}}
    """
  private static let sources = #"{glob: "photos/*.jpg", masks: "masks/{stem}.png"}"#

  private static func studio(_ keys: String = "") throws -> Studio {
    let studio = try Studio("output_root: out\n\(outputs)\n\(keys)", sources: sources)
    for name in ["a", "b"] {
      try studio.add(.tagged(1, width: 6, height: 4), "photos/\(name).jpg")
      try studio.folder.write(mask(1), to: "masks/\(name).png")
    }
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    return studio
  }

  /// Changes the bytes of a mask, and nothing that the file system tells of it.
  private static func changeUnseen(_ name: String, to bytes: [UInt8] = mask(2), in studio: Studio) throws {
    #expect(mask(1).count == bytes.count && mask(1) != bytes)
    try studio.folder.write(bytes, to: "other")
    try studio.must(
      "touch -r masks/\(name).png time && cat other >masks/\(name).png && touch -r time masks/\(name).png")
  }

  /// The number of outputs that a run leaves as they are, of 6.
  private static func reused(_ studio: Studio, _ option: String = "") throws -> Int? {
    let run = try studio.shell("upright run --json \(option) job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    let after = run.stdout.components(separatedBy: "\"reused\":").dropFirst().first
    return after.flatMap { Int($0.prefix(while: \.isNumber)) }
  }

  @Test("Rows of masks have the hash of the mask file, and no other row has one")
  func rows() throws {
    let studio = try Self.studio()
    try studio.folder.write(Self.mask(3), to: "masks/b.png")
    #expect(try Self.reused(studio) == 3)
    let sums = ["a.png": try studio.sha256("masks/a.png"), "b.png": try studio.sha256("masks/b.png")]
    #expect(Set(sums.values).count == 2)
    for line in try studio.text("job.manifest.jsonl").split(separator: "\n") {
      let row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(row["mask_sha256"] as? String == sums[row["output"] as? String ?? ""], "\(line)")
    }
    #expect(
      try studio.text("job.manifest.jsonl").contains(
        #""mask":"masks/a.png","mask_sha256":"\#(sums["a.png"] ?? "")","job_sha256""#))
    let unhashed = try Self.studio("hash: none")
    #expect(try !unhashed.text("job.manifest.jsonl").contains("mask_sha256"))
  }

  @Test("--verify takes over the outputs of a copied set, and the next run needs no bytes")
  func copied() throws {
    let studio = try Self.studio()
    let manifest = try studio.text("job.manifest.jsonl")
    try studio.must("cp -r masks copy && rm -r masks && mv copy masks")
    #expect(try Self.reused(studio, "--verify") == 6)
    #expect(try Self.reused(studio) == 6)
    #expect(try studio.text("job.manifest.jsonl") == manifest)
    try studio.must("cp -r masks copy && rm -r masks && mv copy masks")
    #expect(try Self.reused(studio) == 0)
    #expect(try studio.text("job.manifest.jsonl") == manifest)
  }

  @Test("--verify finds a mask that has other bytes with the same size and time")
  func unseen() throws {
    let studio = try Self.studio()
    try Self.changeUnseen("b", in: studio)
    #expect(try Self.reused(studio) == 6)
    #expect(try Self.reused(studio, "--verify") == 3)
    let made = try LabelFile(studio.folder.read("out/b.png"))
    #expect(made.palette == [UInt8](repeating: 2, count: 108))
    #expect(try Self.reused(studio, "--verify") == 6)
  }

  @Test("A mask that was damaged with its size and time kept has no hash in the rows")
  func damaged() throws {
    let studio = try Self.studio()
    // The last bytes of a PNG are those of its chunk IEND, 12 bytes; the CRC of the pixels' chunk stands before them.
    var bytes = Self.mask(1)
    bytes[bytes.count - 13] ^= 1
    try Self.changeUnseen("b", to: bytes, in: studio)
    #expect(try studio.shell("upright run --quiet --verify job.yaml").ending == .exit(1))
    let rows = try studio.text("job.manifest.jsonl").split(separator: "\n")
    #expect(
      rows.filter { $0.contains("\"mask\":") }.map { $0.contains("\"mask_sha256\":") } == [true, false])
  }

  private static func verify(_ studio: Studio) throws -> (status: CommandRun.Ending, faults: [String]) {
    let run = try studio.upright("verify", "job.manifest.jsonl")
    return (run.ending, run.stdout.split(separator: "\n").filter { $0.hasPrefix("line ") }.map { String($0) })
  }

  @Test("'verify' finds a mask that is changed or missing, once for each picture")
  func verifyMasks() throws {
    let studio = try Self.studio()
    #expect(try Self.verify(studio) == (.exit(0), []))
    try Self.changeUnseen("b", in: studio)
    try studio.must("rm masks/a.png")
    let found = try Self.verify(studio)
    #expect(found.status == .exit(1))
    #expect(
      found.faults == [
        "line 3, photos/a.jpg: the mask 'masks/a.png' is missing",
        "line 6, photos/b.jpg: the mask 'masks/b.png' is not as the manifest says: it has another SHA-256",
      ])
    #expect(try studio.upright("verify", "--outputs-only", "job.manifest.jsonl").ending == .exit(0))
  }

  @Test("'verify' finds a row with another hash than other rows of the mask, and takes rows without a hash")
  func verifyRows() throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: \"{stem}.jpg\", mask: \"m/{stem}.png\"}, "
        + "{path: \"n/{stem}.jpg\", mask: \"n/{stem}.png\"}]", sources: Self.sources)
    try studio.add(.tagged(1, width: 6, height: 4), "photos/a.jpg")
    try studio.folder.write(Self.mask(1), to: "masks/a.png")
    try studio.must("upright run --quiet job.yaml")
    let lines = try studio.text("job.manifest.jsonl").split(separator: "\n").map { $0 + "\n" }
    try #require(lines.count == 4 && lines[1].contains("m/a.png") && lines[3].contains("n/a.png"))
    let key = "\"mask_sha256\":\"\(try studio.sha256("masks/a.png"))\""
    let wrong = "\"mask_sha256\":\"\(try studio.sha256("job.yaml"))\""
    let other = lines[1].replacingOccurrences(of: key, with: wrong)
    try studio.folder.write(lines[0] + other + lines[2] + lines[3], to: "job.manifest.jsonl")
    #expect(
      try Self.verify(studio)
        == (.exit(1), ["line 2, photos/a.jpg -> out/m/a.png: 'mask_sha256' is not that of the mask"]))
    // As version 0.2.0 wrote them.
    let older = lines.map { $0.replacingOccurrences(of: ",\(key)", with: "") }
    try studio.folder.write(older.joined(), to: "job.manifest.jsonl")
    #expect(try !studio.text("job.manifest.jsonl").contains("mask_sha256"))
    #expect(try Self.verify(studio) == (.exit(0), []))
  }

  /// The journal as version 0.2.0 wrote it: no item has a mask file, and each recipe is hashed with the version of the
  /// mask file.
  private static func age(_ studio: Studio) throws {
    let path = "out/.upright/job/journal"
    let lines = try studio.text(path).split(separator: "\n").map { line -> String in
      var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
      guard fields[1] == "item" else { return String(line) }
      // Size, time, number and SHA-256 of the mask file.
      let version = fields.suffix(4).dropLast().joined(separator: " ")
      fields.removeLast(4)
      // The outputs follow their number. An output has 9 fields, and 2 more for each finding. The 9th field is the number
      // of its findings.
      var place = 9
      for _ in 0..<(try #require(Int(fields[8]))) {
        try studio.folder.write("\(fields[place + 1]) \(version)", to: "text")
        fields[place + 1] = String(try studio.sha256("text").prefix(32))
        place += 9 + 2 * (try #require(Int(fields[place + 8])))
      }
      try #require(place == fields.count)
      let body = fields.dropFirst().joined(separator: "\t")
      let sum = String(BitwiseCRC32C.of(body.utf8), radix: 16)
      return String(repeating: "0", count: 8 - sum.count) + sum + "\t" + body
    }
    try studio.folder.write(lines.map { $0 + "\n" }.joined(), to: path)
  }

  @Test("Outputs of version 0.2.0, whose journal has no hash of masks, stay until a mask changes")
  func olderJournal() throws {
    let studio = try Self.studio()
    let sum = try studio.sha256("masks/a.png")
    try Self.age(studio)
    #expect(try Self.reused(studio) == 6)
    #expect(try !studio.text("job.manifest.jsonl").contains("mask_sha256"))
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
    try studio.must("touch masks/b.png")
    #expect(try Self.reused(studio) == 3)
    #expect(try studio.text("job.manifest.jsonl").components(separatedBy: "mask_sha256").count == 2)
    // The other mask gets its hash when bytes are compared.
    #expect(try Self.reused(studio, "--verify") == 6)
    #expect(
      try studio.text("job.manifest.jsonl").contains(#""mask":"masks/a.png","mask_sha256":"\#(sum)""#))
    try Self.changeUnseen("a", in: studio)
    #expect(try Self.reused(studio, "--verify") == 3)
  }

  @Test("An output that is lost is made alone, and the mask of the other keeps its hash")
  func lostOutput() throws {
    let studio = try Self.studio()
    let manifest = try studio.text("job.manifest.jsonl")
    try studio.must("rm out/a-small.jpg out/b.jpg")
    #expect(try Self.reused(studio) == 4)
    #expect(try studio.text("job.manifest.jsonl") == manifest)
  }

  @Test("A job that drops its masks makes its outputs again, and so does one that gets masks")
  func dropped() throws {
    let studio = try Self.studio()
    try studio.job("sources: [\"photos/*.jpg\"]\noutput_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    #expect(try Self.reused(studio) == 0)
    try studio.job("sources: \(Self.sources)\noutput_root: out\n\(Self.outputs)")
    #expect(try Self.reused(studio) == 0)
  }

  @Test(
    "Without its state a job whose outputs lie in a bucket compares the bytes of masks",
    .enabled(if: WebStudio.hasCurl, "libcurl is not there"))
  func lostState() throws {
    let studio = try OutputStudio(pictures: 0)
    try studio.studio.job("sources: \(Self.sources)\noutput_root: s3://photos/out\n\(Self.outputs)")
    for name in ["a", "b"] {
      try studio.studio.add(.tagged(1, width: 6, height: 4), "photos/\(name).jpg")
      try studio.studio.folder.write(Self.mask(1), to: "masks/\(name).png")
    }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let objects = studio.objects()
    func isMadeAgain() throws -> [String] {
      try studio.studio.must("rm -r .upright")
      let before = studio.bucket.requests.count
      #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
      return studio.paths("PUT", since: before).sorted()
    }
    #expect(try isMadeAgain() == ["out/job.manifest.jsonl"])
    #expect(studio.objects() == objects)
    try studio.studio.must("cp -r masks copy && rm -r masks && mv copy masks")
    #expect(try isMadeAgain() == ["out/job.manifest.jsonl"])
    #expect(studio.objects() == objects)
    try studio.studio.folder.write(Self.mask(2), to: "masks/b.png")
    #expect(
      try isMadeAgain() == ["b-small.jpg", "b.jpg", "b.png", "job.manifest.jsonl"].map { "out/\($0)" })
  }
}
