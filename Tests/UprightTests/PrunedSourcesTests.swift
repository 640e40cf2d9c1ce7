import TestSupport
import Testing

/// What `--prune` must not take.
struct PrunedSourcesTests {
  @Test("Former outputs that are sources now, readable or not, stay")
  func formerOutputs() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"big/{stem}.jpg\"}]")
    for name in ["a", "b", "c"] { try studio.add(Picture(), "photos/\(name).jpg") }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.job(
      """
      sources: [out/big/a.jpg, {path: out/big/b.jpg}]
      limits: {max_file: 1}
      on_error: {max_failures: 2}
      output_root: out
      outputs: [{path: "small/{stem}.jpg"}]
      """)
    let run = try studio.upright("run", "--prune", "--json", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(run.stdout.contains(#""pruned":1,"#))
    #expect(studio.folder.files().filter { $0.hasPrefix("out/") } == ["out/big/a.jpg", "out/big/b.jpg"])
  }

  @Test("What was announced for a path of which the job knows an earlier file is pruned with that")
  func announced() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    for name in ["a", "b"] { try studio.add(Picture(), "photos/\(name).jpg") }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    // As a run leaves it that is killed between announcing and putting in place.
    let line = "will\ta.jpg\t1\t2\t3"
    let journal = try studio.folder.read("out/.upright/job/journal")
    try studio.folder.write(
      journal + Array("\(Self.checksum(of: line))\t\(line)\n".utf8), to: "out/.upright/job/journal")
    try studio.job("sources: [photos/b.jpg]\noutput_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    #expect(try studio.upright("run", "--quiet", "--prune", "job.yaml") == CommandRun(.exit(0)))
    #expect(studio.folder.files().filter { $0.hasPrefix("out/") } == ["out/b.jpg"])
  }

  /// CRC-32C, bit by bit, in eight hexadecimal digits.
  private static func checksum(of text: String) -> String {
    var rest = UInt32.max
    for byte in text.utf8 {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest >> 1 ^ (rest & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
    let digits = String(~rest, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
