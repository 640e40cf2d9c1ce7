import ImageModel
import Reporting
import Survey

extension VerifiedBatch {
  /// Hashes the rows' outputs, and adds an exception for each output that differs from its row. With
  /// `sources`, does the same for the rows' sources and their mask files.
  mutating func hash(_ sums: ManifestHashing, sources: Bool, _ report: inout VerificationReport)
    throws(Halted)
  {
    let outputs = rows.filter { $0.isInPlace && $0.line.isMade }.map(\.line)
    let groups = sources ? sourceGroups() : []
    let masks = sources ? maskGroups() : []
    let (sourceSums, maskSums, outputSums) = try sums.of(
      sources: groups.map { NamedFile($0[0].key.source, sizes: Self.sizes($0.map(\.sourceBytes))) },
      masks: masks.map { NamedFile($0.path, sizes: []) },
      outputs: outputs.map { NamedFile($0.key.output, sizes: Self.sizes([$0.outputBytes])) })
    for (lines, sum) in zip(groups, sourceSums) { compare(lines, sum) }
    for (mask, sum) in zip(masks, maskSums) { compare(mask.path, mask.lines, sum) }
    for (line, sum) in zip(outputs, outputSums) {
      guard let fault = fault(of: line, sum) else { continue }
      add(ManifestException(line, .output, fault))
    }
    report.sources += groups.count
    report.outputs += outputs.count
  }

  /// The different sizes in `bytes`, which has one size for each line. Empty if a line gives no size.
  private static func sizes(_ bytes: [Int?]) -> Set<Int> {
    bytes.contains(nil) ? [] : Set(bytes.compactMap { $0 })
  }

  /// The sources that must be hashed, in the order of their first lines. Each source is given as the list of
  /// its lines.
  private func sourceGroups() -> [[ManifestLine]] {
    var places: [ExactText: Int] = [:]
    var groups: [[ManifestLine]] = []
    for row in rows where row.isInPlace && (row.line.sourceSHA256 != nil || row.isUnplanned) {
      let source = ExactText(row.line.key.source)
      if let place = places[source] {
        groups[place].append(row.line)
      } else {
        places[source] = groups.count
        groups.append([row.line])
      }
    }
    return groups
  }

  /// The mask files that must be hashed, in the order of their first lines, each with its lines.
  private func maskGroups() -> [(path: String, lines: [ManifestLine])] {
    var places: [ExactText: Int] = [:]
    var groups: [(path: String, lines: [ManifestLine])] = []
    for row in rows where row.isInPlace && row.line.maskSHA256 != nil {
      guard let path = row.line.mask else { continue }
      if let place = places[ExactText(path)] {
        groups[place].lines.append(row.line)
      } else {
        places[ExactText(path)] = groups.count
        groups.append((path, [row.line]))
      }
    }
    return groups
  }

  /// Compares the mask file at `path` with all of its lines. If no line has the file's hash, the file has changed, and
  /// counts as a part of the lines' sources. If at least one line has it, the other lines are wrong.
  private mutating func compare(_ path: String, _ lines: [ManifestLine], _ sum: FileSum) {
    let words: String
    switch sum {
    case .failure(let reason): words = reason.words
    case .success(let sum):
      let others = lines.filter { $0.maskSHA256 != sum.sha256.hexadecimal }
      if others.count < lines.count {
        for line in others { add(ManifestException(line, .row, "'mask_sha256' is not that of the mask")) }
        return
      }
      words = "is not as the manifest says: it has another SHA-256"
    }
    for line in lines { note("the mask '\(path)' \(words)", ofSourceOf: line) }
  }

  /// Compares one source with all of its lines. If no line has the source's hash, the source has changed. If
  /// at least one line has it, the other lines are wrong.
  private mutating func compare(_ lines: [ManifestLine], _ sum: FileSum) {
    switch sum {
    case .failure(.otherSize(let bytes)):
      let other = Self.difference(bytes, lines[0].sourceBytes)
      note("the source is not as the manifest says: \(other)", ofSourceOf: lines[0])
    case .failure(let reason): note("the source \(reason.words)", ofSourceOf: lines[0])
    case .success(let sum):
      let sha256 = sum.sha256.hexadecimal
      let others = lines.filter { $0.sourceSHA256 != nil && $0.sourceSHA256 != sha256 }
      guard let first = others.first else { return }
      if lines.contains(where: { $0.sourceSHA256 == sha256 }) {
        for line in others { add(ManifestException(line, .row, "'source_sha256' is not that of the source")) }
      } else {
        let other = Self.difference(sum.bytes, first.sourceBytes)
        note("the source is not as the manifest says: \(other)", ofSourceOf: first)
      }
    }
  }

  private func fault(of line: ManifestLine, _ sum: FileSum) -> String? {
    switch sum {
    case .failure(.otherSize(let bytes)):
      return "the output is not as the manifest says: \(Self.difference(bytes, line.outputBytes))"
    case .failure(let reason): return "the output \(reason.words)"
    case .success(let sum):
      if line.outputSHA256 == nil { return nil }
      let bytes = line.outputBytes ?? sum.bytes
      if sum.sha256.hexadecimal == line.outputSHA256 && sum.bytes == bytes { return nil }
      return "the output is not as the manifest says: \(Self.difference(sum.bytes, line.outputBytes))"
    }
  }

  private static func difference(_ found: Int, _ bytes: Int?) -> String {
    if let bytes, found != bytes { return "it has \(found.counted("byte")), not \(bytes)" }
    return "it has another SHA-256"
  }
}

extension MissingHash {
  fileprivate var words: String {
    switch self {
    case .missing: "is missing"
    case .otherSize(let bytes): "has \(bytes.counted("byte"))"
    case .unreadable(let reason): "can't be read: \(reason)"
    }
  }
}
