import Net
import Testing

@Suite struct RobotsTagTests {
  @Test(
    "Values that forbid the use",
    arguments: [
      ["noai"], ["NoAI"], ["noimageai"], ["noindex, noai"], ["noindex", "noimageai"], ["upright: noai"],
      ["Upright: noindex, noai"], ["otherbot: noindex", "noai"], [" noai\t"],
      ["otherbot: noindex, upright: noai"],
      ["unavailable_after: 25 Jun 2010 15:00:00 PST, noai"], ["max-snippet: 9, noai"],
      ["unavailable_after: Wed, 03 Jul 2030 15:00:00 GMT, noai"],
    ])
  func forbid(_ values: [String]) {
    #expect(RobotsTag.forbids(values, agent: "upright"))
  }

  @Test(
    "Values that don't forbid the use",
    arguments: [
      [], [""], ["noindex, nofollow"], ["otherbot: noai"], ["otherbot: noindex, noai"], ["noaix"], ["ai"],
      ["upright: noindex"], ["uprightbot: noai"], ["otherbot:noai", "noindex"], ["noai: 1"],
    ])
  func allow(_ values: [String]) {
    #expect(!RobotsTag.forbids(values, agent: "upright"))
  }
}
