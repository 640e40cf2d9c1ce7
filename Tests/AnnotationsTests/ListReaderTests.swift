import Annotations
import ImageModel
import System
import Testing

struct ListReaderTests {
  /// The rows and the troubles of a list, a line for each.
  private func lines(
    _ format: ListFormat, _ text: String, column: String = "url", base: String? = nil
  ) throws -> [String] {
    try lines(format, Array(text.utf8), column: column, base: base)
  }

  private func lines(
    _ format: ListFormat, _ bytes: [UInt8], column: String = "url", base: String? = nil
  ) throws -> [String] {
    var addresses: [WebAddress] = []
    var use = ListUse()
    use.url = column
    use.base = try base.map { try WebAddress($0) }
    let table = try ListReader.read(ByteFeed(bytes), format, called: "l", for: use) {
      addresses.append($0.address)
    }
    #expect(table.count == addresses.count)
    let rows = addresses.enumerated().map { row, address in
      let id = table.id(of: row).map { " id=\($0)" } ?? ""
      let sum = table.sum(of: row).map { " sum=\($0.hexadecimal)" } ?? ""
      return "\(table.line(of: row)) \(address.shown)\(id)\(sum)\(table.hasSecrets(row) ? " secret" : "")"
    }
    return rows + table.troubles.map { "\($0.line)! \($0.message)" }
  }

  private func fault(_ format: ListFormat, _ text: String, column: String = "url") -> String? {
    do {
      _ = try lines(format, text, column: column)
      return nil
    } catch { return (error as? FileFault)?.message }
  }

  @Test("A text has a URL a line; blank lines and comments don't count")
  func text() throws {
    let text = "\u{FEFF}http://h/a\r\n\n  # http://h/b\n \t http://h/c#d \t\r\nHTTPS://H/e?token=1&v=2"
    #expect(try lines(.txt, text) == ["1 http://h/a", "4 http://h/c", "5 https://H/e?v=2 secret"])
    #expect(try lines(.txt, "") == [])
  }

