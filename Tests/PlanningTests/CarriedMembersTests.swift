import Planning
import Testing

/// Which members of samples exports carry.
@Suite struct CarriedMembersTests {
  @Test("Loaders of WebDataset give names with two lines in front themselves")
  func endings() {
    for ending in ["txt", "seg.npy"] { #expect(CarriedMembers.canHave(ending)) }
    for ending in ["__key__", "a/b", ""] { #expect(!CarriedMembers.canHave(ending)) }
  }
}
