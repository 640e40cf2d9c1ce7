import Net
import System
import TestSupport
import Testing

@Suite struct HostsTests {
  private func origin(_ name: String) throws -> WebAddress.Origin { try WebAddress("http://\(name)/").origin }

  /// All requests that may begin at a time.
  private func starts<Item>(_ hosts: inout Hosts<Item>, at time: Int64) -> [Hosts<Item>.Start] {
    var starts: [Hosts<Item>.Start] = []
    while let start = hosts.next(now: time) { starts.append(start) }
    return starts
  }

  @Test("A host has at most so many requests in flight, first come first served")
  func inFlight() throws {
    var hosts = Hosts<Int>(perHost: 3)
    for item in 0..<5 { hosts.add(item, to: try origin("a")) }
    let first = starts(&hosts, at: 0)
    #expect(first.map(\.item) == [0, 1, 2])
    #expect(hosts.wakeTime(now: 0) == nil)
    hosts.finish(first[1], success: true, now: 1)
    #expect(hosts.wakeTime(now: 1) == 1)
    let second = starts(&hosts, at: 1)
    #expect(second.map(\.item) == [3])
    for start in [first[0], first[2], second[0]] { hosts.finish(start, success: true, now: 2) }
    let last = starts(&hosts, at: 2)
    #expect(last.map(\.item) == [4])
    hosts.finish(last[0], success: true, now: 3)
    #expect(hosts.count == 0)
  }

  @Test("Hosts take turns, however many requests one has")
  func turns() throws {
    var hosts = Hosts<String>(perHost: 2)
    for number in 0..<4 { hosts.add("a\(number)", to: try origin("a")) }
    hosts.add("b0", to: try origin("b"))
    hosts.add("c0", to: try origin("c"))
    #expect(starts(&hosts, at: 0).map(\.item) == ["a0", "b0", "c0", "a1"])
  }

  @Test("Scheme and port make another host")
  func ports() throws {
    var hosts = Hosts<Int>(perHost: 1)
    let texts = ["http://a/", "https://a/", "http://a:81/", "http://A:80/"]
    for (item, text) in texts.enumerated() { hosts.add(item, to: try WebAddress(text).origin) }
    #expect(starts(&hosts, at: 0).map(\.item) == [0, 1, 2])
  }

  @Test("A rate sets the time from start to start")
  func rate() throws {
    var hosts = Hosts<Int>(perHost: 8, rate: 4)
    let (a, b) = (try origin("a"), try origin("b"))
    for item in 0..<3 { hosts.add(item, to: a) }
    hosts.add(9, to: b)
    var times: [Int: Int64] = [:]
    var now: Int64 = 1000
    while true {
      for start in starts(&hosts, at: now) {
        times[start.item] = now
        hosts.finish(start, success: true, now: now)
      }
      guard let next = hosts.wakeTime(now: now) else { break }
      now = next
    }
    #expect(times == [0: 1000, 9: 1000, 1: 250_001_000, 2: 500_001_000])
    #expect(hosts.count == 0)
  }

  @Test("A paused host gets nothing until its time, others go on")
  func paused() throws {
    var hosts = Hosts<Int>(perHost: 2)
    let (a, b) = (try origin("a"), try origin("b"))
    for item in 0..<4 { hosts.add(item, to: a) }
    let first = starts(&hosts, at: 0)
    hosts.pause(first[0], for: 2000, now: 100)
    hosts.finish(first[0], success: false, now: 100)
    hosts.finish(first[1], success: true, now: 200)
    hosts.add(9, to: b)
    #expect(starts(&hosts, at: 200).map(\.item) == [9])
    #expect(hosts.wakeTime(now: 200) == 2100)
    #expect(starts(&hosts, at: 2099).isEmpty)
    #expect(starts(&hosts, at: 2100).map(\.item) == [2, 3])
  }

  @Test("Two pauses of a host end at the later of their ends", arguments: [[2000, 2500], [2500, 2000]])
  func longest(_ pauses: [Int64]) throws {
    var hosts = Hosts<Int>(perHost: 2)
    for item in 0..<3 { hosts.add(item, to: try origin("a")) }
    let flights = starts(&hosts, at: 0)
    for (flight, pause) in zip(flights, pauses) {
      hosts.pause(flight, for: pause, now: 100)
      hosts.finish(flight, success: false, now: 100)
    }
    #expect(starts(&hosts, at: 2599).isEmpty)
    #expect(starts(&hosts, at: 2600).map(\.item) == [2])
  }

  @Test("Pauses in a row count; those of requests that began before the last pause don't")
  func failures() throws {
    var hosts = Hosts<Int>(perHost: 2)
    let a = try origin("a")
    for item in 0..<6 { hosts.add(item, to: a) }
    let first = starts(&hosts, at: 0)
    hosts.pause(first[0], for: 1000, now: 10)
    hosts.pause(first[1], for: 5000, now: 20)
    #expect(hosts.failures(of: a) == 1)
    for start in first { hosts.finish(start, success: false, now: 20) }
    #expect(starts(&hosts, at: 5019).isEmpty)
    let second = starts(&hosts, at: 5020)
    #expect(second.count == 2)
    hosts.pause(second[0], for: 1, now: 5030)
    hosts.finish(second[0], success: false, now: 5030)
    #expect(hosts.failures(of: a) == 2)
    hosts.finish(second[1], success: true, now: 5040)
    #expect(hosts.failures(of: a) == 0)
  }

