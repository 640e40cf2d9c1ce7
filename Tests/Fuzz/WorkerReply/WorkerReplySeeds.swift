import ImageModel
import JobFile
import Planning
import Rendering
import System

extension WorkerReplyTarget {
  /// Four plans: of one output; of two outputs without hashes, where one can't be made; of an output with a mask; and of
  /// a picture that can't be read.
  static let plans: [ImagePlan] = {
    let jobs = [
      "outputs: [{path: a.jpg}]\n",
      "hash: none\noutputs:\n- {path: a.jpg}\n- {path: b.jpg, crop: {x: 0, y: 0, width: 99, height: 9, out_of_bounds: error}}\n",
    ]
    let spec = { (source: String, job: String) in
      try? JobFileReader.read(text: Array("version: 1\nsources: {\(source)}\n\(job)".utf8), file: "j.yaml")
        .get()
    }
    let specs = jobs.compactMap { spec("path: a.jpg", $0) }
    let masked = spec("path: a.jpg, masks: '{stem}.png'", "outputs: [{path: b.jpg, mask: b.png}]\n")
    let item = SourceItem(path: Array("a.jpg".utf8), entry: 0, fixedLength: 0)
    let info = SourceInfo(
      version: SourceVersion(FileIdentity(bytes: 1000, modified: 1, inode: 2)),
      storedSize: PixelSize(width: 64, height: 48), tag: .rightTop,
      pixels: PixelFormat(.ycbcr), wholeBytes: 0, findings: [])
    var withMask = info
    let layout = LabelLayout(size: info.storedSize, bits: 8, hasPalette: false, isInterlaced: false)
    withMask.mask = .success(SourceMask(path: "a.png", version: info.version, layout: layout))
    let refusal = SourceRefusal(Finding(.emptyFile, "the file is empty"))
    return specs.map { Planner($0).plan(item, index: 1, info: .success(info)) }
      + [masked].compactMap { $0 }.map { Planner($0).plan(item, index: 1, info: .success(withMask)) }
      + specs.prefix(1).map { Planner($0).plan(item, index: 1, info: .failure(refusal)) }
  }()

  /// For each plan an answer with each state of an output, and one that says what the stages took.
  package static func seeds() throws -> [[UInt8]] {
    plans.enumerated().flatMap { choice, plan -> [[UInt8]] in
      let plain = states.map { [UInt8(choice)] + answer($0, plan) }
      let measured = [UInt8(choice) | 0x80] + answer(OutputOutcome(), plan, measurement)
      return plain + [measured]
    }
  }

  private static var measurement: RenderMeasurement {
    var measurement = RenderMeasurement()
    measurement.stages[.decode] = StageCost(nanoseconds: 900_000_000, bytes: 1 << 20)
    measurement.stages[.write] = StageCost(nanoseconds: 100_000_000, bytes: 1)
    measurement.filters = Lookups(hits: 2, misses: 1)
    measurement.buffers = Lookups(hits: 3, misses: 4)
    return measurement
  }

  private static var states: [OutputOutcome] {
    let warning = Finding(.exifDropped, "EXIF can't be kept")
    var made = OutputOutcome()
    made.bytes = 1234
    made.sha256 = String(repeating: "0f", count: 32)
    made.findings = [warning, Finding(.damaged, "2 decoder warnings"), warning]
    var unwritten = OutputOutcome()
    unwritten.systemError = 28
    return [
      OutputOutcome(), made, OutputOutcome(error: Finding(.corrupt, "damaged image data: é")), unwritten,
    ]
  }

  private static func answer(
    _ state: OutputOutcome, _ plan: ImagePlan, _ measurement: RenderMeasurement? = nil
  ) -> [UInt8] {
    let outputs = plan.outputs.indices.map { index in
      var output = state
      if plan.hash == .none { output.sha256 = nil }
      if let failure = plan.failure(ofOutput: index) { output = OutputOutcome(error: failure) }
      return output
    }
    let hash = plan.hash == .none ? nil : String(repeating: "a5", count: 32)
    return PlainReply.bytes(
      outputs, sourceSHA256: hash, maskSHA256: plan.mask == nil ? nil : hash, memory: 1 << 28, for: plan,
      measurement: measurement)
  }
}
