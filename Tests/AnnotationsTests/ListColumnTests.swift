import Annotations
import ImageModel
import System
import Testing

/// The columns beside the URLs of a list.
@Suite("Columns of a list")
struct ListColumnTests {
  private func read(
    _ format: ListFormat, _ text: String, _ set: (inout ListUse) -> Void
  ) throws(FileFault) -> ListTable {
    var use = ListUse()
    set(&use)
    return try ListReader.read(ByteFeed(Array(text.utf8)), format, called: "l", for: use) { _ in }
  }

  private func fault(_ format: ListFormat, _ text: String, _ set: (inout ListUse) -> Void) -> String? {
    do throws(FileFault) {
      _ = try read(format, text, set)
      return nil
    } catch { return error.message }
  }

  @Test("Rows of a CSV with one URL are boxes of one picture, as in an annotation file")
  func csvBoxes() throws {
    let text = """
      class,URL,x,y,width,height,id,image_width,image_height
      cat,http://h/a/../a.jpg,1,2,3,4,one,40,30
      dog,http://h/b.jpg,5,6,7,8,two,,
      ,http://h/a.jpg,9,10,11,12,a/b,40,30
      cat,http://h/b.jpg,1,,1,1,,,
      cat,,1,1,1,1,,,
      """
    let table = try read(.csv, text) { $0.boxes = .coco }
    #expect(
      table.boxes?.lines == [
        "http://h/a.jpg 40x30", "  1 l, line 2: one cat [1, 2, 3, 4]", "  2 l, line 4: a/b - [9, 10, 11, 12]",
        "http://h/b.jpg", "  1 l, line 3: two dog [5, 6, 7, 8]", "  2 l, line 5: ! '' is not a number",
      ])
    #expect(table.count == 4)
    #expect((0..<4).map { table.id(of: $0) } == [nil, nil, nil, nil])
    #expect(table.troubles.map(\.message) == ["there is no URL"])
    #expect([2, 4, 6, 99].map { table.row(onLine: $0) } == [0, 2, nil, nil])
  }

  @Test("A row may give a focus in pixels or per cent, and exports don't get it")
  func focus() throws {
    let csv = "url,Focus_X,focus_y,text\nhttp://h/a.jpg,12.5%,-3,a\nhttp://h/b.jpg,,,b"
    let table = try read(.csv, csv) {
      $0.takesFocus = true
      $0.exports = [.hfImageFolder]
    }
    #expect(table.focus(of: 0) == .focus(x: .percent(12.5), y: .pixels(-3)))
    #expect(table.focus(of: 1) == nil)
    #expect(table.columns.map { String(decoding: $0[0], as: UTF8.self) } == #""text":"a""#)
    let lines = #"{"url":"http://h/a.jpg","focus_x":7,"focus_y":"50%"}"# + "\n" + #"{"url":"http://h/b.jpg"}"#
    let objects = try read(.jsonl, lines) { $0.takesFocus = true }
    #expect((0..<2).map { objects.focus(of: $0) } == [.focus(x: .pixels(7), y: .percent(50)), nil])
    #expect(try read(.csv, csv) { _ in }.focus(of: 0) == nil)
  }

  @Test("A focus that is none ends the list, with its line")
  func wrongFocus() {
    let faults = ["1e9,1", "1,", ",1", "1,left"].map { row in
      fault(.csv, "url,focus_x,focus_y\nhttp://h/a.jpg,\(row)") { $0.takesFocus = true }
    }
    let bounds = "must be a number of pixels within a million of 0, or per cent as in 12.5%, not"
    #expect(
      faults == [
        "line 2: 'focus_x' \(bounds) '1e9'", "line 2: there is 'focus_x' without 'focus_y'",
        "line 2: there is 'focus_y' without 'focus_x'", "line 2: 'focus_y' \(bounds) 'left'",
      ])
    #expect(
      fault(.csv, "url,focus_x\nhttp://h/a.jpg,1") { $0.takesFocus = true }
        == "line 1: there is no column 'focus_y'")
  }

  @Test("Boxes of JSON Lines, in the job's box format and of some categories only")
  func jsonBoxes() throws {
    let text = """
      {"url":"http://h/a.jpg","bbox":[0.5,0.5,0.5,1],"category":"cat","width":40,"height":30}
      {"url":"http://h/b.jpg","bbox":[0,0,1,1],"category":"dog"}
      {"url":"http://h/a.jpg","category":"cat"}
      """
    let table = try read(.jsonl, text) {
      $0.boxes = .yolo
      $0.categories = ["cat"]
    }
    #expect(
      table.boxes?.lines == [
        "http://h/a.jpg 40x30", "  1 l, line 1: - cat [25, 0, 50, 100]",
        "  2 l, line 3: ! there is no 'bbox'",
        "http://h/b.jpg",
      ])
  }

  @Test("The first row of a picture is its source, and the others are repeated")
  func sources() throws {
    let text = "url,x,y,width,height\nhttp://h/a,1,1,2,2\nhttp://h/b,1,1,2,2\nhttp://h/a,3,3,2,2\n"
    var use = ListUse()
    use.boxes = .coco
    var found: [String] = []
    _ = try ListReader.read(ByteFeed(Array(text.utf8)), .csv, called: "l", for: use) { url in
      found.append(
        "\(url.row) \(url.address.shown) \(url.picture.map(String.init) ?? "-") \(url.isRepeated)")
    }
    #expect(found == ["0 http://h/a 0 false", "1 http://h/b 1 false", "2 http://h/a 0 true"])
  }

  @Test("A row names one of the job's splits, or none")
  func splits() throws {
    let text = "split,url\ntest,http://h/a\n,http://h/b\ntrain,http://h/c\n"
    let table = try read(.csv, text) { $0.splits = ["train", "test"] }
    #expect((0..<3).map { table.split(of: $0) } == [1, nil, 0])
    let objects = try read(.jsonl, "{\"split\":\"test\",\"url\":\"http://h/a\"}\n") {
      $0.splits = ["train", "test"]
    }
    #expect(objects.split(of: 0) == 1)
  }

  @Test("The other columns keep their order, their values and the case of their names")
  func others() throws {
    let text =
      "Caption,url,,id,n,sha256,split\n\"a \"\"dog\"\"\",http://h/a,x,1,007,,train\n,http://h/b,,,,,\n"
    let csv = try read(.csv, text) { $0.exports = [.webdataset] }
    #expect(
      fields(csv) == [
        #""Caption":"a \"dog\"","n":"007","split":"train""#, #""Caption":"","n":"","split":"""#,
      ])
    let lines = """
      {"url":"http://h/a","t":"é","n":1.50,"b":true,"z":null,"l":[1],"o":{"a":1},"n":-2e3,"x":NaN}
      {"url":"http://h/b","split":"train"}
      """
    let objects = try read(.jsonl, lines) {
      $0.exports = [.coco, .hfImageFolder]
      $0.splits = ["train"]
    }
    #expect(fields(objects) == [#""t":"é","b":true,"z":null,"n":-2e3,"x":null"#, ""])
    #expect(try read(.csv, text) { _ in }.columns == nil)
  }

  private func fields(_ table: ListTable) -> [String]? {
    table.columns.map { columns in
      (0..<columns.count).map { String(decoding: columns[$0], as: UTF8.self) }
    }
  }

  @Test("In a list with boxes, the columns of boxes are no other columns")
  func othersBesideBoxes() throws {
    let text =
      "url,xmin,ymin,xmax,ymax,category,class,width,height,crowd\nhttp://h/a,1,2,3,4,cat,c,40,30,yes\n"
    let table = try read(.csv, text) {
      $0.boxes = .voc
      $0.exports = [.webdataset, .hfImageFolder]
    }
    #expect(fields(table) == [#""class":"c","crowd":"yes""#])
  }

  private static let space = "write 'space' beside 'list' to use it, and 'crop: full' too for whole pictures"

  @Test("Boxes that the job doesn't use are refused, because outputs would be whole pictures")
  func unusedBoxes() {
    #expect(
      fault(.csv, "\nurl,XMIN,xmax,ymin,ymax\n") { _ in }
        == "line 2: the columns 'xmin', 'ymin', 'xmax', 'ymax' give a box: \(Self.space)")
    #expect(
      fault(.jsonl, "{\"url\":\"http://h/a\"}\n{\"url\":\"http://h/b\",\"bbox\":[1]}\n") { _ in }
        == "line 2: 'bbox' is a box: \(Self.space)")
    #expect(fault(.csv, "url,width,height,x\nhttp://h/a,1,1,1\n") { _ in } == nil)
  }

  @Test("Columns that can't be used are refused with the line")
  func refusals() {
    let boxes = { (use: inout ListUse) in use.boxes = .coco }
    let splits = { (use: inout ListUse) in
      use.splits = ["train", "test"]
      use.boxes = .coco
    }
    let head = "url,x,y,width,height,split,sha256\nhttp://h/a,1,1,2,2,train,\n"
    #expect(fault(.csv, "url,x,y,width\n", boxes) == "line 1: there is no column 'height'")
    #expect(
      fault(.csv, head + "http://h/b,1,1,2,2,dev,\n", splits)
        == "line 3: the job has no split 'dev': its splits are 'train', 'test'")
    #expect(
      fault(.csv, head + "http://h/a,1,1,2,2,test,\n", splits)
        == "line 3: 'http://h/a' has another 'split' in line 2: all rows of a picture need the same")
    #expect(
      fault(.csv, head + "http://h/a,1,1,2,2,train,\(String(repeating: "0a", count: 32))\n", splits)
        == "line 3: 'http://h/a' has another 'sha256' in line 2: all rows of a picture need the same")
    #expect(
      fault(.csv, head + "http://h/a?sig=1,1,1,2,2,train,\n", splits)
        == "line 3: 'http://h/a' differs from another URL of the job only in secret parameters: write two jobs"
    )
    let needed = { (use: inout ListUse) in
      use.splits = ["train"]
      use.needsSplit = true
    }
    #expect(fault(.csv, "url\n", needed) == "line 1: there is no column 'split'")
    #expect(
      fault(.csv, "url,split\nhttp://h/a,\n", needed)
        == "line 2: there is no split, and 'split' of the job has no shares")
    #expect(fault(.jsonl, "{\"url\":\"http://h/a\",\"split\":[]}\n", needed) == "line 1: 'split' is no text")
  }

  @Test("Other columns can't have the names of an export's own values, nor one name twice")
  func names() {
    func clash(_ name: String, _ format: String, _ line: Int = 1) -> String {
      "line \(line): the column '\(name)' can't go into '\(format)', which has a value of this name: rename the column"
    }
    let both = { (use: inout ListUse) in use.exports = [.hfImageFolder, .webdataset] }
    #expect(fault(.csv, "url,width\n", both) == clash("width", "hf-imagefolder"))
    #expect(fault(.csv, "url,source\n", both) == clash("source", "webdataset"))
    #expect(
      fault(.jsonl, "{\"url\":\"http://h/a\"}\n{\"url\":\"http://h/b\",\"objects\":1}\n", both)
        == clash("objects", "hf-imagefolder", 2))
    #expect(
      fault(.csv, "url,a,b,a\n", both)
        == "line 1: the column 'a' is there twice: give one of the two another name")
    #expect(fault(.csv, "url,width,a,a\n") { _ in } == nil)
  }
}