  @Test("A line without a URL that can be fetched is a trouble, and hides secrets")
  func troubles() throws {
    let text =
      "http://u:p@h/\nftp://h/?sig=1\na.jpg\ns3://bucket/a/\nhttp://h:0/\nhttp://ö/\nhttp://h/\u{1}\nhttp://h/a\n"
    #expect(
      try lines(.txt, text) == [
        "8 http://h/a",
        "1! 'http://h/' is no URL that can be fetched: it has a user name or a password",
        "2! 'ftp://h/' is no URL that can be fetched: it begins with neither http:// nor https://",
        "3! 'a.jpg' is no URL that can be fetched: it begins with neither http:// nor https://; "
          + "'base' is for relative URLs",
        "4! 's3://bucket/a/' names no picture in its bucket",
        "5! 'http://h:0/' is no URL that can be fetched: its port isn't a number from 1 to 65535",
        "6! 'http://ö/' is no URL that can be fetched: its host has a letter outside of ASCII; write it in its 'xn--' form",
        "7! 'http://h/\u{FFFD}' is no URL that can be fetched: it has a control character",
      ])
    #expect(try lines(.txt, [0x68, 0xFF, 0x0A]) == ["1! the URL is not UTF-8"])
  }

  @Test("A CSV names its columns in the first row; quotes, CRLF and a byte order mark are those of RFC 4180")
  func csv() throws {
    let text =
      "\u{FEFF}\"Id\",size,URL\r\n1,x,\"http://h/a,b\"\"c\"\r\n\r\n,\"two\r\nlines\",http://h/d\r\n3,,\r\n4,,http://h/e"
    #expect(
      try lines(.csv, text) == [
        "2 http://h/a,b\"c id=1", "4 http://h/d", "7 http://h/e id=4", "6! there is no URL",
      ])
    #expect(try lines(.csv, "x,image\n,http://h/a\n", column: "Image") == ["2 http://h/a"])
    #expect(try lines(.csv, "url\n") == [])
  }

  @Test("JSON Lines have an object a line; an id may be a number")
  func jsonl() throws {
    let text = """
      {"url":"http:\\/\\/h\\/\\u0061","id":7,"more":[1]}\r

      {"id":"b","url":"http://h/b","sha256":null}
      {"id":"c"}
      {"url":5}
      """
    #expect(
      try lines(.jsonl, text) == [
        "1 http://h/a id=7", "3 http://h/b id=b", "4! there is no URL", "5! there is no URL",
      ])
    #expect(try lines(.jsonl, "{\"image\":\"http://h/a\"}", column: "image") == ["1 http://h/a"])
  }

  @Test("A hash counts in either case")
  func hashes() throws {
    let sum = String(repeating: "0123456789abcdef", count: 4)
    let text = "sha256,url\n\(sum),http://h/a\n\(sum.uppercased()),http://h/b\n,http://h/c\n"
    #expect(
      try lines(.csv, text) == ["2 http://h/a sum=\(sum)", "3 http://h/b sum=\(sum)", "4 http://h/c"])
  }

  /// Examples of RFC 3986, section 5.4.
  @Test("Relative URLs start from 'base'")
  func base() throws {
    let text = "g\n./g\n/g\n//g/h\n?y\n../g\n../../../g\ng?y/./x\nhttp://h/i\nmailto:a\n"
    #expect(
      try lines(.txt, text, base: "http://a/b/c/d;p?q") == [
        "1 http://a/b/c/g", "2 http://a/b/c/g", "3 http://a/g", "4 http://g/h", "5 http://a/b/c/d;p?y",
        "6 http://a/b/g", "7 http://a/g", "8 http://a/b/c/g?y/./x", "9 http://h/i",
        "10! 'mailto:a' is no URL that can be fetched: it begins with neither http:// nor https://",
      ])
  }

  @Test("An empty file is a list without rows", arguments: [.txt, .csv, .jsonl] as [ListFormat])
  func empty(_ format: ListFormat) throws { #expect(try lines(format, "") == []) }

  @Test(
    "A list that breaks its format is refused with the line",
    arguments: [
      (.csv, "\nid,link\n", "line 2: there is no column 'url'"),
      (.csv, "url,id,URL\n", "line 1: the column 'url' is there twice: give one of the two another name"),
      (.csv, "url,id\nhttp://h/a,1\nhttp://h/b\n", "line 3: the row has 1 field, and line 1 has 2"),
      (.csv, "url\n\"http://h/a\n", "a quote in the row of line 2 has no end"),
      (
        .csv, "url,id\n\"http://h/a\"b,1\n", "a field in the row of line 2 has text behind its closing quote"
      ),
      (.csv, "url,id\nhttp://h/a,b/c\n", "line 2: the id 'b/c' has a '/' or a NUL character"),
      (.csv, "url,sha256\nhttp://h/a,12\n", "line 2: '12' is no SHA-256, which has 64 hexadecimal digits"),
      (.jsonl, "{\"url\":\"http://h/a\"}\n[]\n", "line 2: the line is not an object"),
      (.jsonl, "{\"url\":\"http://h/a\",\"id\":[]}\n", "line 1: 'id' is no text"),
    ] as [(ListFormat, String, String)])
  func broken(_ format: ListFormat, _ text: String, _ message: String) {
    #expect(fault(format, text) == message)
  }

  @Test("The ending of a list's name tells its format")
  func formats() {
    #expect(ListFormat(ofList: "a/b.TXT") == .txt)
    #expect(ListFormat(ofList: "b.csv") == .csv)
    #expect(ListFormat(ofList: "b.csv.jsonl") == .jsonl)
    #expect(ListFormat(ofList: "csv") == nil)
    #expect(ListFormat(ofList: "b.tsv") == nil)
  }
}
