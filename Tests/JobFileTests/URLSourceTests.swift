import ImageModel
import System
import TestSupport
import Testing

@testable import JobFile

/// Sources that are URLs, and the key `network`.
@Suite("Sources that are URLs")
struct URLSourceTests {
  private func read(_ text: String) throws -> JobSpec {
    let text = "version: 1\noutputs: [{path: '{id}.jpg'}]\n" + text
    return try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get()
  }

  @Test("A text that begins with http:// or https:// is a URL, in any case and with any signs")
  func urls() throws {
    let spec = try read(
      """
      sources:
        - https://h.example/a[1]*.jpg?size={big}
        - HTTP://192.0.2.1:8080/b.jpg
        - {path: "https://h.example/c.jpg", id: c, exif_orientation: 6, crop: {aspect: "1:1"}}
        - c.jpg
      """)
    let files = try [
      "https://h.example/a[1]*.jpg?size={big}", "HTTP://192.0.2.1:8080/b.jpg", "https://h.example/c.jpg",
    ]
    .map { SourceEntry.Files.url(try WebAddress($0)) }
    #expect(spec.sources.map(\.files) == files + [.glob(try GlobPattern(parsing: "c.jpg"))])
    #expect(spec.sources[2].id?.value == "c")
    #expect(spec.sources[2].exifOrientation == .rightTop)
  }

  @Test("A list has a column and obeys servers, unless the job says otherwise")
  func lists() throws {
    let spec = try read(
      """
      sources:
        - list: urls.TXT
        - {list: a/b.csv, url: link, base: "https://h.example/x/", robots: ignore, page: all, optional: true}
      """)
    let lists = try [
      ListSource(path: "urls.TXT", format: .txt, column: "url", base: nil, robots: .obey),
      ListSource(
        path: "a/b.csv", format: .csv, column: "link", base: WebAddress("https://h.example/x/"),
        robots: .ignore),
    ]
    #expect(spec.sources.map(\.list) == lists)
    #expect(spec.sources.map(\.isOptional) == [false, true])
    #expect(spec.hasURLs)
  }

