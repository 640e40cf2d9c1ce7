import Annotations
import ImageModel
import Testing

struct CSVReaderTests {
  @Test("Columns are found by their names")
  func boxes() {
    let text = """
      id,Filename,width,height,class,xmin,ymin,xmax,ymax,score
      a1,a.jpg,40,30,cat,1,2,4,6,0.5
      a2,"sub/b,1.jpg",30.0,40.0,"a ""big"" dog",0.5,10,20.75,15,

      ,a.jpg,,,,5,5,5,9,
      """
    #expect(
      table(.csv, text, boxFormat: .voc).lines == [
        "a.jpg 40x30", "  1 boxes, line 2: a1 cat [1, 2, 3, 4]", "  2 boxes, line 5: - - [5, 5, 0, 4]",
        "sub/b,1.jpg 30x40", "  1 boxes, line 3: a2 a \"big\" dog [0.5, 10, 20.25, 5]",
      ])
  }

  @Test("Each format has columns of its own")
  func columns() {
    func lines(_ format: BoxFormat, _ names: String, _ numbers: String) -> [String] {
      table(
        .csv, "image,image_width,image_height,\(names)\na.jpg,80,60,\(numbers)\n", boxFormat: format
      ).lines
    }
    let expected = ["a.jpg 80x60", "  1 boxes, line 2: - - [25, 50, 50, 25]"]
    #expect(lines(.coco, "x,y,width,height", "25,50,50,25") == expected)
    #expect(lines(.voc, "xmin,ymin,xmax,ymax", "25,50,75,75") == expected)
    #expect(lines(.voc1, "xmin,ymin,xmax,ymax", "26,51,75,75") == expected)
    #expect(lines(.yolo, "cx,cy,width,height", "0.5,0.625,0.5,0.25") == expected)
    #expect(lines(.albumentations, "xmin,ymin,xmax,ymax", "0.25,0.5,0.75,0.75") == expected)
    #expect(lines(.openimages, "xmin,xmax,ymin,ymax", "0.25,0.75,0.5,0.75") == expected)
    #expect(lines(.tfds, "ymin,xmin,ymax,xmax", "0.5,0.25,0.75,0.75") == expected)
    #expect(lines(.labelStudio, "x,y,width,height", "25,50,50,25") == expected)
  }

  @Test("The first column may come with a byte order mark and in quotes")
  func mark() {
    let text = "\u{FEFF}\"image\",\"x\",\"y\",\"width\",\"height\"\r\n\"a.jpg\",\"1\",\"2\",\"3\",\"4\"\r\n"
    #expect(table(.csv, text).lines == ["a.jpg", "  1 boxes, line 2: - - [1, 2, 3, 4]"])
  }

  @Test("What is wrong with one row leaves the others")
  func faults() {
    let rows = [
      "id,image,x,y,width,height,image_width,image_height", "1,a.jpg,1,2,3,4,40", "2,,1,2,3,4,40,30",
      "3,a.jpg,1,2,nan,4,40,30", "4,a.jpg,1,2,,4,40,30", "5,a.jpg,1,2,-3,4,40,30",
      "6,a.jpg,0.1,0.2,0.3,0.4,40,30", "7,a.jpg,1,2,3,-1e7,40,30", "5,a.jpg,1,2,3,4,40,30",
      "9,a.jpg,1,2,3,4,41,30", "10,../a.jpg,1,2,3,4,40,30", "11,/a.jpg,1,2,3,4,40,30",
      "12,a.jpg,1,2,3,4,-5,0", "13,./a.jpg,1, 2,3,4,,",
    ]
    #expect(
      table(.csv, rows.joined(separator: "\n")).lines == [
        "a.jpg 40x30",
        "  1 boxes, line 4: ! 'nan' is not a number",
        "  2 boxes, line 5: ! '' is not a number",
        "  3 boxes, line 6: ! the box [1, 2, -3, 4] has a negative size",
        "  4 boxes, line 7: ! the box [0.1, 0.2, 0.3, 0.4] holds no number above 1, but 'coco' means pixels",
        "  5 boxes, line 8: ! -10000000 in the box [1, 2, 3, -10000000] is not a number of pixels within a million of 0",
        "  6 boxes, line 9: ! an earlier box has the id '5' too",
        "  7 boxes, line 10: ! the size of 'a.jpg' is 41x30 here, and 40x30 in an earlier record",
        "  8 boxes, line 13: 12 - [1, 2, 3, 4]",
        "  9 boxes, line 14: ! ' 2' is not a number",
        "! boxes, line 2: the row has 7 fields, and line 1 8",
        "! boxes, line 3: there is no name of a picture in UTF-8",
        "! boxes, line 11: '../a.jpg' is not the name of a picture below the folder 'images'",
        "! boxes, line 12: '/a.jpg' is not the name of a picture below the folder 'images'",
      ])
  }

  @Test("A row that is no text is a fault, not a box without a category")
  func noText() {
    let bytes = Array("image,category,x,y,width,height\na.jpg,c".utf8) + [0xE9] + Array(",1,2,3,4\n".utf8)
    #expect(
      table(.csv, bytes, keeping: ["cat"]).lines == ["a.jpg", "  1 boxes, line 2: ! the row is not UTF-8"])
  }

  @Test("Files that aren't read")
  func files() {
    #expect(table(.csv, "").lines == ["! boxes: there is no row with the names of columns"])
    #expect(
      table(.csv, "\na.jpg,1,2,3,4\n").lines == [
        "! boxes: line 2: there is no column 'image' or 'filename' or 'file_name' or 'path'"
      ])
    #expect(
      table(.csv, "image,x,y,w,h\n").lines == ["! boxes: line 1: there is no column 'width'"])
  }

  @Test("A file that breaks off gives what came before")
  func cut() {
    let text = "image,x,y,width,height\na.jpg,1,2,3,4\na.jpg,5,6"
    let expected = ["a.jpg", "  1 boxes, line 2: - - [1, 2, 3, 4]"]
    #expect(table(.csv, text).lines == expected + ["! boxes, line 3: the row has 3 fields, and line 1 5"])
    #expect(
      table(.csv, text + ",\"7\n\n").lines
        == expected + ["! boxes: a quote in the row of line 3 has no end"])
    #expect(
      table(.csv, text + ",\"7\"8,9\n\n").lines
        == expected + ["! boxes: a field in the row of line 3 has text behind its closing quote"])
  }
}
