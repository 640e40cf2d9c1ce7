import Testing

@testable import Preview

@Suite struct PageNamesTests {
  @Test(
    "Further pages are named after the first",
    arguments: [
      ("a.html", "a.html", "a-2.html"), ("a.b.html", "a.b.html", "a.b-2.html"), ("a", "a", "a-2"),
    ])
  func names(_ first: String, _ one: String, _ two: String) {
    let names = PageNames(first: first, count: 2)
    #expect([names.name(of: 1), names.name(of: 2)] == [one, two])
  }

  @Test("The first, the last and those near are linked")
  func near() {
    #expect(PageNames(first: "a", count: 3).near(2) == [1, 2, 3])
    #expect(PageNames(first: "a", count: 20).near(1) == [1, 2, 3, 4, nil, 20])
    #expect(PageNames(first: "a", count: 20).near(10) == [1, nil, 7, 8, 9, 10, 11, 12, 13, nil, 20])
    #expect(PageNames(first: "a", count: 20).near(20) == [1, nil, 17, 18, 19, 20])
  }
}