  @Test("A list has boxes if the entry says in which space, with the keys of annotations")
  func boxes() throws {
    let spec = try read(
      """
      sources:
        - {list: a.csv, space: stored}
        - list: b.jsonl
          space: declared
          box_format: yolo
          category: [cat]
          expand: "10%"
          square: true
          min_size: 8
          round: outward
          out_of_bounds: error
      """)
    #expect(
      spec.sources[0].boxes
        == BoxUse(
          format: .coco, space: .stored, categories: nil, growth: BoxGrowth(expand: 0, square: false),
          leastSide: 0, rounding: .nearest, outOfBounds: .clip))
    let boxes = try #require(spec.sources[1].boxes)
    #expect(boxes.categories?.map(\.value) == ["cat"])
    #expect(
      boxes
        == BoxUse(
          format: .yolo, space: .declared, categories: boxes.categories,
          growth: BoxGrowth(expand: 10, square: true), leastSide: 8, rounding: .outward, outOfBounds: .error))
    #expect(spec.hasBoxes)
  }

  @Test(
    "Wrong URLs are reported at their place, without secrets",
    arguments: [
      .source(
        "https://ann:secret@h.example/a.jpg?sig=secret",
        "3:5: 'https://h.example/a.jpg' is no URL that can be fetched: it has a user name or a password"),
      .source(
        "path: https://h.example:99999/a.jpg",
        "3:11: 'https://h.example:99999/a.jpg' is no URL that can be fetched: its port isn't a number from 1 to 65535"
      ),
      .source(
        "glob: https://h.example/*.jpg",
        "3:11: 'glob' must be a pattern of files: a URL names one picture, so write 'path' in place of 'glob'"
      ),
      .source(
        "path: https://h.example/a.jpg\noptional: true",
        "4:15: 'optional' goes with files only: a URL that gives nothing is a failed row"),
    ] as [WrongJob])
  func wrong(_ job: WrongJob) { job.check() }

  @Test("A URL's name is the last one of its path, decoded if a file may be called so")
  func names() throws {
    let names = [
      "https://h.example/x/a%20b.tar.JPG?v=1/2": ("a b.tar.JPG", "a b.tar", "JPG"),
      "https://h.example/x/": ("x", "x", ""), "https://h.example": ("h.example", "h", "example"),
      "http://192.0.2.1:80/..//": ("192.0.2.1", "192.0.2", "1"),
      "https://h.example/a%2Fb": ("a%2Fb", "a%2Fb", ""),
      "https://h.example/%ff.png": ("%ff.png", "%ff", "png"),
      "https://h.example/a%00.png": ("a%00.png", "a%00", "png"),
      "https://h.example/%2e%2E": ("h.example", "h", "example"),
      "https://h.example/%C3%A9.png": ("\u{E9}.png", "\u{E9}", "png"),
    ]
    for (url, (name, stem, ending)) in names {
      let folder = try TemporaryDirectory()
      let entry = SourceEntry(
        files: .url(try WebAddress(url)), location: SourceLocation(line: 1, column: 1), isOptional: false,
        shaping: Shaping())
      let item = try #require(expand([entry], in: folder).items.first)
      #expect(try item.displayName == WebAddress(url).shown)
      #expect([item.name, item.stem, item.fileExtension, item.dir] == [name, stem, ending, ""], "\(url)")
    }
  }

  @Test("A URL that is named twice needs ids, and URLs that differ in a secret only need two jobs")
  func twice() throws {
    func messages(_ sources: String) throws -> [String] {
      try expand(read("sources:\n" + sources).sources, in: TemporaryDirectory()).messages
    }
    #expect(
      try messages("- https://h.example/a\n- https://h.example/a\n") == [
        "5:3: 'https://h.example/a' is named in line 4 already; give each of its entries an 'id' of its own"
      ])
    #expect(
      try messages("- {path: 'https://h.example/a', id: b}\n- {path: 'https://h.example/a', id: c}\n").isEmpty
    )
    #expect(
      try messages(
        "- {path: 'https://h.example/a?sig=1', id: b}\n- {path: 'https://h.example/a?sig=2', id: c}\n") == [
          "5:10: 'https://h.example/a' differs from the URL in line 4 only in secret parameters: write two jobs"
        ])
  }

  @Test("All keys of 'network' are read, and its defaults stand in the docs")
  func network() throws {
    #expect(
      try read("sources: [a]").network
        == NetworkSpec(perHost: 8, rate: nil, timeout: 60, retries: 4, allowed: [], certificates: nil))
    let network = try read(
      "sources: [a]\nnetwork: {per_host: 64, rate: 0.5, timeout: 2.5, retries: 0, allow: [10.0.0.0/8, '::1'], ca: c.pem}"
    ).network
    #expect(network.allowed.map(\.text) == ["10.0.0.0/8", "::1/128"])
    #expect(network.certificates?.value == "c.pem")
    #expect((network.perHost, network.rate, network.timeout, network.retries) == (64, 0.5, 2.5, 0))
  }

  @Test(
    "Wrong values of 'network'",
    arguments: [
      .job("network: {per_host: 0}", "4:21: 'per_host' must be a whole number from 1 to 64, not '0'"),
      .job("network: {rate: 0}", "4:17: 'rate' must be a number of requests a second above 0, not '0'"),
      .job(
        "network: {timeout: 3601}",
        "4:20: 'timeout' must be a number of seconds above 0, at most 3600, not '3601'"),
      .job("network: {retries: 21}", "4:20: 'retries' must be a whole number from 0 to 20, not '21'"),
      .job("network: {allow: []}", "4:18: 'allow' is empty"),
      .job(
        "network: {allow: [10.0.0.1/8]}",
        "4:19: an entry of 'allow' must be a range of addresses, as in 10.0.0.0/8 or fd00::/8, not '10.0.0.1/8'"
      ),
      .job("network: {proxy: a}", "4:11: unknown key 'proxy'"),
      .job("per_host: 1", "4:1: 'per_host' doesn't belong here: it goes in 'network'"),
    ] as [WrongJob])
  func wrongNetwork(_ job: WrongJob) { job.check() }
}
