import ImageModel
import Testing

@testable import Imaging

/// Faults with the reason that a library gives, or without.
@Suite struct LibraryReasonTests {
  @Test("A missing reason is said to be missing", arguments: ["", " ", "\n"])
  func missing(reason: String) {
    #expect(
      Finding(.corrupt, "damaged image data", because: reason).message
        == "damaged image data, and no reason is given")
  }

  @Test("A reason follows a colon") func given() {
    #expect(Finding(.corrupt, "damaged image data", because: "x").message == "damaged image data: x")
  }
}
