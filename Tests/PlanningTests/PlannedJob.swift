import ImageModel
import JobFile
import Planning
import System
import TestSupport

/// A job planned from its text, for sources that are described and not there.
struct PlannedJob {
  let spec: JobSpec
  let folders: JobFolders

  /// Reads the lines `keys` below a version; the file stands at `/base/job.yaml`.
  init(_ keys: String) throws {
    spec = try JobFileReader.read(text: Array("version: 1\n\(keys)\n".utf8), file: "job.yaml").get()
    folders = JobFolders(spec, file: "/base/job.yaml", root: nil, current: "/")
  }

  /// A job of one source `a.jpg` and one output `b.jpg` with these keys.
  init(output keys: String, source: String = "{path: a.jpg}") throws {
    try self.init("sources: [\(source)]\noutputs:\n  - path: b.jpg\n    \(keys)")
  }

  /// Plans of the job's `path` entries, in their order, all alike.
  func images(_ info: SourceInfo) throws -> [ImagePlan] {
    let expansion = SourceExpansion(
      sources: spec.sources, exclude: spec.exclude, base: BaseFolder("/base"), file: "job.yaml", reserved: [])
    return expansion.items.enumerated().map { index, item in
      Planner(spec).plan(item, index: index + 1, info: .success(info))
    }
  }

  /// The plan of the only source.
  func image(_ info: SourceInfo) throws -> ImagePlan { try images(info)[0] }

  /// The only output of the only source.
  func output(_ info: SourceInfo) throws -> OutputPlan { try image(info).outputs[0] }

  /// What is refused of these plans.
  func refusals(_ images: [ImagePlan]) -> [Diagnostic] {
    let matcher = SourceMatcher(sources: spec.sources, exclude: spec.exclude, base: BaseFolder(folders.base))
    return PlanChecks(spec, folders, file: "job.yaml", matcher: matcher, reserved: ReservedPlaces([folders]))
      .refusals(images)
  }
}

extension SourceInfo {
  /// A baseline JPEG without a warning.
  init(
    _ width: Int, _ height: Int, tag: ExifOrientation? = nil, bytes: Int = 1000, color: ColorModel = .ycbcr,
    findings: [Finding] = []
  ) {
    self.init(
      version: SourceVersion(FileIdentity(bytes: bytes, modified: 1_700_000_000_123_456_789, inode: 77)),
      storedSize: PixelSize(width: width, height: height), tag: tag, pixels: PixelFormat(color),
      wholeBytes: 0,
      findings: findings)
  }
}
