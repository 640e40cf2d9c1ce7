import Foundation
import JSON
import TestSupport
import Testing

/// The other members of samples in archives, which exports carry.
struct CarriedSampleTests {
  @Test("The other members of a sample go into the output's sample, and their values into columns")
  func carried() throws {
    let samples = try SampleStudio()
    let run = try samples.studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    let shard = try samples.shard("000000.tar")
    #expect(
      shard.map(\.name) == [
        "d/1.png", "d/1.json", "d/1.cls", "d/1.seg.npy", "d/1.TXT", "d/10.png", "d/10.json", "d/10.txt",
        "d/10.cls",
      ])
    for (name, bytes) in shard where !name.hasSuffix("png") && !name.hasSuffix("json") {
      #expect(bytes == samples.members.first { $0.name == name }?.bytes)
    }
    #expect(shard[0].bytes == (try samples.studio.folder.read("out/d/1.png")))
    // Upright's width counts, and of two values at one key the last one.
    let own = #"{"file_name":"d/1.png","source":"set.tar::d/1.jpg","id":"1","width":9,"height":"#
    let json = String(decoding: shard[1].bytes, as: UTF8.self)
    #expect(json.hasPrefix(own))
    #expect(json.hasSuffix(#","caption":"c","score":0.50,"tags":["x","y"],"cls":"no"}"#), "\(json)")
    #expect(String(decoding: shard[6].bytes, as: UTF8.self).hasSuffix(#","json":[1,{}]}"#))
    #expect(try samples.shard("000001.tar").map(\.name) == ["e.png", "e.json"])

