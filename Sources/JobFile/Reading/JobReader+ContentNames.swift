/// Checks outputs whose paths have a hash of their own bytes.
extension JobReader {
  /// Reports keys that such outputs can't obey. `fields` are those of the top level.
  mutating func checkContentNames(_ fields: Fields, _ job: JobSpec) {
    guard job.outputs.contains(where: { $0.template.uses(.content) }) else { return }
    if let field = fields["hash"], job.hash == .none {
      report(field, "'hash: none' can't stand with '\(OutputPath.content)' in a path, which is a hash")
    }
    if let field = fields["existing"], job.existing != .replace {
      report(
        field,
        "'existing: \(job.existing.rawValue)' can't stand with '\(OutputPath.content)' in a path, "
          + "which is known only when the output is made")
    }
  }
}
