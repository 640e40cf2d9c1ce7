import TestSupport
import Testing

/// A way in which a picture that a job has made once fails, before any of it is decoded but for the last.
enum PlanFailure: String, CaseIterable, CustomTestStringConvertible {
  case garbage, empty, cutHeader, unreadable, fifo, danglingLink, nameNotUTF8
  case noWidth, arithmeticCoding, losslessCoding, hierarchicalCoding, twelveBits
  case grownFile, loweredMaxFile, loweredMaxPixels, cropOutside, cropBeyond, enlarged, notLossless
  case replacedByBadOne, damaged

  var testDescription: String { rawValue }

  /// The job. `b.jpg` has 80x60 pixels and is shown turned; the other pictures have 64x48.
  static let keys = """
    output_root: out
    limits: {max_pixels: 20000, max_file: 60KB}
    outputs:
      - {path: "{stem}.jpg"}
      - {path: "narrow/{stem}.jpg", resize: {width: 40, enlarge: error}}
      - {path: "cut/{stem}.jpg", crop: {region: "0,28,20,20", out_of_bounds: error}}
    """

  /// What makes it fail, in the job's folder.
  var command: String {
    switch self {
    case .garbage: "echo words >photos/b.jpg"
    case .empty: ": >photos/b.jpg"
    case .cutHeader: "truncate -s 30 photos/b.jpg"
    case .unreadable: "chmod 0 photos/b.jpg"
    case .fifo: "rm photos/b.jpg; mkfifo photos/b.jpg"
    case .danglingLink: "ln -sf nowhere photos/b.jpg"
    case .nameNotUTF8: #"cp photos/a.jpg "photos/$(printf 'x\377').jpg""#
    case .noWidth: Self.edit(#"\(\xff\xc0\x00\x11\x08..\).."#, #"\1\x00\x00"#)
    case .arithmeticCoding: Self.edit(#"\xff\xc0\x00\x11"#, #"\xff\xc9\x00\x11"#)
    case .losslessCoding: Self.edit(#"\xff\xc0\x00\x11"#, #"\xff\xc3\x00\x11"#)
    case .hierarchicalCoding: Self.edit(#"\xff\xc0\x00\x11"#, #"\xff\xc5\x00\x11"#)
    case .twelveBits: Self.edit(#"\xff\xc0\x00\x11\x08"#, #"\xff\xc1\x00\x11\x0c"#)
    case .grownFile: "head -c 70000 /dev/zero >>photos/b.jpg"
    case .loweredMaxFile: "head -c 50000 /dev/zero >>photos/b.jpg; sed -i s/60KB/40KB/ job.yaml"
    case .loweredMaxPixels: "sed -i s/20000/4000/ job.yaml"
    case .cropOutside: "cp spare/low.jpg photos/b.jpg"
    case .cropBeyond: "cp spare/lower.jpg photos/b.jpg"
    case .enlarged: "cp spare/narrow.jpg photos/b.jpg"
    case .notLossless: #"sed -i 's/{stem}.jpg"}/{stem}.jpg", encode: {lossless: require}}/' job.yaml"#
    case .replacedByBadOne: "rm photos/b.jpg; echo words >photos/d.jpg"
    case .damaged: "truncate -s 1500 photos/b.jpg"
    }
  }

  /// The codes of the rows that fail.
  var codes: [String] {
    switch self {
    case .garbage, .replacedByBadOne: Self.eachOutput("unsupported_format")
    case .empty: Self.eachOutput("empty_file")
    case .cutHeader: Self.eachOutput("bad_header")
    case .unreadable: Self.eachOutput("unreadable")
    case .fifo: Self.eachOutput("not_a_file")
    case .danglingLink: Self.eachOutput("not_found")
    case .nameNotUTF8: Self.eachOutput("name_not_utf8")
    case .noWidth: Self.eachOutput("zero_size")
    case .arithmeticCoding: Self.eachOutput("arithmetic_coded")
    case .losslessCoding: Self.eachOutput("lossless")
    case .hierarchicalCoding: Self.eachOutput("hierarchical")
    case .twelveBits: Self.eachOutput("twelve_bit")
    case .grownFile, .loweredMaxFile: Self.eachOutput("max_file")
    case .loweredMaxPixels: Self.eachOutput("max_pixels")
    case .cropOutside: ["crop_empty"]
    case .cropBeyond: ["crop_out_of_bounds"]
    case .enlarged: ["would_enlarge"]
    case .notLossless: ["not_lossless"]
    case .damaged: Self.eachOutput("corrupt")
    }
  }

  /// True where the plan already says that it fails.
  var isPlanned: Bool { self != .damaged }

  /// A studio in which all is made, and then something fails.
  func studio() throws -> Studio {
    let studio = try Studio(Self.keys)
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.add(.tagged(6, width: 80, height: 60, seed: 1), "photos/b.jpg")
    try studio.add(.tagged(1, seed: 2), "photos/c.jpg")
    try studio.add(.tagged(1, height: 20), "spare/low.jpg")
    try studio.add(.tagged(1, height: 40), "spare/lower.jpg")
    try studio.add(.tagged(1, width: 36), "spare/narrow.jpg")
    try studio.must("upright run --quiet --metrics-file m.prom job.yaml")
    try studio.must(command)
    return studio
  }

  private static func eachOutput(_ code: String) -> [String] { Array(repeating: code, count: 3) }

  /// A replacement of bytes in the bad picture.
  private static func edit(_ pattern: String, _ replacement: String) -> String {
    "LC_ALL=C sed -i 's/\(pattern)/\(replacement)/' photos/b.jpg"
  }
}
