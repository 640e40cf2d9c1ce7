import ImageModel
import State
import TestSupport
import Testing

struct KnownCodesTests {
  @Test("The known codes are those of the rooms whose findings journals keep")
  func all() throws {
    let rooms = ["ImageModel", "JobFile", "Imaging", "Planning", "Survey", "Rendering"]
    let kept = try rooms.flatMap { try DeclaredCodes.names($0) }
    for name in kept { #expect(Finding.Code(rawValue: name)?.isKnown == true, "\(name)") }
    for name in try DeclaredCodes.names() where !kept.contains(name) {
      #expect(Finding.Code(rawValue: name)?.isKnown == false, "\(name)")
    }
  }
}
