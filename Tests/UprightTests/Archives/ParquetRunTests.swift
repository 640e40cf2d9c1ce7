import Foundation
import JSON
import Parquet
import TestSupport
import Testing

/// Jobs whose sources are pictures in Parquet files.
struct ParquetRunTests {
  /// A Parquet file with these pictures, their names and captions.
  private static func file(_ pictures: [[UInt8]?]) throws -> [UInt8] {
    var writer = try ParquetWriter([ParquetField("key", .text), ParquetField("caption", .text)])
    for (number, picture) in pictures.enumerated() {
      try writer.add(
        picture: picture?[...], path: nil, [.text("k\(number)"), .text("A picture, number \(number)")])
    }
    let start = writer.take()
    return start + (try writer.finish())
  }

  private static func studio(_ pictures: [[UInt8]?], _ keys: String = "") throws -> Studio {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: '{id}.png', resize: {width: 9}}]\n\(keys)",
      sources: "[{parquet: 'set-*.parquet', id: key}]")
    try studio.folder.write(try file(pictures), to: "set-0.parquet")
    return studio
  }

  @Test("A file of Arrow is refused, with a way out", arguments: ["set-1.arrow", "set-1.FEATHER"])
  func arrow(_ name: String) throws {
    let studio = try Studio(
      "output_root: out\noutputs: [{path: '{id}.png'}]", sources: "[{parquet: 'set-*'}]")
    try studio.folder.write(Array("ARROW1".utf8), to: name)
    let run = try studio.upright("plan", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.contains(
        "'set-*' matches '\(name)', whose name doesn't end in '.parquet': "
          + "Upright doesn't read Arrow files, so convert them to Parquet"), "\(run.stderr)")
  }

  @Test("Rows give the outputs of the same files, and are named by column and number")
  func outputs() throws {
    let pictures = [try Picture.tagged(6, seed: 1).jpeg(), try Picture.tagged(1, seed: 2).jpeg()]
    let studio = try Self.studio(pictures)
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    let rows = try studio.rows()
    #expect(rows.map(\.source) == ["set-0.parquet::image/0", "set-0.parquet::image/1"])
    #expect(rows.map(\.id) == ["k0", "k1"])
    for (number, picture) in pictures.enumerated() {
      try studio.folder.write(picture, to: "files/k\(number).jpg")
    }
    try studio.job(
      "sources: ['files/*.jpg']\noutput_root: unpacked\noutputs: [{path: '{id}.png', resize: {width: 9}}]",
      "files.yaml")
    #expect(try studio.upright("run", "--quiet", "files.yaml") == CommandRun(.exit(0)))
    for name in ["k0.png", "k1.png"] {
      #expect(try studio.folder.read("out/\(name)") == studio.folder.read("unpacked/\(name)"))
    }
    #expect(try rows.map(\.source_sha256) == (0..<2).map { try studio.sha256("files/k\($0).jpg") })
  }

  @Test("After a change of the file, only the changed picture is made again")
  func again() throws {
    let first = try Picture.tagged(6, seed: 1).jpeg()
    let studio = try Self.studio([first, try Picture.tagged(1, seed: 2).jpeg()])
    _ = try studio.upright("run", "--quiet", "job.yaml")
    let second = try studio.upright("run", "job.yaml")
    #expect(
      second.stderr.hasPrefix("job: 0 of 2 outputs made from 2 images, 2 done before"), "\(second.stderr)")
    try studio.folder.write(
      try Self.file([first, try Picture.tagged(8, seed: 3).jpeg()]), to: "set-0.parquet")
    let third = try studio.upright("run", "job.yaml")
    #expect(
      third.stderr.hasPrefix("job: 1 of 2 outputs made from 2 images, 1 done before"), "\(third.stderr)")
  }

  @Test("A row without a picture fails, and the others are made")
  func missing() throws {
    let studio = try Self.studio([nil, try Picture().jpeg()])
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["failed", "ok"])
    #expect(rows[0].error == Row.Note(code: "not_found", message: "the row has no picture"))
  }

  @Test("Other columns go into exports, and 'carry' chooses among them")
  func columns() throws {
    let pictures = [try Picture().jpeg()]
    let export = "exports: [{format: hf-imagefolder, path: metadata.jsonl}]"
    let studio = try Self.studio(pictures, export)
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let exported = try studio.text("out/metadata.jsonl")
    #expect(exported.contains(#""caption":"A picture, number 0""#), "\(exported)")
    try studio.job(
      """
      sources: [{parquet: set-0.parquet, id: key, carry: [capton]}]
      output_root: other
      outputs: [{path: '{id}.png'}]
      \(export)
      """)
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.contains(
        "job.yaml:2:21: error: 'set-0.parquet' has no column 'capton': it has 'image', 'key', 'caption'"),
      "\(run.stderr)")
  }

  @Test("A file without the column of pictures ends the job before work begins")
  func wrongColumn() throws {
    let studio = try Studio(
      "outputs: [{path: 'out/{stem}.png'}]", sources: "[{parquet: set.parquet, image: picture}]")
    try studio.folder.write(try Self.file([try Picture().jpeg()]), to: "set.parquet")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.contains("'set.parquet' has no column 'picture'"), "\(run.stderr)")
  }

  @Test("If two entries name a column of pictures, the keys of the last one apply")
  func overriding() throws {
    let studio = try Studio(
      "outputs: [{path: 'out/{id}.png'}]",
      sources: "[{parquet: 'set-*.parquet'}, {parquet: set-0.parquet, id: key}]")
    try studio.folder.write(try Self.file([try Picture().jpeg()]), to: "set-0.parquet")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.rows().map(\.id) == ["k0"])
  }

  @Test("A column that holds no pictures ends the job before work begins")
  func noPictures() throws {
    let studio = try Studio(
      "outputs: [{path: 'out/{stem}.png'}]", sources: "[{parquet: set.parquet, image: caption}]")
    try studio.folder.write(try Self.file([try Picture().jpeg()]), to: "set.parquet")
    let run = try studio.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr.contains("'set.parquet' can't be used: 'caption' is no column of pictures"), "\(run.stderr)")
  }
}
