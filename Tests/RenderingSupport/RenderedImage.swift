import ImageModel
import Imaging
import JobFile
import Planning
import Rendering
import System
import TestSupport
import Testing

/// A picture that went through a job: planned from its header, rendered to open files.
package struct RenderedImage {
  package let plan: ImagePlan
  package let source: OpenBytes
  package let outcome: ImageOutcome
  /// The bytes of each output.
  package let files: [[UInt8]]

  /// Renders `file`, whose decoded picture is `stored` and whose tag is `tag`.
  ///
  /// Its thumbnail is looked for as the survey does, and its sampling factors for `isReduced`, with which our own decoder
  /// may take it. `changed` takes the file's place after the plan is made.
  package init(
    _ job: JobSpec, _ file: [UInt8], stored: PixelSize, tag: UInt8? = nil, color: ColorModel = .ycbcr,
    changed: [UInt8]? = nil, isReduced: Bool = false, workspace: Workspace = Workspace()
  ) throws {
    source = try OpenBytes(changed ?? file)
    let status = try FileStatus(of: source.descriptor)
    let header = try? JPEGHeader.read(from: ByteSource(file))
    let orientation = tag.flatMap(ExifOrientation.init)
    let thumbnail = try header.flatMap {
      try SourceThumbnail.read($0, shown: orientation ?? .topLeft, from: ByteSource(file))
    }
    let info = SourceInfo(
      version: SourceVersion(FileIdentity(bytes: file.count, modified: status.modified, inode: status.inode)),
      storedSize: stored,
      tag: orientation, pixels: PixelFormat(color), wholeBytes: header?.heldBytes ?? 0, findings: [],
      thumbnail: thumbnail, sampling: isReduced ? header?.sampling : nil)
    let item = SourceItem(path: Array("a.jpg".utf8), entry: 0, fixedLength: 0)
    plan = Planner(job).plan(item, index: 1, info: .success(info))
    let targets = try plan.outputs.map { _ in try OpenBytes() }
    outcome = ImageRenderer.render(
      plan, source: source.descriptor, targets: targets.map { Optional($0.descriptor) }, workspace: workspace)
    files = try targets.map { try $0.read() }
  }

  /// Why each output failed.
  package var errors: [Finding?] { outcome.outputs.map(\.error) }

  /// The decoded picture of output `index`, which must have been made.
  package func picture(_ index: Int = 0) throws -> TestPicture {
    try #require(errors[index] == nil)
    return try TestJPEG.decode(files[index]).picture
  }

  /// A job of one source whose outputs are mappings in YAML's flow style.
  package static func job(_ outputs: [String], more: String = "", chroma: String = "4:4:4") throws -> JobSpec
  {
    let lines = outputs.enumerated().map {
      "  - {path: '\($0).jpg', quality: 100, chroma: '\(chroma)'\($1.isEmpty ? "" : ", ")\($1)}"
    }
    let text = "version: 1\nsources: {path: a.jpg}\n\(more)\noutputs:\n" + lines.joined(separator: "\n")
    return try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get()
  }
}

extension TestPicture {
  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// A file that holds this picture as exactly as JPEG can.
  package func file() throws -> [UInt8] {
    var kind = TestJPEG(channels == 1 ? .grey : .ycbcr)
    kind.quality = 100
    return try kind.file(self)
  }

  /// This picture as an output of quality 100 at 4:4:4 would have it.
  package func encoded() throws -> TestPicture { try TestJPEG.decode(file()).picture }
}
