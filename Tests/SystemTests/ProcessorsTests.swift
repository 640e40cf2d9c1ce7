import Glibc
import System
import TestSupport
import Testing

@Suite struct ProcessorsTests {
  /// What is found in a root with these files; `cpus` is the affinity list.
  private func available(cpus: String? = "0-15", _ files: [String: String] = [:]) throws -> Int {
    let root = try TemporaryDirectory()
    if let cpus {
      try root.write(
        "Name:\tx\nCpus_allowed:\tffff\nCpus_allowed_list:\t\(cpus)\nMems_allowed_list:\t0\n",
        to: "proc/self/status")
    }
    for (path, text) in files { try root.write(text, to: path) }
    return Processors.available(root: root.path)
  }

  private func version2(_ group: String, _ quotas: [String: String], cpus: String = "0-15") throws -> Int {
    var files = ["proc/self/cgroup": "0::\(group)\n"]
    for (folder, text) in quotas { files["sys/fs/cgroup\(folder)/cpu.max"] = text }
    return try available(cpus: cpus, files)
  }

  @Test(
    arguments: [
      ("0", 1), ("0-3", 4), ("0-3,8", 5), ("1,3,5,7", 4), ("0-1,4-5,10", 5), ("64-127", 64), ("7-7", 1),
    ])
  func affinityLists(_ cpus: String, _ count: Int) throws {
    #expect(try available(cpus: cpus) == count)
  }

  @Test(arguments: [nil, "", "many", "5-2", "-", ",", "1-", "0-x", "0-9223372036854775807"])
  func withoutAListAllProcessorsCount(_ cpus: String?)
    throws
  {
    #expect(try available(cpus: cpus) == sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  @Test(
    arguments: [
      ("200000 100000\n", 2), ("max 100000\n", 16), ("150000 100000\n", 2), ("100001 100000\n", 2),
      ("50000 100000\n", 1), ("1000 1000000\n", 1), ("5000000 100000\n", 16), ("300000 100000", 3),
    ])
  func quotasOfVersion2(_ text: String, _ count: Int) throws {
    #expect(try version2("/a", ["/a": text]) == count)
  }

  @Test(
    arguments: [
      "", "\n", "max\n", "200000\n", "200000 0\n", "200000 -5\n", "-1 100000\n", "-1e300 1\n", "x y\n",
      "1 2 3\n", "nan 100000\n", "100000 nan\n", "inf 100000\n", "1e300 1\n", "inf inf\n", "0 100000\n",
    ])
  func garbageIsNoQuota(_ text: String) throws {
    #expect(try version2("/a", ["/a": text]) == 16)
  }

  @Test func theTightestGroupOnTheWayCounts() throws {
    let chain = ["/a": "800000 100000", "/a/b": "200000 100000", "/a/b/c": "400000 100000"]
    #expect(try version2("/a/b/c", chain) == 2)
    #expect(try version2("/a/b/c/d/e", chain) == 2)
    #expect(try version2("/a", chain) == 8)
    #expect(try version2("/x", chain) == 16)
    #expect(try version2("/x", ["": "300000 100000"]) == 3)
    #expect(try version2("/", ["": "300000 100000"]) == 3)
    #expect(try version2("/a/b/c", chain, cpus: "3") == 1)
  }

  @Test func quotasOfVersion1() throws {
    func found(_ lines: String, _ quota: String, _ period: String, in folder: String) throws -> Int {
      try available([
        "proc/self/cgroup": lines, "sys/fs/cgroup/cpu\(folder)/cpu.cfs_quota_us": quota,
        "sys/fs/cgroup/cpu\(folder)/cpu.cfs_period_us": period,
      ])
    }
    let lines = "12:memory:/m\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/s\n0::/s\n"
    #expect(try found(lines, "250000\n", "100000\n", in: "/docker/abc") == 3)
    #expect(try found(lines, "250000\n", "100000\n", in: "/docker") == 3)
    // In a container the mount is the group itself.
    #expect(try found(lines, "250000\n", "100000\n", in: "") == 3)
    #expect(try found(lines, "-1\n", "100000\n", in: "/docker/abc") == 16)
    #expect(try found(lines, "250000\n", "0\n", in: "/docker/abc") == 16)
    #expect(try found(lines, "250000\n", "100000\n", in: "/m") == 16)
    #expect(try found("4:cpuset:/a\n", "100000\n", "100000\n", in: "/a") == 16)
    #expect(try found("4:cpu:/a:b\n", "100000\n", "100000\n", in: "/a:b") == 1)
  }

  @Test func bothVersionsMayStandTogether() throws {
    #expect(
      try available([
        "proc/self/cgroup": "2:cpu:/a\n0::/b\n", "sys/fs/cgroup/cpu/a/cpu.cfs_quota_us": "700000",
        "sys/fs/cgroup/cpu/a/cpu.cfs_period_us": "100000", "sys/fs/cgroup/b/cpu.max": "500000 100000",
      ]) == 5)
  }

  @Test(arguments: ["", "garbage", ":::", "0:", "0::", "::\n::\n"])
  func linesThatNameNoGroup(_ lines: String) throws {
    #expect(try available(["proc/self/cgroup": lines]) == 16)
  }
}
