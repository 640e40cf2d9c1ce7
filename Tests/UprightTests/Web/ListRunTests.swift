import Foundation
import Imaging
import TestSupport
import Testing

/// Jobs whose sources are lists of URLs.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct ListRunTests {
  /// Writes a job file with one list.
  private func job(_ web: WebStudio, _ list: String, _ keys: String = "", outputs: String = "{id}.png") throws
  {
    try web.studio.job(
      """
      network: {allow: [127.0.0.0/8], retries: 0}
      sources: [{list: \(list), base: '\(web.server.url("/"))'\(keys)}]
      output_root: out
      outputs: [{path: '\(outputs)'}]
      """)
  }

  @Test(
    "Rows give the outputs of the same URLs in the job file",
    arguments: [
      ("l.txt", "a.jpg\nb.png\n# c\nc.gif\nd.bmp\n", ""),
      ("l.csv", "size,url\r\n1,a.jpg\r\n2,\"b.png\"\r\n3,c.gif\r\n4,d.bmp\r\n", ""),
      ("l.jsonl", "{\"u\":\"a.jpg\"}\n{\"u\":\"b.png\"}\n{\"u\":\"c.gif\"}\n{\"u\":\"d.bmp\"}\n", ", url: u"),
    ])
  func sameAsURLs(name: String, text: String, keys: String) throws {
    let web = try WebStudio()
    try web.studio.folder.write(text, to: name)
    try job(web, name, "\(keys), crop: '2,1,20,9'")
    try web.job(
      "output_root: urls\ncrop: '2,1,20,9'\noutputs: [{path: '{id}.png'}]", web.urls, name: "urls")
    #expect(try web.upright("run", "--quiet", "job.yaml", "urls.yaml") == CommandRun(.exit(0)))
    #expect(try web.studio.rows() == web.studio.rows("urls.manifest.jsonl"))
    for row in try web.studio.rows() {
      let output = try #require(row.output)
      #expect(try web.studio.folder.read("out/\(output)") == web.studio.folder.read("urls/\(output)"))
    }
    #expect(try web.upright("run", "job.yaml").stderr.contains("4 done before"))
    #expect(try web.upright("verify", "job.manifest.jsonl").ending == .exit(0))
  }

  @Test("Ids name outputs, and let one URL stand in several rows")
  func ids() throws {
    let web = try WebStudio()
    try web.studio.folder.write("id,url\none,a.jpg\ntwo,a.jpg\n,b.png\n", to: "l.csv")
    try job(web, "l.csv")
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try web.studio.rows().map(\.output) == ["one.png", "two.png", "b.png"])
  }

  @Test("A row without a URL is a failed row of the list, and the others are made")
  func badURL() throws {
    let web = try WebStudio()
    try web.studio.folder.write("a.jpg\nhttp://u:PASSWORD@h/\nb.png\n", to: "l.txt")
    try job(web, "l.txt")
    let run = try web.upright("run", "job.yaml")
    #expect(run.ending == .exit(1))
    let message = "line 2: 'http://h/' is no URL that can be fetched: it has a user name or a password"
    #expect(run.stderr.contains("l.txt: failed: \(message) (bad_url)\n"), "\(run.stderr)")
    let rows = try web.studio.rows()
    #expect(rows.map(\.error) == [nil, nil, .init(code: "bad_url", message: message)])
    #expect(rows.last?.source == "l.txt")
    for (name, bytes) in try web.studio.contents(besides: ["l.txt"]) {
      #expect(bytes.firstRange(of: Array("PASSWORD".utf8)) == nil, "\(name)")
    }
  }

  @Test("A picture with another hash than its row says fails, also if the row changes after a run")
  func hashes() throws {
    let web = try WebStudio()
    let sums = try ["a.jpg", "b.png"].map { try web.sha256(#require(web.files[$0])) }
    try web.studio.folder.write("url,sha256\na.jpg,\(sums[0])\nb.png,\(sums[0])\n", to: "l.csv")
    try job(web, "l.csv")
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let message = "has the SHA-256 \(sums[1]), and its list says \(sums[0])"
    #expect(
      try web.studio.rows().map(\.error) == [nil, .init(code: "hash_mismatch", message: message)])
    // The server may mend its picture, so each run tries it again and lists the failure.
    let again = try web.upright("run", "job.yaml")
    #expect(again.ending == .exit(1))
    #expect(again.stderr.contains("failed: \(message) (hash_mismatch)\n"), "\(again.stderr)")
    #expect(!again.stderr.contains("reported before"), "\(again.stderr)")
    try web.studio.folder.write("url,sha256\na.jpg,\(sums[1])\nb.png,\(sums[1])\n", to: "l.csv")
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try web.studio.rows().map(\.error?.code) == ["hash_mismatch", nil])
    // A plan in a file says it too.
    #expect(try web.upright("plan", "--out", "p.plan", "job.yaml").ending == .exit(0))
    #expect(try web.upright("run", "--quiet", "--force", "--plan", "p.plan").ending == .exit(1))
    #expect(try web.studio.rows().map(\.error?.code) == ["hash_mismatch", nil])
  }

  @Test("A list that can't be used ends the job before work begins, with its line")
  func refusals() throws {
    let web = try WebStudio()
    try web.studio.folder.write("id,url\n1,a.jpg\n2\n", to: "fields.csv")
    try web.studio.folder.write("id,link\n", to: "column.csv")
    try web.studio.folder.write("a.jpg\n\nb.png\na.jpg\n", to: "twice.txt")
    try web.studio.folder.write("id,url\nx,a.jpg\nx,b.png\n", to: "ids.csv")
    try web.studio.folder.write(
      "id,url\nx\t\u{1}\u{7F}\u{9B}y,a.jpg\nx\t\u{1}\u{7F}\u{9B}y,b.png\n", to: "controls.csv")
    try web.studio.folder.write("a.jpg?sig=1&v=2\na.jpg?v=2\n", to: "secrets.txt")
    try web.studio.folder.write("# none\n", to: "empty.txt")
    let url = web.server.url("/a.jpg")
    for (list, message) in [
      ("none.txt", "there is no file 'none.txt'"),
      ("fields.csv", "fields.csv: line 3: the row has 1 field, and line 1 has 2"),
      ("column.csv", "column.csv: line 1: there is no column 'url'"),
      (
        "twice.txt",
        "twice.txt: line 4: '\(url)' is named in line 1 of twice.txt already; give each of its entries an 'id' of its own"
      ),
      ("ids.csv", "ids.csv: line 3: the id 'x' is used in line 2 of ids.csv already"),
      (
        "controls.csv",
        "controls.csv: line 3: the id 'x\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}y' is used in line 2 of controls.csv already"
      ),
      (
        "secrets.txt",
        "secrets.txt: line 2: '\(url)?***' differs from another URL of the job only in secret parameters: write two jobs"
      ),
      ("empty.txt", "'empty.txt' names no URL; where that may be, write 'optional: true' beside it"),
      ("photos.csv", "'photos.csv' is a folder: name a list"),
    ] {
      if list == "photos.csv" { try web.studio.folder.write("", to: "photos.csv/a") }
      try job(web, list)
      let run = try web.upright("run", "job.yaml")
      #expect(run.ending == .exit(2), "\(list)")
      #expect(run.stderr.hasPrefix("job.yaml:3:18: error: \(message)\n"), "\(run.stderr)")
    }
    try job(web, "none.txt", ", optional: true")
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(web.server.requests.isEmpty)
  }

  @Test("A URL of the job file and of a list need an id each")
  func alsoInJob() throws {
    let web = try WebStudio()
    try web.studio.folder.write(web.server.url("/a.jpg"), to: "l.txt")
    try web.studio.job(
      "sources:\n  - \(web.server.url("/a.jpg"))\n  - list: l.txt\noutputs: [{path: '{id}.png'}]")
    let run = try web.upright("plan", "job.yaml")
    #expect(run.ending == .exit(2))
    let message =
      "l.txt: line 1: '\(web.server.url("/a.jpg"))' is named in line 3 of the job file already; give each of its entries an 'id' of its own"
    #expect(run.stderr.hasPrefix("job.yaml:4:11: error: \(message)\n"), "\(run.stderr)")
  }

  @Test("A signature of a list reaches the server, and shows in no text")
  func secrets() throws {
    let web = try WebStudio()
    try web.studio.folder.write("a.jpg?X-Amz-Signature=SECRET&v=1\nnone?sig=SECRET\n", to: "l.txt")
    try job(web, "l.txt")
    try web.checkSecret(besides: "l.txt")
  }

  @Test("'plan --out' refuses a base with secrets")
  func secretBase() throws {
    let web = try WebStudio()
    try web.studio.folder.write("a.jpg\n", to: "l.txt")
    try web.studio.job(
      "sources: [{list: l.txt, base: 'https://h.example/?sig=SECRET'}]\noutputs: [{path: '{name}.png'}]")
    let run = try web.upright("plan", "--out", "p.plan", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.contains("--out: a plan holds the job file"), "\(run.stderr)")
    #expect(!run.stderr.contains("SECRET"))
    #expect(!web.studio.folder.files().contains("p.plan"))
  }

  @Test("A lock holds the list, and a plan in a file runs without it")
  func lockAndPlan() throws {
    let web = try WebStudio()
    try web.studio.folder.write("a.jpg\nb.png\n", to: "l.txt")
    try job(web, "l.txt")
    #expect(try web.upright("lock", "job.yaml").ending == .exit(0))
    #expect(try web.upright("run", "--quiet", "--locked", "job.yaml") == CommandRun(.exit(0)))
    #expect(try web.upright("plan", "--out", "p.plan", "--shards", "2", "job.yaml").ending == .exit(0))
    try web.studio.folder.write("a.jpg\nb.png\n# another\n", to: "l.txt")
    let run = try web.upright("run", "--locked", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.contains("l.txt"), "\(run.stderr)")
    #expect(try web.studio.shell("rm -r l.txt out").ending == .exit(0))
    for shard in ["0/2", "1/2"] {
      #expect(
        try web.upright("run", "--quiet", "--plan", "p.plan", "--shard", shard) == CommandRun(.exit(0)))
    }
    #expect(try web.studio.folder.read("out/a.png").isEmpty == false)
    #expect(try web.studio.folder.read("out/b.png").isEmpty == false)
  }

  @Test("A worker needs no list, and compares the hashes that the list had")
  func worker() throws {
    let web = try WebStudio()
    let sums = try ["a.jpg", "b.png"].map { try web.sha256(#require(web.files[$0])) }
    try web.studio.folder.write("id,url,sha256\nx,a.jpg,\(sums[0])\ny,b.png,\(sums[0])\n", to: "l.csv")
    try job(web, "l.csv")
    #expect(try web.upright("plan", "--out", "p.plan", "job.yaml").ending == .exit(0))
    let run = try web.studio.shell(
      "rm l.csv && tail -n +2 p.plan | upright worker --jsonl --jobs 1 --plan p.plan")
    let answers = run.stdout.split(separator: "\n")
    #expect(answers.count == 2, "\(run.stderr)")
    #expect(answers.contains { $0.contains(#""id":"x","status":"ok""#) })
    #expect(answers.contains { $0.contains(#""id":"y","status":"failed""#) && $0.contains("hash_mismatch") })
    #expect(
      web.studio.folder.files().filter { $0.hasSuffix(".png") && $0.hasPrefix("out/") } == ["out/x.png"])
  }

  @Test("The next run tries a failed row again, and no other")
  func retried() throws {
    let picture = WebStudio.large()
    let isThere = Served(0)
    let server = try TestServer { request in
      request.target == "/a.jpg" || request.target == "/b.jpg" && isThere.value == 1
        ? .file(picture, to: request) : .reply(404)
    }
    let web = try WebStudio(server: server)
    try web.studio.folder.write("a.jpg\nb.jpg\n", to: "l.txt")
    try job(web, "l.txt")
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try web.studio.rows().map(\.error?.code) == [nil, "http_404"])
    isThere.value = 1
    #expect(try web.upright("run", "--quiet", "--retry-failed", "job.yaml") == CommandRun(.exit(0)))
    #expect(try web.studio.rows().map(\.error?.code) == [nil, nil])
    #expect(web.wholes == ["/a.jpg", "/b.jpg"])
  }

  @Test("A preview shows the pictures of a list, and fetches each once")
  func preview() throws {
    let web = try WebStudio()
    try web.studio.folder.write("a.jpg\nb.png\n", to: "l.txt")
    try job(web, "l.txt")
    #expect(try web.upright("preview", "--output", "p.html", "job.yaml").ending == .exit(0))
    #expect(web.wholes.sorted() == ["/a.jpg", "/b.png"])
  }

  @Test("Neither an output nor the manifest can overwrite the list")
  func overwrites() throws {
    let web = try WebStudio()
    try web.studio.folder.write("{\"url\":\"\(web.server.url("/a.jpg"))\"}\n", to: "l.jsonl")
    try web.studio.job("sources: [{list: l.jsonl}]\nmanifest: l.jsonl\noutputs: [{path: 'a.png'}]")
    #expect(
      try web.upright("plan", "job.yaml").stderr.hasPrefix(
        "job.yaml:3:11: error: the manifest would overwrite a list of this job: change 'manifest'\n"))
    try web.studio.folder.write("a.jpg\n", to: "out/l.txt")
    try job(web, "out/l.txt", outputs: "l.txt', format: 'png")
    let run = try web.upright("run", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.contains("error: 'l.txt' is a list of this job: change 'path'\n"), "\(run.stderr)")
    // Neither by a link.
    try web.studio.folder.write(web.server.url("/a.jpg"), to: "l.txt")
    try web.studio.folder.link("link.txt", to: "l.txt")
    try web.studio.job(
      "network: {allow: [127.0.0.0/8]}\nsources: [{list: link.txt}]\noutputs: [{path: 'l.txt', format: jpeg}]"
    )
    #expect(
      try web.upright("run", "job.yaml").stderr.contains(
        "error: 'l.txt' is another name of a list of this job: change 'path'\n"))
  }
}
