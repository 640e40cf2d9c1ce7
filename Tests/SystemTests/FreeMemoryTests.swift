import System
import TestSupport
import Testing

@Suite struct FreeMemoryTests {
  /// 8,000,000 KiB are available to the machine.
  private static let machine = 8_192_000_000

  /// What is found in a root with these files.
  private func free(_ files: [String: String], meminfo: String? = nil) throws -> Int? {
    let root = try TemporaryDirectory()
    try root.write(
      meminfo ?? "MemTotal:       16000000 kB\nMemFree:         1000000 kB\nMemAvailable:    8000000 kB\n",
      to: "proc/meminfo")
    for (path, text) in files { try root.write(text, to: path) }
    return FreeMemory.bytes(root: root.path)
  }

  /// The same in a group of version 2, of which the folders have these files.
  private func version2(_ group: String, _ files: [String: String]) throws -> Int? {
    try free(
      ["proc/self/cgroup": "0::\(group)\n"].merging(files.map { ("sys/fs/cgroup\($0)", $1) }) { $1 })
  }

  @Test func theMachineSaysWhatIsAvailable() throws {
    #expect(try free([:]) == Self.machine)
    #expect(FreeMemory.bytes(root: try TemporaryDirectory().path) == nil)
  }

  @Test(arguments: [
    "", "MemAvailable:\n", "MemAvailable: many kB\n", "MemAvailable: -5 kB\n", "MemFree: 5 kB\n",
  ])
  func garbageIsNoNumber(_ text: String) throws { #expect(try free([:], meminfo: text) == nil) }

  @Test func aGroupHasItsLimitLessWhatItUses() throws {
    let files = ["/a/memory.max": "1000000\n", "/a/memory.current": "300000\n"]
    #expect(try version2("/a", files) == 700_000)
    #expect(try version2("/a/b", files) == 700_000)
    #expect(try version2("/c", files) == Self.machine)
  }

  @Test func cachedFilesAreFree() throws {
    let stat = "anon 100000\nfile 260000\nactive_file 50000\ninactive_file 150000\nshmem 60000\n"
    #expect(
      try version2(
        "/a",
        ["/a/memory.max": "1000000\n", "/a/memory.current": "300000\n", "/a/memory.stat": stat]) == 900_000)
  }

  @Test func theTightestGroupOnTheWayCounts() throws {
    let files = [
      "/a/memory.max": "5000000\n", "/a/memory.current": "4800000\n",
      "/a/b/memory.max": "max\n", "/a/b/memory.current": "100\n",
      "/a/b/c/memory.max": "1000000\n", "/a/b/c/memory.current": "100000\n",
    ]
    #expect(try version2("/a/b/c", files) == 200_000)
    #expect(try version2("/a/b", files) == 200_000)
  }

  @Test(
    arguments: [
      ("max\n", "5\n", machine), ("", "5\n", machine), ("100\n", "", machine), ("-1\n", "5\n", machine),
      ("100\n", "200\n", 0), ("9223372036854775807\n", "5\n", machine),
    ])
  func limits(_ limit: String, _ usage: String, _ free: Int) throws {
    #expect(try version2("/a", ["/a/memory.max": limit, "/a/memory.current": usage]) == free)
  }

  @Test func groupsOfVersion1() throws {
    func found(in folder: String) throws -> Int? {
      try free([
        "proc/self/cgroup": "4:memory:/docker/abc\n1:cpu:/x\n",
        "sys/fs/cgroup/memory\(folder)/memory.limit_in_bytes": "500000\n",
        "sys/fs/cgroup/memory\(folder)/memory.usage_in_bytes": "200000\n",
        "sys/fs/cgroup/memory\(folder)/memory.stat":
          "active_file 7\ninactive_file 7\ntotal_active_file 10000\ntotal_inactive_file 20000\n",
      ])
    }
    #expect(try found(in: "/docker/abc") == 330_000)
    #expect(try found(in: "/docker") == 330_000)
    #expect(try found(in: "") == 330_000)
    #expect(try found(in: "/x") == Self.machine)
  }
}
