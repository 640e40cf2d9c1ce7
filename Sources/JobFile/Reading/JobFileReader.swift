import System
/// All errors of one job file.
package struct JobFileErrors: Error, Hashable, Sendable {
  /// At least one, sorted by place.
  package let diagnostics: [Diagnostic]
}

/// Reads job files.
package struct JobFileReader {

  /// Reads the bytes of a job file.
  ///
  /// `file` is the job file's name as the user gave it. Diagnostics give this name, and its stem is the job's
  /// default name. No file is opened. Every error is found, but a YAML syntax error ends the list.
  package static func read(text: [UInt8], file: String) -> Result<JobSpec, JobFileErrors> {
    var problems = ProblemList(file: file)
    let spec = spec(text, file: file, &problems)
    guard let spec, problems.isEmpty else {
      return .failure(JobFileErrors(diagnostics: problems.sorted))
    }
    return .success(spec)
  }

  /// True if the bytes can be a job file: a YAML mapping with the keys `sources` and `outputs`, whose values aren't looked
  /// at. Fails if the bytes are no YAML. `file` is the name in diagnostics.
  package static func isJob(text: [UInt8], file: String) -> Result<Bool, JobFileErrors> {
    var problems = ProblemList(file: file)
    let root = root(text, &problems)?.root
    guard problems.isEmpty else { return .failure(JobFileErrors(diagnostics: problems.sorted)) }
    guard case .mapping(let entries) = root?.kind else { return .success(false) }
    return .success(Set(entries.map(\.key)).isSuperset(of: ["sources", "outputs"]))
  }

  private static func spec(_ bytes: [UInt8], file: String, _ problems: inout ProblemList) -> JobSpec? {
    guard let (source, root) = root(bytes, &problems) else { return nil }
    var reader = JobReader(source: source, problems: problems)
    defer { problems = reader.problems }
    return reader.job(root, stem: String(file.stem))
  }

  /// The characters of a job file, and its YAML. Nil after a report, if there is no YAML.
  private static func root(
    _ bytes: [UInt8], _ problems: inout ProblemList
  ) -> (source: SourceText, root: YAMLNode)? {
    guard bytes.count <= FixedLimits.JobFile.bytes else {
      problems.report(nil, "the file is larger than 1 MiB")
      return nil
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      problems.report(nil, "the file is UTF-16; save it as UTF-8")
      return nil
    }
    let source = SourceText(bytes)
    guard checkCharacters(source, &problems) else { return nil }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let yaml = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    let root = YAMLTree.read(source, yaml, &problems)
    guard let root, !root.isEmptyScalar else {
      if problems.isEmpty { problems.report(nil, "the file is empty") }
      return nil
    }
    return (source, root)
  }

  /// Reports the first character that isn't UTF-8, or else the first one that YAML forbids. Returns false
  /// after a report.
  private static func checkCharacters(_ source: SourceText, _ problems: inout ProblemList) -> Bool {
    if let index = source.firstInvalid {
      problems.report(source.location(of: index), "the file is not UTF-8 from here on; save it as UTF-8")
      return false
    }
    if let index = source.scalars.firstIndex(where: isForbidden) {
      let code = source.scalars[index].codePoint
      problems.report(source.location(of: index), "the character \(code) can't stand in YAML")
      return false
    }
    return true
  }

  /// True for a character that isn't printable by YAML 1.1, section 5.1.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      false
    default: true
    }
  }
}
