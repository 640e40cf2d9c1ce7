import ImageModel
import JobFile
import Planning

/// A plan as text for people.
package struct PlanText {
  private let shown: (String) -> String

  /// `shown` gives the displayed path of an output.
  package init(shown: @escaping (String) -> String) { self.shown = shown }

  /// The lines on one source, ended by a line feed.
  package func lines(_ image: ImagePlan) -> String {
    var lines = [Self.heading(image)]
    if let facts = image.facts {
      lines.append(
        "  facts: sharpness \(facts.sharpness), entropy \(facts.entropy), mean \(facts.mean), "
          + "deviation \(facts.deviation), phash \(facts.phash), dhash \(facts.dhash)")
    }
    lines += image.warnings.map { "  warning: \($0.message)" }
    if let error = image.error {
      let verdict = error.isFiltered ? "filtered: " : "fails: "
      return (lines + ["  \(verdict)\(error.message) (\(error.code.rawValue))"]).text
    }
    lines += image.decodes.enumerated().map { index, decode in
      "  decode \(index + 1): \(decode.substitute)\(decode.scaling), region \(decode.region) of the stored picture, \(decode.samples.size) samples"
    }
    if let map = image.gainMap {
      lines.append(
        "  gain map: \(map.map.text(map.map.storedSize)), "
          + (map.decode.map { "region \($0.region) of it" } ?? "its coefficients"))
    }
    if let mask = image.mask {
      lines.append(
        "  mask: \(mask.path), \(mask.layout.size), \(mask.layout.bits) bits\(mask.layout.hasPalette ? " with a palette" : "")"
      )
    }
    for output in image.outputs {
      lines += self.lines(output, base: output.base.map { path(image.outputs[$0]) })
    }
    return lines.text
  }

  /// One line on the whole plan. `older` is the number of outputs that other versions made, and that the job keeps.
  package static func summary(_ plan: BatchPlan, older: Int = 0) -> String {
    let peak = plan.images.map(\.peakBytes).max() ?? 0
    let (failing, filtered) = (plan.failedRows, plan.filteredRows)
    return "\(plan.images.count.counted("source")), \(plan.rows.counted("output"))"
      + (failing > 0 ? ", \(failing) of them would fail" : "")
      + (filtered > 0 ? ", \(filtered) of them filtered" : "")
      + (older > 0 ? ", \(older) of them kept as other versions made them" : "")
      + "; memory \(ByteCount.text(BatchPlan.baseBytes)) and up to \(ByteCount.text(peak)) an image"
      + plan.missedShares.map { "; \($0)" }.joined() + "\n"
  }

  /// A line for each bucket, and for each split of it. If several entries of `outputs` have buckets, each line begins
  /// with the entry's number.
  package static func buckets(_ plan: BatchPlan) -> String {
    let isOfSeveral = Set(plan.bucketCounts.map(\.entry)).count > 1
    return plan.bucketCounts.map { count in
      (isOfSeveral ? "output \(count.entry), " : "")
        + "bucket \(count.size)" + (count.split.map { " of split '\($0)'" } ?? "")
        + ": \(count.outputs.counted("output"))"
        + (count.batches.map { ", batches of \(count.batch ?? 0): \($0.count), the last has \($0.last)" }
          ?? "")
    }.text
  }

  /// A line for each error code of outputs that would fail or are filtered, then one line on the whole plan. The
  /// lines begin with the job's name.
  package static func totals(_ plan: BatchPlan, job: String) -> String {
    var failures: [String: (count: Int, first: String)] = [:]
    for image in plan.images {
      for index in image.outputs.indices {
        guard let code = image.failure(ofOutput: index)?.code.rawValue else { continue }
        failures[code, default: (0, image.source)].count += 1
      }
    }
    let lines = failures.sorted { $0.key < $1.key }.map { code, failure in
      code == Finding.Code.filtered.rawValue
        ? "\(job): \(failure.count.counted("output")) filtered, first \(failure.first)"
        : "\(job): \(failure.count.counted("output")) would fail: \(code), first \(failure.first)"
    }
    return lines.text + buckets(plan) + "\(job): ".shown + summary(plan)
  }

  /// A line for each file, or each series of shards, that `job` exports.
  package func exports(_ job: JobSpec) -> String {
    job.exports.flatMap { export in
      export.splits(of: job).map { split in
        "export \(export.format.rawValue) -> \(export.place(split, job).map(shown) ?? "a file for each output")"
      }
    }.text
  }

  private static func heading(_ image: ImagePlan) -> String {
    guard let stored = image.storedSize, let pixels = image.pixels else { return image.source }
    let tag = image.isUntagged ? ", untagged" : ""
    return
      "\(image.source): stored \(stored), \(pixels.color.rawValue)\(tag), peak \(ByteCount.text(image.peakBytes))"
  }

  private func path(_ output: OutputPlan) -> String { output.path.map(shown) ?? "?" }

  /// The lines on one output. If the output is resampled from a larger output, `base` is the path of the
  /// larger output.
  private func lines(_ output: OutputPlan, base: String?) -> [String] {
    let path = "  -> \(path(output))"
    let warnings = output.warnings.map { "     warning: \($0.message)" }
    if let error = output.error {
      return [path + ": fails: \(error.message) (\(error.code.rawValue))"] + warnings
    }
    if let mask = output.mask, let size = output.size, let crop = output.crop {
      return [
        "\(path): \(size), from the mask, \(mask.bits) bits, pad \(mask.pad)", "     crop \(crop) as shown",
      ] + warnings
    }
    guard let size = output.size, let crop = output.crop, let stored = output.storedCrop,
      let display = output.displaySize, let resample = output.resample
    else { return [path] }
    let scaling =
      resample.isIdentity ? "not resampled" : "resampled to \(resample.size) by \(resample.filter.rawValue)"
    return [
      "\(path): \(size)" + (output.frames.map { ", \($0) frames" } ?? "")
        + ", from decode \(output.decode + 1)" + (base.map { " by way of \($0)" } ?? ""),
      "     orientation \(output.orientation.rawValue) (\(output.mode.rawValue)), shown as \(display)",
      "     crop \(crop) as shown, \(stored) as stored, \(scaling)",
    ] + warnings
  }
}

extension Export {
  /// The path of the file that holds the export of a split, as the plan shows it. Nil if each output has a
  /// file of its own.
  fileprivate func place(_ split: String?, _ job: JobSpec) -> String? {
    guard hasShards else { return try? file(split: split, job: job.name) }
    return (try? file(split: split, job: job.name)).map { "\($0) and so on" }
  }
}

extension [String] {
  fileprivate var text: String { map { $0.shown + "\n" }.joined() }
}

extension DecodePlan {
  /// Names the data that the decode reads in place of the full picture. Empty if the decode reads the full
  /// picture.
  fileprivate var substitute: String {
    thumbnail.map { "embedded thumbnail \($0.storedSize), " }
      ?? reduced.map { "smaller copy \($0.storedSize), " }
      ?? (isOfCoefficients ? "coefficients, without loss, " : "")
  }

  /// The scale of the decode, or the size of the drawing.
  fileprivate var scaling: String { drawn.map { "drawn as \($0)" } ?? "scale \(scale)" }
}
