import Annotations
import ImageModel
import System
import Testing

struct VOCReaderTests {
  /// As the data set of 2007 has it.
  private static let file = """
    <annotation>
    \t<folder>VOC2007</folder>
    \t<filename>000005.jpg</filename>
    \t<source>
    \t\t<database>The VOC2007 Database</database>
    \t\t<annotation>PASCAL VOC2007</annotation>
    \t\t<image>flickr</image>
    \t</source>
    \t<owner><name>?</name></owner>
    \t<size>
    \t\t<width>500</width>
    \t\t<height>375</height>
    \t\t<depth>3</depth>
    \t</size>
    \t<segmented>0</segmented>
    \t<object>
    \t\t<name>chair</name>
    \t\t<pose>Rear</pose>
    \t\t<truncated>0</truncated>
    \t\t<difficult>0</difficult>
    \t\t<bndbox><xmin>263</xmin><ymin>211</ymin><xmax>324</xmax><ymax>339</ymax></bndbox>
    \t</object>
    \t<object>
    \t\t<name>person</name>
    \t\t<bndbox>
    \t\t\t<xmax>60.5</xmax>
    \t\t\t<xmin> 1 </xmin>
    \t\t\t<ymax>80</ymax>
    \t\t\t<ymin>1</ymin>
    \t\t</bndbox>
    \t\t<part><name>head</name>
    \t\t\t<bndbox><xmin>5</xmin><ymin>6</ymin><xmax>7</xmax><ymax>8</ymax></bndbox></part>
    \t</object>
    </annotation>

    """

  private static let expected = [
    "000005.jpg 500x375",
    "  1 boxes, object 1: - chair [262, 210, 62, 129]",
    "  2 boxes, object 2: - person [0, 0, 60.5, 80]",
  ]

  private func annotation(_ objects: String, filename: String = "a.jpg", size: String = "") -> String {
    "<annotation><filename>\(filename)</filename>\(size)\(objects)</annotation>"
  }

  private func object(_ box: String...) -> String {
    let parts = zip(["xmin", "ymin", "xmax", "ymax"], box).map { "<\($0)>\($1)</\($0)>" }
    return "<object><name>cat</name><bndbox>\(parts.joined())</bndbox></object>"
  }

  @Test("The first pixel is 1, and the last one belongs to the box")
  func boxes() { #expect(table(.voc, Self.file).lines == Self.expected) }

  @Test("A picture lies where its file does")
  func folder() {
    #expect(table(.voc, Self.file, folder: "train/1").lines.first == "train/1/000005.jpg 500x375")
    for name in ["../x.jpg", "/x.jpg", "a/../../x.jpg"] {
      #expect(
        table(.voc, annotation(object("1", "1", "9", "9"), filename: name), folder: "train").lines == [
          "! boxes: '\(name)' is not the name of a picture below the folder 'images'"
        ])
    }
  }

  @Test("What is wrong with one object leaves the others")
  func faults() {
    let objects = [
      "<object><name>cat</name><polygon><x1>4</x1></polygon></object>", object("1", "2", "3"),
      object("1", "NaN", "3", "4"), object("1", "", "3", "4"), object("30", "10", "10", "40"),
      object("0.25", "0.25", "0.5", "0.75"), object("1", "2", "2000000", "4"), object("1", "inf", "3", "4"),
      "<object><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object>",
    ]
    #expect(
      table(.voc, annotation(objects.joined())).lines == [
        "a.jpg",
        "  1 boxes, object 1: ! its 'bndbox' has no 'xmin'",
        "  2 boxes, object 2: ! its 'bndbox' has no 'ymax'",
        "  3 boxes, object 3: ! 'NaN' is not a number",
        "  4 boxes, object 4: ! '' is not a number",
        "  5 boxes, object 5: ! the box [30, 10, 10, 40] has a negative size",
        "  6 boxes, object 6: ! the box [0.25, 0.25, 0.5, 0.75] holds no number above 1, but 'voc1' means pixels",
        "  7 boxes, object 7: ! 2000000 in the box [1, 2, 2000000, 4] is not a number of pixels within a million of 0",
        "  8 boxes, object 8: ! 'inf' is not a number",
        "  9 boxes, object 9: - - [0, 0, 9, 9]",
      ])
  }

  @Test("A size is two whole numbers above 0, or there is none")
  func sizes() {
    func first(_ width: String, _ height: String) -> String? {
      let size = "<size><width>\(width)</width><height>\(height)</height></size>"
      return table(.voc, annotation("", size: size)).lines.first
    }
    #expect(
      [first("40", "30"), first("40.0", "30.0"), first("0", "0"), first("-40", "30"), first("40.5", "30")]
        == ["a.jpg 40x30", "a.jpg 40x30", "a.jpg", "a.jpg", "a.jpg"])
  }

  @Test("Files that contradict each other about a picture's size")
  func contradiction() {
    var builder = AnnotationTable.Builder(.voc)
    for (name, width) in [("one", 40), ("two", 50)] {
      let size = "<size><width>\(width)</width><height>30</height></size>"
      let text = annotation(object("1", "1", "9", "9"), size: size)
      builder.read(called: name) { builder throws(FileFault) in
        try builder.read(ByteFeed(Array(text.utf8)))
      }
    }
    #expect(
      builder.finish().lines == [
        "a.jpg 40x30", "  1 one, object 1: - cat [0, 0, 9, 9]",
        "  2 two, object 1: ! the size of 'a.jpg' is 50x30 here, and 40x30 in an earlier record",
      ])
  }

  @Test("A file that breaks off gives what came before")
  func cut() {
    let lines = Self.file.split(separator: "\n", omittingEmptySubsequences: false)
    // Within the second object, whose name is in line 24.
    let cut = lines.prefix(24).joined(separator: "\n")
    #expect(
      table(.voc, cut).lines == Self.expected.prefix(2) + ["! boxes: line 24 is no XML: no element found"])
    #expect(table(.voc, "").lines == ["! boxes: line 1 is no XML: no element found"])
    #expect(table(.voc, "<a></b>").lines == ["! boxes: line 1 is no XML: mismatched tag"])
  }

  @Test("Files of another kind")
  func others() {
    #expect(table(.voc, "<svg/>").lines == ["! boxes: there is no 'annotation' with a 'filename'"])
    let entity = "<!DOCTYPE annotation [<!ENTITY a 'b'>]>" + annotation("", filename: "&a;")
    #expect(table(.voc, entity).lines == ["! boxes: it has a document type, which isn't taken"])
    let deep = String(repeating: "<a>", count: 65)
    #expect(table(.voc, deep).lines == ["! boxes: elements are nested more than 64 deep"])
  }

  @Test("Text is what XML means by it")
  func text() {
    let text =
      "<?xml version='1.0' encoding='ISO-8859-1'?><annotation><filename>a&amp;\u{E9}.jpg</filename></annotation>"
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    #expect(table(.voc, bytes).lines == ["a&\u{E9}.jpg"])
  }
}
