import TestSupport
import Testing

/// `durability` and `isolation`: how, never what.
struct DurabilityTests {
  /// All that a run makes, with the job file's hash, which differs, left out of the manifest; and what the next run
  /// makes of it after changes.
  private static func made(_ keys: String) throws -> [[String: [UInt8]]] {
    let studio = try Studio(
      """
      \(keys)
      output_root: out
      outputs: [{path: "{stem}.jpg"}, {path: "s/{stem}.jpg", resize: "9,"}, {path: "t/{stem}.jpg", crop: "40,0,8,8"}]
      """)
    for index in 10..<20 {
      try studio.add(.tagged(UInt8(1 + index % 8), width: 50, seed: index), "photos/\(index).jpg")
    }
    try studio.folder.write("words", to: "photos/12.jpg")
    try studio.must("truncate -s 1100 photos/15.jpg")
    let after = { () throws -> [String: [UInt8]] in
      _ = try studio.upright("run", "--quiet", "job.yaml")
      var contents = try studio.contents(besides: ["job.yaml"])
      contents["job.manifest.jsonl"] = Array(
        try studio.text("job.manifest.jsonl").replacing(try studio.sha256("job.yaml"), with: "HASH").utf8)
      return contents
    }
    let first = try after()
    try studio.add(.tagged(3, seed: 99), "photos/12.jpg")
    try studio.must("rm photos/13.jpg out/s/14.jpg && sed -i s/40,0,8,8/40,0,8,9/ job.yaml")
    return [first, try after()]
  }

  @Test("Neither changes a byte")
  func same() throws {
    let expected = try Self.made("")
    #expect(expected[0].count == 10 + 8 * 3 + 1)
    for durability in ["none", "batch", "each"] {
      for isolation in ["none", "process"] {
        #expect(
          try Self.made("durability: \(durability)\nisolation: \(isolation)") == expected,
          "\(durability) \(isolation)")
      }
    }
  }
}