    let rows = try samples.metadata()
    #expect(rows[0]["txt"] == .text("é\n"))
    #expect(rows[0]["cls"] == .number("7"))
    #expect(rows[0]["caption"] == .text("c"))
    #expect(rows[0]["width"] == .number("9"))
    // The loader has the picture in one column, and would open the file that the other one names.
    #expect(rows[0]["image"] == nil && rows[0]["x_file_name"] == nil)
    #expect(rows[1]["cls"] == .text("n0144"))
    #expect(rows[1]["txt"] == .text("not of 1"))
    #expect(rows[2]["txt"] == nil)
    let parquet = try samples.rows()
    // 7 and n0144 are texts, since a column has one type.
    #expect(parquet.map { $0["cls"]?.text } == ["7", "n0144", nil])
    #expect(parquet.map { $0["caption"]?.text } == ["c", nil, nil])
    #expect(parquet[0]["tags"] == .list([.text("x"), .text("y")]))
    #expect(parquet.map { $0["width"]?.whole } == [9, 9, 9])
  }

  @Test("Shards and a merge give the exports of one run, and a run again leaves them as they are")
  func shards() throws {
    let samples = try SampleStudio()
    #expect(try samples.studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let whole = try samples.exported()
    let again = try samples.studio.upright("run", "job.yaml")
    #expect(again.stderr.contains(": 0 of 3 outputs made"), "\(again.stderr)")
    #expect(try samples.exported() == whole)
    try samples.studio.forget()
    let plan = try samples.studio.upright("plan", "--out", "plan.jsonl", "--shards", "2", "job.yaml")
    #expect(plan.ending == .exit(0))
    for shard in ["0/2", "1/2"] {
      let run = try samples.studio.upright("run", "--quiet", "--plan", "plan.jsonl", "--shard", shard)
      #expect(run == CommandRun(.exit(0)))
    }
    #expect(try samples.studio.upright("merge", "--quiet", "--plan", "plan.jsonl") == CommandRun(.exit(0)))
    #expect(try samples.exported() == whole)
  }

  @Test(
    "'carry' chooses the members by their endings",
    arguments: [
      (
        "[CLS, seg.npy]",
        ["d/1.png", "d/1.json", "d/1.cls", "d/1.seg.npy", "d/10.png", "d/10.json", "d/10.cls"]
      ),
      ("[]", ["d/1.png", "d/1.json", "d/10.png", "d/10.json"]),
    ])
  func choice(_ carry: String, _ names: [String]) throws {
    let samples = try SampleStudio(
      ", carry: \(carry)", exports: "exports: [{format: webdataset, path: \"{shard}.tar\", max_count: 2}]")
    #expect(try samples.studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let shard = try samples.shard("000000.tar")
    #expect(shard.map(\.name) == names)
    #expect(!String(decoding: shard[1].bytes, as: UTF8.self).contains("caption"))
  }

  @Test("Each output of a picture has the members, and a shard counts their bytes")
  func outputs() throws {
    let samples = try SampleStudio(exports: "")
    try samples.studio.job(
      """
      sources: [{archive: set.tar, members: "d/1.*g"}]
      output_root: out
      outputs: [{path: "a/{stem}.png", resize: {width: 9}}, {path: "b/{stem}.png", resize: {width: 9}}]
      exports: [{format: webdataset, path: "{shard}.tar", max_size: 6KB}]
      """)
    #expect(try samples.studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    for (number, folder) in ["a", "b"].enumerated() {
      #expect(
        try samples.shard("00000\(number).tar").map(\.name)
          == ["png", "json", "cls", "seg.npy", "TXT"].map { "\(folder)/1.\($0)" })
      // Five members of 512 bytes and one block each, and two blocks at the end.
      #expect(try samples.studio.folder.read("out/00000\(number).tar").count == 5 * 1024 + 1024)
    }
  }

  @Test("After a change of a member beside a picture, a run makes no output and writes the export again")
  func changed() throws {
    var samples = try SampleStudio()
    #expect(try samples.studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try samples.change("d/1.TXT", Array("other".utf8))
    let run = try samples.studio.upright("run", "job.yaml")
    #expect(run.stderr.contains(": 0 of 3 outputs made"), "\(run.stderr)")
    #expect(try samples.shard("000000.tar")[4].bytes == Array("other".utf8))
    #expect(try samples.metadata()[0]["txt"] == .text("other"))
    #expect(try samples.rows()[0]["txt"] == .text("other"))
  }

  @Test("If the archive changed after the plan, a merge writes no export that mixes its versions")
  func mixed() throws {
    var samples = try SampleStudio(
      exports: "exports: [{format: webdataset, path: \"{shard}.tar\", max_size: 1MB}]")
    #expect(try samples.studio.upright("plan", "--out", "plan.jsonl", "job.yaml").ending == .exit(0))
    #expect(try samples.studio.upright("run", "--quiet", "--plan", "plan.jsonl") == CommandRun(.exit(0)))
    try samples.change("d/1.TXT", Array("other".utf8))
    let merge = try samples.studio.upright("merge", "--plan", "plan.jsonl")
    #expect(merge.ending == .exit(75))
    #expect(
      merge.stderr.contains("the archive of 'set.tar::d/1.jpg' was changed after the plan was made"),
      "\(merge.stderr)")
    #expect(!samples.studio.folder.files().contains("out/000000.tar"))
  }

  @Test("Members that can't be carried are left out, with a warning of their row")
  func leftOut() throws {
    let studio = try Studio()
    var large = try ZipBuilder.Entry(file: "2.npy", [1], deflated: true)
    large.size = (16 << 20) + 1
    var link = ZipBuilder.Entry("3.npy", Array("1.npy".utf8))
    link.attributes = 0o120777 << 16
    let picture = try Picture().jpeg()
    let entries = [
      try ZipBuilder.Entry(file: "1.jpg", picture), try .init(file: "1.npy", [1, 2, 3], deflated: true),
      try .init(file: "2.jpg", picture), large, try .init(file: "3.jpg", picture), link,
      try .init(file: "4.jpg", picture),
    ]
    let many = try (0..<17).map { try ZipBuilder.Entry(file: "4.x\($0)", [UInt8($0)]) }
    try studio.folder.write(ZipBuilder(entries + many).bytes, to: "set.zip")
    try studio.job(
      """
      sources: [{archive: set.zip}]
      output_root: out
      outputs: [{path: "{stem}.png", resize: {width: 9}}]
      exports: [{format: webdataset, path: "{shard}.tar", max_count: 9}]
      """)
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let members = TarReader.members(try studio.folder.read("out/000000.tar"))
    #expect(
      members.map(\.name)
        == ["1.png", "1.json", "1.npy", "2.png", "2.json", "3.png", "3.json", "4.png", "4.json"]
        + (0..<16).map { "4.x\($0)" })
    #expect(members[2].bytes == [1, 2, 3])
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["ok", "ok", "ok", "ok"])
    #expect(rows.map { $0.warnings.map(\.code) } == [[]] + Array(repeating: ["member_left_out"], count: 3))
    #expect(
      rows.map { $0.warnings.first?.message } == [
        nil, "exports leave out '2.npy', which has 16777217 bytes, and exports carry members of up to 16 MiB",
        "exports leave out '3.npy', which is a link",
        "exports leave out '4.x16', which is one of more than 16 members beside a picture",
      ])
  }

  @Test("A damaged member ends the exports, the message names it, and the manifest tells of the outputs")
  func damaged() throws {
    let studio = try Studio()
    let entries = [
      try ZipBuilder.Entry(file: "1.jpg", try Picture().jpeg()), try .init(file: "1.txt", [65], sum: 7),
    ]
    try studio.folder.write(ZipBuilder(entries).bytes, to: "set.zip")
    try studio.job(
      """
      sources: [{archive: set.zip}]
      output_root: out
      outputs: [{path: "{stem}.png", resize: {width: 9}}]
      exports: [{format: webdataset, path: "{shard}.tar", max_count: 9}]
      """)
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(74))
    #expect(
      run.stderr.contains(
        "the member 'txt' beside 'set.zip::1.jpg' can't go into an export, and 'carry' or 'exclude' can leave it out: has "
      ),
      "\(run.stderr)")
    #expect(!studio.folder.files().contains("out/000000.tar"))
    #expect(try studio.rows().map(\.status) == ["ok"])
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(74))
  }
}
