import TestSupport
import Testing

/// Several widths and formats of one entry, as a run makes them.
struct WidthRunTests {
  @Test("A page finds the widths and formats of each picture that was made")
  func srcset() throws {
    let studio = try Studio(
      """
      output_root: out
      outputs:
        - {path: "square/{stem}.jpg", resize: {width: 8, height: 8, fit: cover}}
        - {path: "{stem}-{width}.{format}", widths: [16, 32], formats: [webp, jpeg]}
      exports: [{format: srcset, path: "srcset.json"}]
      """)
    try studio.add(.tagged(6), "photos/a, 1.jpg")
    try studio.add(Picture(width: 20, height: 10), "photos/b.jpg")
    try studio.folder.write("no picture", to: "photos/c.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    // 48x64 as shown, so 16 and 32 columns have 21.3 and 42.7 rows; 16 of 20 columns have 8 rows.
    #expect(
      try studio.text("out/srcset.json") == """
        {"pictures":[
        {"source":"photos/a, 1.jpg","id":"a, 1","entry":1,"formats":[\
        {"type":"image/webp","srcset":"a%2C%201-16.webp 16w, a%2C%201-32.webp 32w","outputs":[\
        {"path":"a, 1-16.webp","width":16,"height":21},{"path":"a, 1-32.webp","width":32,"height":43}]},\
        {"type":"image/jpeg","srcset":"a%2C%201-16.jpg 16w, a%2C%201-32.jpg 32w","outputs":[\
        {"path":"a, 1-16.jpg","width":16,"height":21},{"path":"a, 1-32.jpg","width":32,"height":43}]}]},
        {"source":"photos/b.jpg","id":"b","entry":1,"formats":[\
        {"type":"image/webp","srcset":"b-16.webp 16w, b-20.webp 20w","outputs":[\
        {"path":"b-16.webp","width":16,"height":8},{"path":"b-20.webp","width":20,"height":10}]},\
        {"type":"image/jpeg","srcset":"b-16.jpg 16w, b-20.jpg 20w","outputs":[\
        {"path":"b-16.jpg","width":16,"height":8},{"path":"b-20.jpg","width":20,"height":10}]}]}
        ]}

        """)
  }

  @Test("Each picture has the widths that it fills, and runs and checks find them again")
  func run() throws {
    let studio = try Studio(
      """
      output_root: out
      outputs:
        - {path: "{stem}-{width}.{format}", widths: [16, 32, 128], formats: [jpeg, webp], quality: {webp: 30}}
      """)
    try studio.add(.tagged(6), "photos/a.jpg")
    try studio.add(Picture(width: 20, height: 10), "photos/b.jpg")
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    #expect(!run.stderr.contains("warning"))
    // 48 columns as shown; 20 columns.
    let made = [
      "a-16.jpg", "a-16.webp", "a-32.jpg", "a-32.webp", "a-48.jpg", "a-48.webp", "b-16.jpg", "b-16.webp",
      "b-20.jpg",
      "b-20.webp",
    ]
    #expect(try studio.rows().map(\.output) == made)
    #expect(studio.folder.files().filter { $0.hasPrefix("out/") } == made.map { "out/" + $0 })
    #expect(try studio.folder.read("out/b-20.webp").dropFirst(8).starts(with: Array("WEBPVP8 ".utf8)))
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
    let again = try studio.upright("run", "--json", "--quiet", "job.yaml")
    #expect(again.stdout.contains(#""rows":10,"ok":10,"reused":10"#), "\(again.stdout)\(again.stderr)")
    let state: (String) -> Bool = { $0.contains(".upright") || $0.contains("p.jsonl") }
    let whole = try studio.contents().filter { !state($0.key) }
    let commands =
      "rm -r out job.manifest.jsonl; upright plan --out p.jsonl --shards 2 job.yaml >/dev/null; "
      + "for i in 0 1; do upright run --quiet --plan p.jsonl --shard $i/2 || exit 9; done; "
      + "upright merge --quiet --plan p.jsonl"
    #expect(try studio.shell(commands).ending == .exit(0))
    #expect(try studio.contents().filter { !state($0.key) } == whole)
  }
}