  @Test("A request for a later try waits for its time")
  func later() throws {
    var hosts = Hosts<Int>()
    let a = try origin("a")
    hosts.add(1, to: a, notBefore: 500)
    hosts.add(2, to: a, notBefore: 300)
    #expect(hosts.wakeTime(now: 0) == 300)
    #expect(starts(&hosts, at: 299).isEmpty)
    #expect(starts(&hosts, at: 300).map(\.item) == [2])
    #expect(hosts.wakeTime(now: 300) == 500)
    #expect(starts(&hosts, at: 500).map(\.item) == [1])
  }

  @Test("A host is given up after so many pauses in a row, and no request waits for it then")
  func givenUp() throws {
    var hosts = Hosts<Int>(perHost: 1, pauses: 2)
    let host = try origin("a")
    for item in 0..<4 { hosts.add(item, to: host) }
    for (item, time) in [(0, 0), (1, 110)] as [(Int, Int64)] {
      #expect(!hosts.isGivenUp(host))
      let start = try #require(starts(&hosts, at: time).first)
      #expect(start.item == item)
      let isNews = hosts.pause(start, for: 100, now: time + 10)
      #expect(isNews == (item == 1))
      hosts.finish(start, success: false, now: time + 10)
    }
    #expect(hosts.isGivenUp(host))
    for item in 2..<4 {
      let start = try #require(starts(&hosts, at: 120).first)
      #expect(start.item == item)
      hosts.finish(start, success: item == 3, now: 120)
    }
    #expect(!hosts.isGivenUp(host))
  }

  @Test("A pause is long if it makes the host wait 30 seconds more")
  func longPauses() throws {
    let second: Int64 = 1_000_000_000
    var hosts = Hosts<Int>(perHost: 4)
    let host = try origin("a")
    for item in 0..<5 { hosts.add(item, to: host) }
    let all = starts(&hosts, at: 0)
    try #require(all.count == 4)
    // The second reply makes the host wait 29 seconds more, and the last one a second more.
    let pauses = [29, 57, 600, 600] as [Int64]
    let news = zip(all, pauses).enumerated().map { time, pause in
      hosts.pause(pause.0, for: pause.1 * second, now: Int64(time) * second)
    }
    #expect(news == [false, false, true, false])
    #expect(hosts.wakeTime(now: 3 * second) == nil)
    for start in all { hosts.finish(start, success: false, now: 3 * second) }
    #expect(hosts.wakeTime(now: 3 * second) == 603 * second)
  }

  @Test("A request that is taken back leaves its turn to another one")
  func takenBack() throws {
    var hosts = Hosts<Int>(perHost: 1, rate: 1)
    let host = try origin("a")
    for item in 0..<2 { hosts.add(item, to: host) }
    let first = try #require(starts(&hosts, at: 0).first)
    hosts.takeBack(first, now: 5)
    hosts.add(first.item, to: host)
    let second = try #require(starts(&hosts, at: 5).first)
    #expect(second.item == 1)
    hosts.finish(second, success: true, now: 6)
    #expect(starts(&hosts, at: 1_000_000_004).isEmpty)
    #expect(starts(&hosts, at: 1_000_000_005).map(\.item) == [0])
  }

  @Test("In random runs no rule is broken, no request is lost and no host is remembered")
  func randomRuns() throws {
    var random = SplitMix64(seed: 4)
    let origins = try (0..<5).map { try origin("host\($0)") }
    for run in 0..<40 {
      let limit = Int.random(in: 1...4, using: &random)
      let spacing: Int64 = run % 2 == 0 ? 0 : 50_000_000
      var hosts = Hosts<Int>(perHost: limit, rate: spacing == 0 ? nil : 20)
      var places: [WebAddress.Origin] = []
      for item in 0..<200 {
        places.append(origins[Int.random(in: 0..<5, using: &random)])
        hosts.add(
          item, to: places[item],
          notBefore: item % 3 == 0 ? Int64.random(in: 0...1_000_000_000, using: &random) : nil)
      }
      var (now, done): (Int64, Set<Int>) = (0, [])
      var flights: [Hosts<Int>.Start] = []
      var pausedUntil: [WebAddress.Origin: Int64] = [:]
      var last: [WebAddress.Origin: Int64] = [:]
      while done.count < 200 {
        for start in starts(&hosts, at: now) {
          #expect(start.origin == places[start.item])
          #expect(now >= pausedUntil[start.origin, default: 0])
          if let last = last[start.origin] { #expect(now - last >= spacing) }
          last[start.origin] = now
          flights.append(start)
          #expect(flights.count { $0.origin == start.origin } <= limit)
        }
        if flights.isEmpty {
          now = try #require(hosts.wakeTime(now: now))
          continue
        }
        now += Int64.random(in: 0...20_000_000, using: &random)
        let start = flights.remove(at: Int.random(in: 0..<flights.count, using: &random))
        if Int.random(in: 0..<8, using: &random) == 0 {
          let pause = Int64.random(in: 0...300_000_000, using: &random)
          hosts.pause(start, for: pause, now: now)
          pausedUntil[start.origin] = max(pausedUntil[start.origin, default: 0], now + pause)
          hosts.add(start.item, to: start.origin, notBefore: now + pause)
          hosts.finish(start, success: false, now: now)
        } else {
          #expect(done.insert(start.item).inserted)
          hosts.finish(start, success: true, now: now)
        }
      }
      while let time = hosts.wakeTime(now: now) {
        now = time
        #expect(starts(&hosts, at: now).isEmpty)
      }
      #expect(hosts.count == origins.count { hosts.failures(of: $0) > 0 })
    }
  }
}
