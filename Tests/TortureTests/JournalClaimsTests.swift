import Testing

@testable import Torture

/// The reader of journals, on lines whose checksums were made by another program.
struct JournalClaimsTests {
  private static let lines = [
    "182a85de\tjournal\t1\t/jobs/a.yaml\n",
    "69fdce6d\twill\ta.jpg\t5\t100\t7\n",
    "ea0d813b\titem\tphotos/a\\tb.jpg\ta\t10\t20\t30\t\\-\t2\ta.jpg\t00ff\t5\t100\t7\tabc\t5\t\\-\t1\tnot_enlarged"
      + "\tit's small\tsmall\\\\a.jpg\t00ff\t\\-\t\\-\t\\-\tcorrupt\tdamaged\t0\n",
    "c5f7669b\titem\tb.jpg\tb\t10\t20\t30\tdef\t1\tb.jpg\t00ff\t6\t100\t8\t\\-\t6\t\\-\t0\n",
    "b6091fdc\tgone\ta.jpg\n",
  ]

  @Test(
    "Files of all lines so far",
    arguments: [
      (0, [:]), (1, [:]), (2, [:]), (3, ["a.jpg": .init(bytes: 5, sha256: "abc")]),
      (4, ["a.jpg": .init(bytes: 5, sha256: "abc"), "b.jpg": .init(bytes: 6, sha256: nil)]),
      (5, ["b.jpg": .init(bytes: 6, sha256: nil)]),
    ] as [(Int, [String: JournalClaims.File])])
  func files(count: Int, files: [String: JournalClaims.File]) {
    let claims = JournalClaims(Array(Self.lines.prefix(count).joined().utf8))
    #expect(claims.files == files)
    #expect(claims.lines == count)
  }

  @Test("Nothing behind a torn or damaged line counts")
  func damaged() {
    let torn = Array(Self.lines.joined().utf8.dropLast())
    #expect(JournalClaims(torn).lines == 4)
    var damaged = torn
    damaged[60] ^= 1
    #expect(JournalClaims(damaged).lines == 2)
  }
}
