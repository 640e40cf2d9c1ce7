import ImageModel

/// The size of a picture beside the size that its annotation gives.
struct AuditedSize {
  let stored: PixelSize
  let orientation: ExifOrientation
  /// The size in the annotation; nil if it gives none.
  let declared: PixelSize?
  /// The space that a job declares; nil without a job.
  let space: AnnotationSpace?

  private var shown: PixelSize { orientation.turned(stored) }

  /// The fault of the declared size; nil if it is right or unknown. Without a job, the picture as shown is expected.
  var fault: AuditCode? {
    guard let declared else { return nil }
    if declared != stored && declared != shown { return .sizeWrong }
    let space = space ?? .display
    guard space.isDoubtful(declared: declared, stored: stored, orientation: orientation) else { return nil }
    return space == .stored ? .sizeAsShown : .sizeAsStored
  }

  /// The size in which the boxes lie. A wrong declared size is taken at its word, so that it doesn't make all boxes
  /// wrong too.
  var boxes: PixelSize {
    if let declared { return declared }
    return space == .stored ? stored : shown
  }

  /// The message of a fault, with the sizes.
  func text(_ fault: AuditCode) -> String {
    let both =
      stored == shown
      ? "the picture has \(stored)" : "the picture has \(shown) as shown and \(stored) as stored"
    let fit =
      switch fault {
      case .sizeAsStored: ": the size as stored fits"
      case .sizeAsShown: ": the size as shown fits"
      default: ""
      }
    return "the annotation gives the size \(declared.map(\.description) ?? ""), and \(both)\(fit)"
  }

  /// True if boxes in stored space fit the picture: see ``boxes``.
  var isStored: Bool {
    guard stored != shown, let declared else { return space == .stored }
    return declared == stored
  }
}
