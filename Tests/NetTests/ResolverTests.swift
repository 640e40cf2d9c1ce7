import Net
import Synchronization
import System
import Testing

@Suite struct ResolverTests {
  private static func address(_ text: String) throws -> NetworkAddress {
    try #require(NetworkAddress(dotted: text) ?? NetworkAddress(v6: text))
  }

  private func answer(
    _ resolver: Resolver, _ host: WebAddress.Host, _ trust: FetchRequest.Trust = .listed
  ) async -> Resolver.Answer {
    await withCheckedContinuation { continuation in
      resolver.resolve(host, trust: trust) { continuation.resume(returning: $0) }
    }
  }

  @Test("All addresses of a listed name must be allowed; the operator's are not looked at")
  func policy() async throws {
    let (good, bad) = (try Self.address("8.8.8.8"), try Self.address("10.0.0.1"))
    let names = ["good": [good], "mixed": [good, bad]]
    let resolver = try Resolver(policy: AddressPolicy(), lookup: { .success(names[$0] ?? []) })
    #expect(await answer(resolver, .name("good")) == .success([good]))
    #expect(await answer(resolver, .name("mixed")) == .failure(.refusedAddress))
    #expect(await answer(resolver, .name("mixed"), .operator) == .success([good, bad]))
  }

  @Test("An address needs no lookup, but is decided on")
  func literal() async throws {
    let resolver = try Resolver(
      policy: AddressPolicy(allowed: loopback), lookup: { _ in .failure(.unknownName) })
    let (own, other) = (try Self.address("127.0.0.1"), try Self.address("169.254.169.254"))
    #expect(await answer(resolver, .address(own)) == .success([own]))
    #expect(await answer(resolver, .address(other)) == .failure(.refusedAddress))
    #expect(await answer(resolver, .address(other), .operator) == .success([other]))
  }

  @Test("An answer is kept for a minute, one that may pass isn't")
  func kept() async throws {
    let now = Atomic<Int64>(0)
    let lookups = Atomic<Int>(0)
    let resolver = try Resolver(
      policy: AddressPolicy(),
      lookup: { name in
        lookups.wrappingAdd(1, ordering: .relaxed)
        return .failure(name == "down" ? .unresolvedName : .unknownName)
      }, clock: { now.load(ordering: .relaxed) })
    for _ in 0..<3 { #expect(await answer(resolver, .name("none")) == .failure(.unknownName)) }
    #expect(lookups.load(ordering: .relaxed) == 1)
    now.store(60_000_000_001, ordering: .relaxed)
    #expect(await answer(resolver, .name("none")) == .failure(.unknownName))
    #expect(lookups.load(ordering: .relaxed) == 2)
    for _ in 0..<2 { #expect(await answer(resolver, .name("down")) == .failure(.unresolvedName)) }
    #expect(lookups.load(ordering: .relaxed) == 4)
  }

  @Test("The kept answers are bounded, and names are looked up again after that")
  func bounded() async throws {
    let lookups = Atomic<Int>(0)
    let resolver = try Resolver(
      policy: AddressPolicy(),
      lookup: { _ in
        lookups.wrappingAdd(1, ordering: .relaxed)
        return .failure(.unknownName)
      }, clock: { 0 })
    for number in 0...FixedLimits.Web.resolvedNames { _ = await answer(resolver, .name("n\(number)")) }
    let before = lookups.load(ordering: .relaxed)
    _ = await answer(resolver, .name("n0"))
    #expect(lookups.load(ordering: .relaxed) == before + 1)
    _ = await answer(resolver, .name("n\(FixedLimits.Web.resolvedNames)"))
    #expect(lookups.load(ordering: .relaxed) == before + 1)
  }

  @Test("Those who ask for one name at the same time share a lookup; other names don't wait for it")
  func shared() async throws {
    let isOpen = Monitor(false)
    let lookups = Atomic<Int>(0)
    let place = try Self.address("8.8.8.8")
    let resolver = try Resolver(
      policy: AddressPolicy(),
      lookup: { name in
        if name == "slow" {
          lookups.wrappingAdd(1, ordering: .relaxed)
          isOpen.wait { $0 ? () : nil }
        }
        return .success([place])
      })
    let answers = Monitor<[Resolver.Answer]>([])
    for _ in 0..<10 {
      resolver.resolve(.name("slow"), trust: .listed) { answer in answers.with { $0.append(answer) } }
    }
    for name in ["a", "b", "c"] { #expect(await answer(resolver, .name(name)) == .success([place])) }
    #expect(answers.with { $0 }.isEmpty)
    isOpen.with { $0 = true }
    #expect(answers.wait { $0.count == 10 ? $0 : nil } == Array(repeating: .success([place]), count: 10))
    #expect(lookups.load(ordering: .relaxed) == 1)
  }

  @Test("A request that still waits when the resolver is freed gets an answer")
  func freed() throws {
    let isOpen = Monitor(false)
    var resolver: Resolver? = try Resolver(
      policy: AddressPolicy(), threads: 1,
      lookup: { _ in
        isOpen.wait { $0 ? () : nil }
        return .success([])
      })
    let answers = Monitor<[Resolver.Answer]>([])
    for name in ["a", "b"] {
      resolver?.resolve(.name(name), trust: .listed) { answer in answers.with { $0.append(answer) } }
    }
    resolver = nil
    #expect(answers.with { $0 } == [.failure(.cancelled), .failure(.cancelled)])
    isOpen.with { $0 = true }
  }

  @Test("The system knows this machine, which a list may not reach, and no reserved name")
  func system() async throws {
    let resolver = try Resolver(policy: AddressPolicy())
    #expect(await answer(resolver, .name("localhost")) == .failure(.refusedAddress))
    let own = try await answer(resolver, .name("localhost"), .operator).get()
    #expect(!own.isEmpty && own.allSatisfy { AddressPolicy().refusal(of: $0) != nil })
  }
}
