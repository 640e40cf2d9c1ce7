import ImageModel
import TestSupport
import Testing

/// A job that takes all pages of TIFFs, each page of one colour and a size of its own.
struct PagedStudio {
  /// A page's size and colour.
  typealias Page = (width: Int, height: Int, color: [UInt8])

  static let red: Page = (40, 30, [200, 10, 10])
  static let green: Page = (24, 16, [10, 180, 20])
  static let blue: Page = (33, 21, [20, 30, 220])

  let studio: Studio

  /// A studio whose sources are all pages of all files in `photos/`.
  init(_ keys: String = #"outputs: [{path: "{stem}-{page}.tif"}]"#) throws {
    studio = try Studio("output_root: out\n\(keys)", sources: #"[{glob: "photos/*", page: all}]"#)
  }

  static func tiff(_ page: Page) -> TestTIFF {
    TestTIFF(page.width, page.height, photometric: 2, channels: 3, bits: 8) { Int(page.color[$2]) }
  }

  /// Writes a TIFF of these pages.
  func add(_ pages: [Page], _ name: String) throws {
    try studio.folder.write(TestTIFF.file(pages.map(Self.tiff)), to: "photos/\(name)")
  }

  /// Expects an output that shows a page and nothing else.
  func expect(_ page: Page, in name: String, location: SourceLocation = #_sourceLocation) throws {
    let found = try TestTIFF.content(studio.folder.read("out/\(name)"))
    #expect(found.fields[0x100] == [page.width], sourceLocation: location)
    #expect(found.samples.count == page.width * page.height * 3, sourceLocation: location)
    let isPlain = found.samples.indices.allSatisfy { found.samples[$0] == Int(page.color[$0 % 3]) }
    #expect(isPlain, sourceLocation: location)
  }

  /// The names of all outputs.
  var outputs: [String] {
    studio.folder.files().filter { $0.hasPrefix("out/") && !$0.contains(".upright") }
      .map { String($0.dropFirst(4)) }
  }

  /// How many outputs a run made, as it says so itself; its status must be `status`.
  func run(_ arguments: String..., status: Int32 = 0, location: SourceLocation = #_sourceLocation) throws
    -> String
  {
    let run = try CommandRun.upright(["run"] + arguments + ["job.yaml"], in: studio.folder)
    #expect(run.ending == .exit(status), "\(run.stderr)", sourceLocation: location)
    let summary = run.stderr.split(separator: "\n").last { $0.hasPrefix("job: ") } ?? ""
    return String(summary.prefix { $0 != ";" })
  }
}
