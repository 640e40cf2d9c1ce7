import ImageModel
import Testing

@testable import JobFile
@testable import Planning

@Suite struct SplitPlanTests {
  private static let shares = "split: {train: 80%, validation: 10%, test: 10%}"

  /// The rule as arithmetic: 80 % of 2^64 is 0xCCCCCCCCCCCCCCCC.C..., 90 % is 0xE666666666666666.6..., and what counts
  /// are the first 8 bytes of the text's SHA-256.
  private func expected(_ digest: UInt64) -> String {
    digest < 0xCCCC_CCCC_CCCC_CCCD ? "train" : digest < 0xE666_6666_6666_6667 ? "validation" : "test"
  }

  /// The path of the source `photos/PATH`, found by `photos/**`.
  private func path(_ path: String, by: String? = nil, index: Int = 1, name: String = "web") throws -> String?
  {
    let group = by.map { ", by: \"\($0)\"" } ?? ""
    let split = Self.shares.dropLast() + group + "}"
    let job = try PlannedJob(
      "name: \(name)\nsources: ['photos/**']\n\(split)\noutputs: [{path: '{split}/{stem}.jpg'}]")
    let item = SourceItem(path: Array("photos/\(path)".utf8), entry: 0, fixedLength: 7)
    return Planner(job.spec).plan(item, index: index, info: .success(SourceInfo(30, 20))).outputs[0].path
  }

  /// First 8 bytes of SHA-256, as Python's hashlib has them: of `a`, `i` and `2024/a`.
  @Test(
    arguments: [
      ("a.jpg", 0xCA97_8112_CA1B_BDCA, "train"), ("i.jpg", 0xDE7D_1B72_1A1E_0632, "validation"),
      ("2024/a.jpg", 0xFC9A_0087_CF3D_E5DC, "test"),
    ] as [(String, UInt64, String)])
  func pictures(_ source: String, _ digest: UInt64, _ split: String) throws {
    #expect(split == expected(digest))
    let stem = try #require(source.split(separator: "/").last).dropLast(4)
    #expect(try path(source) == "\(split)/\(stem).jpg")
    #expect(try path(source, index: 77, name: "other") == "\(split)/\(stem).jpg")
  }

  /// The same of `cats`, `dogs`, `may`, the empty text, and of `58d4d8de`, which is `{hash8}` of `photos/a.jpg`.
  @Test(
    arguments: [
      ("cats/1.jpg", "{dir}", 0xD936_608B_AAAC_C6B7, "validation/1.jpg"),
      ("cats/2.jpg", "{dir}", 0xD936_608B_AAAC_C6B7, "validation/2.jpg"),
      ("dogs/1.jpg", "{dir}", 0x23BC_D2D8_3D4C_0F27, "train/1.jpg"),
      ("june/may.jpg", "{stem}", 0xEE4D_988C_65DE_860F, "test/may.jpg"),
      ("1.jpg", "{dir}", 0xE3B0_C442_98FC_1C14, "validation/1.jpg"),
      ("a.jpg", "{hash8}", 0x687A_EF38_781B_3FDF, "train/a.jpg"),
    ] as [(String, String, UInt64, String)])
  func groups(_ source: String, _ by: String, _ digest: UInt64, _ output: String) throws {
    #expect(output.hasPrefix(expected(digest) + "/"))
    #expect(try path(source, by: by) == output)
  }

  @Test func allOutputsOfAPictureAreInOneSplit() throws {
    let job = try PlannedJob(
      "\(Self.shares)\nsources: [{path: i.jpg, id: one}, {path: i.jpg, id: two}]\n"
        + "outputs: [{path: '{split}/{id}.jpg'}, {path: 's/{id}-{split}.jpg', resize: '9,'}, {path: '{id}.jpg'}]"
    )
    #expect(
      try job.images(SourceInfo(30, 20)).map { $0.outputs.map(\.path) } == [
        ["validation/one.jpg", "s/one-validation.jpg", "one.jpg"],
        ["validation/two.jpg", "s/two-validation.jpg", "two.jpg"],
      ])
  }

  @Test func whatCantBeReadHasASplitToo() throws {
    let job = try PlannedJob("\(Self.shares)\nsources: [i.jpg]\noutputs: [{path: '{split}/{stem}.jpg'}]")
    let item = SourceItem(path: Array("i.jpg".utf8), entry: 0, fixedLength: 0)
    let plan = Planner(job.spec).plan(
      item, index: 1, info: .failure(SourceRefusal(Finding(.emptyFile, "the file is empty"))))
    #expect(plan.outputs.map(\.path) == ["validation/i.jpg"])
  }

  private func split(_ shares: Double...) throws -> Split {
    Split(
      group: .picture,
      parts: shares.enumerated().map { Split.Part(name: String($0.offset), share: $0.element) })
  }

  /// Up to its last bit, and where a number as a Double would be 2^64.
  @Test func edges() throws {
    let halves = try split(50, 50)
    let half: UInt64 = 1 << 63
    #expect([0, half - 1, half, .max].map { halves.part(at: $0) } == [0, 0, 1, 1])
    #expect([0, .max].map { try? split(100, 0).part(at: $0) } == [0, 0])
    #expect([0, .max].map { try? split(0, 100).part(at: $0) } == [1, 1])
    #expect([0, .max].map { try? split(0, 100, 0).part(at: $0) } == [1, 1])
    #expect([0, .max].map { try? split(100).part(at: $0) } == [0, 0])
  }

  /// Of 20,000 groups a share p has the standard deviation sqrt(20000 p (1 - p)): 57 of 80 %, 42 of 10 %.
  @Test func sharesComeOut() throws {
    var counts: [String: Int] = [:]
    let split = try split(80, 10, 10)
    for number in 0..<20_000 {
      counts[split.parts[split.part(ofGroup: "2024/shoot-\(number)")].name, default: 0] += 1
    }
    #expect(counts.values.reduce(0, +) == 20_000)
    for (name, mean, deviation) in [("0", 16_000, 56.57), ("1", 2000, 42.43), ("2", 2000, 42.43)] {
      #expect(Double(abs((counts[name] ?? 0) - mean)) <= 3 * deviation)
    }
  }
}
