import Foundation
import Imaging
import TestSupport
import Testing

/// Jobs whose sources are URLs of a server on this machine.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct WebRunTests {
  @Test("Outputs and manifest are those of the same files on disk", arguments: ["none", "process"])
  func sameAsFiles(isolation: String) throws {
    let web = try WebStudio()
    let keys =
      "isolation: \(isolation)\noutputs: [{path: '{name}.png'}, {path: '{stem}-{ext}.jpg', crop: '2,1,20,9', resize: {width: 7}}]"
    for (folder, prefix) in [("files", "\(web.studio.folder.path)/photos/"), ("web", web.server.url("/"))] {
      let sources = web.files.keys.sorted().map { "\(prefix)\($0)" }
      try web.job("\(keys)\noutput_root: \(folder)", sources, name: folder)
      #expect(try web.upright("run", "--quiet", "\(folder).yaml") == CommandRun(.exit(0)))
    }
    for name in web.files.keys {
      let names = ["\(name).png", name.replacingOccurrences(of: ".", with: "-") + ".jpg"]
      for name in names {
        #expect(try web.studio.folder.read("files/\(name)") == web.studio.folder.read("web/\(name)"))
      }
    }
    var files = try web.studio.rows("files.manifest.jsonl")
    for index in files.indices {
      files[index].source = files[index].source.replacingOccurrences(of: "photos/", with: web.server.url("/"))
    }
    #expect(try web.studio.rows("web.manifest.jsonl") == files)
  }

  @Test("A second run asks for headers only, and makes nothing")
  func again() throws {
    let web = try WebStudio()
    try web.job("outputs: [{path: 'out/{name}.png'}]", web.urls)
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let before = web.server.requests
    // Only the PNG, which has 108 KB, doesn't come whole with its header. It is asked for with the version of the plan.
    #expect(web.wholes == ["/b.png"])
    #expect(before.allSatisfy { $0.header("range") != nil || $0.header("if-match") == "\"1\"" })
    let run = try web.upright("run", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(run.stderr.contains("\(web.files.count) done before"), "\(run.stderr)")
    let after = web.server.requests.dropFirst(before.count)
    // The header of the PNG needs its end.
    #expect(after.count == web.files.count + 1)
    #expect(after.allSatisfy { $0.header("range") != nil })
    #expect(try web.upright("run", "--quiet", "--verify", "job.yaml") == CommandRun(.exit(0)))
    #expect(try web.upright("verify", "job.manifest.jsonl").ending == .exit(0))
  }

  @Test("Each failure has a code of its own, and the others are made")
  func failures() throws {
    let picture = try Picture().jpeg()
    let server = try TestServer { request in
      switch request.target {
      case "/a.jpg": .file(picture, to: request)
      case "/encoded": .reply(200, [("Content-Encoding", "gzip"), ("ETag", "\"1\"")], body: picture)
      case "/empty": .file([], to: request)
      case "/text": .file(Array("<html>".utf8), to: request)
      case "/loop": .reply(302, [("Location", "/loop")])
      case "/away": .reply(302, [("Location", "http://10.0.0.1/")])
      case "/cut": .file(picture, to: request).cut(after: 300, then: .close)
      default: .reply(Int(request.target.dropFirst()) ?? 500)
      }
    }
    let web = try WebStudio(server: server)
    let codes: [String: String?] = [
      "a.jpg": nil, "403": "http_403", "404": "http_404", "410": "http_410", "418": "http_status",
      "503": "http_status",
      "encoded": "http_encoding", "empty": "empty_file", "text": "unsupported_format", "loop": "redirect",
      "away": "address_refused", "cut": "connection",
    ]
    try web.job(
      "outputs: [{path: '{name}.png'}]", codes.keys.map { server.url("/\($0)") }, network: "retries: 0, ")
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let found = Dictionary(
      uniqueKeysWithValues: try web.studio.rows().map {
        (String($0.source.dropFirst(server.url("/").count)), $0.error?.code)
      })
    #expect(found == codes)
    // A row that failed asks for nothing more.
    #expect(server.requests.count { $0.target == "/text" } == 1)
  }

  @Test("A server on this machine is refused unless the job allows it, and gets no request")
  func refused() throws {
    let web = try WebStudio()
    try web.studio.job(
      "sources: [\(web.server.url("/a.jpg")), 'http://2130706433:\(web.server.port)/a.jpg']\noutputs: [{path: '{id}-{index}.png'}]"
    )
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try web.studio.rows().map(\.error?.code) == ["address_refused", "address_refused"])
    #expect(web.server.connections == 0)
  }

  @Test("The report, the statistics and the metrics tell the use of the network")
  func use() throws {
    let picture = WebStudio.large()
    let server = try TestServer { request in
      if request.number == 0 { return .reply(500) }
      let answer = TestServer.Answer.file(picture, to: request)
      // The image waits for its picture.
      return request.header("range") == nil ? answer.slowly(picture.count, every: 0.5) : answer
    }
    let web = try WebStudio(server: server)
    try web.job("outputs: [{path: '{name}.png'}]", [server.url("/a.bmp")])
    let run = try web.upright(
      "run", "--json", "--stats", "s.jsonl", "--metrics-file", "m.prom", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(server.requests.count == 3)
    // The server gives the first 64 KiB for the plan, and the whole picture for the run.
    let bytes = 65_536 + picture.count
    let figures = #""requests":3,"retries":1,"bytes":\#(bytes),"wait_ns":"#
    #expect(run.stdout.contains(#","network":{\#(figures)"#), "\(run.stdout)")
    #expect(run.stdout.contains(/"wait_ns":[1-9]/))
    #expect(run.stderr.contains("; 3 requests, "), "\(run.stderr)")
    #expect(run.stderr.contains(" received, 1 retry"), "\(run.stderr)")
    let stats = String(decoding: try web.studio.folder.read("s.jsonl"), as: UTF8.self)
    #expect(stats.contains(#","network":{\#(figures)"#), "\(stats)")
    let metrics = String(decoding: try web.studio.folder.read("m.prom"), as: UTF8.self)
    for (name, value) in [("requests", 3), ("retries", 1), ("bytes", bytes)] {
      #expect(metrics.contains("\nupright_network_\(name){name=\"job\"} \(value)\n"), "\(metrics)")
    }
  }

  @Test("A preview fetches each picture once")
  func preview() throws {
    let web = try WebStudio()
    try web.job("outputs: [{path: '{name}.png'}]", web.urls)
    #expect(try web.upright("preview", "--output", "p.html", "job.yaml").ending == .exit(0))
    #expect(web.wholes.sorted() == web.files.keys.sorted().map { "/" + $0 })
  }

  @Test("A signature reaches the server, and shows in no text")
  func secrets() throws {
    let web = try WebStudio()
    try web.job(
      "outputs: [{path: 'out/{name}.png'}]",
      ["/a.jpg?X-Amz-Signature=SECRET&v=1", "/none?sig=SECRET"].map { web.server.url($0) })
    try web.checkSecret(besides: "job.yaml")
  }

  @Test("A plan in a file would hold the job file, so it can't have a signature")
  func frozen() throws {
    let web = try WebStudio()
    try web.studio.job("sources: [{path: 'https://h.example/a?sig=1'}]\noutputs: [{path: '{name}.png'}]")
    let run = try web.upright("plan", "--out", "p.plan", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(2),
          stderr: """
            job.yaml:2:18: error: --out: a plan holds the job file, and this URL has parameters that sign it or stand \
            for a password: run the job without a plan
            sources: [{path: 'https://h.example/a?********
                             ^

            """))
  }

  @Test("A file of certificates must be there, and hold one")
  func certificates() throws {
    let web = try WebStudio()
    try web.studio.job(
      "network: {ca: none.pem}\nsources: ['https://h.example/a']\noutputs: [{path: '{name}.png'}]")
    let run = try web.upright("plan", "job.yaml")
    #expect(run.ending == .exit(2))
    #expect(
      run.stderr == """
        job.yaml:2:15: error: 'none.pem' can't be read: No such file or directory
        network: {ca: none.pem}
                      ^

        """)
    try web.studio.folder.write("no", to: "none.pem")
    #expect(
      try web.upright("check", "job.yaml").stderr.hasPrefix(
        "job.yaml:2:15: error: 'none.pem' holds no certificate: it must be a PEM file\n"))
  }

  @Test("Only a job with a URL loads libcurl")
  func loads() throws {
    let web = try WebStudio()
    let loads = ["LD_DEBUG": "files"]
    try web.job("outputs: [{path: '{name}.png'}]", ["\(web.studio.folder.path)/photos/a.jpg"])
    let files = try CommandRun.upright(["run", "job.yaml"], in: web.studio.folder, environment: loads)
    #expect(files.ending == .exit(0))
    #expect(!files.stderr.contains("libcurl"))
    try web.job("outputs: [{path: '{name}-2.png'}]", [web.server.url("/a.jpg")])
    let url = try CommandRun.upright(["run", "job.yaml"], in: web.studio.folder, environment: loads)
    #expect(url.ending == .exit(0))
    #expect(url.stderr.contains("libcurl"))
  }
}
