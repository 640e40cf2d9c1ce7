import ImageModel
import Testing

@testable import Imaging

/// Faults with the reason that a library gives, or without.
@Suite struct LibraryReasonTests {
  @Test func aReasonThatIsMissingLeavesNoColon() {
    #expect(Finding(.corrupt, "damaged image data", because: "").message == "damaged image data")
    #expect(Finding(.corrupt, "damaged image data", because: "x").message == "damaged image data: x")
  }
}
