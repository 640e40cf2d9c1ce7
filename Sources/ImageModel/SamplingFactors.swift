/// The sampling factors of a component, relative to the others (ITU-T T.81, A.1.1). Encoded as `"2x1"`.
package struct SamplingFactors: Hashable, Sendable {
  /// The horizontal factor, 1...4.
  package var horizontal: Int { Int(across) }
  /// The vertical factor, 1...4.
  package var vertical: Int { Int(down) }
  private let across: UInt8
  private let down: UInt8

  /// Nil for factors outside of 1...4.
  package init?(_ horizontal: Int, _ vertical: Int) {
    guard (1...4).contains(horizontal), (1...4).contains(vertical) else { return nil }
    (across, down) = (UInt8(horizontal), UInt8(vertical))
  }

  private init() { (across, down) = (1, 1) }

  /// The factors of a component that is the only one in its picture.
  package static let alone = SamplingFactors()
}

extension SamplingFactors: TextCodable {
  package init?(_ text: String) {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let across = numbers[0], let down = numbers[1] else { return nil }
    self.init(across, down)
    if description != text { return nil }
  }

  package var description: String { "\(across)x\(down)" }
}
