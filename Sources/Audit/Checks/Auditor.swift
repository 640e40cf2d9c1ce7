import ImageModel

/// Looks for faults in a set. The checks of each sort stand in extensions.
struct Auditor {
  let subject: AuditSubject
  var findings = AuditFindings()

  init(_ subject: AuditSubject) { self.subject = subject }

  /// Adds a fault of image `place`.
  mutating func add(_ code: AuditCode, image place: Int32, _ message: @autoclosure () -> String) {
    findings.add(code, subject.shown(subject.images[Int(place)].source), message()) { $0.image = place }
  }
}
