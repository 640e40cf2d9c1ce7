import Net
import Synchronization
import System
import TestSupport
import Testing

@Suite struct FieldsOfTryTests {
  /// Counts tries.
  private final class Count: Sendable {
    private let tries = Atomic(0)

    /// A field with the number of the try, from 1 on.
    func next() -> HeaderFields {
      var fields = HeaderFields()
      fields.append("X-Try", "\(tries.wrappingAdd(1, ordering: .relaxed).newValue)")
      return fields
    }
  }

  /// A request that names its own tries.
  private func numbered(_ request: WebRequest) -> WebRequest {
    var request = request
    let count = Count()
    request.fieldsOfTry = { count.next() }
    return request
  }

  @Test("Each try makes its fields anew, beside those of the request")
  func tries() throws {
    let server = try TestServer { $0.number < 2 ? .reply(500) : .reply(200) }
    var request = numbered(try server.get())
    request.headers.append("If-Match", "1")
    #expect(try testClient().get(request).outcome == .status(200))
    #expect(server.requests.map { $0.header("x-try") } == ["1", "2", "3"])
    #expect(server.requests.map { $0.header("if-match") } == ["1", "1", "1"])
  }

  @Test(
    "Another origin doesn't see the fields, and neither does the first one behind it",
    arguments: [false, true])
  func redirects(_ isChecked: Bool) throws {
    let away = Monitor("")
    let home = try TestServer { request in
      switch request.target {
      case "/": .reply(302, [("Location", "/own")])
      case "/own": .reply(302, [("Location", away.with { $0 })])
      default: .reply(200)
      }
    }
    let back = home.url("/back")
    let other = try TestServer { _ in .reply(302, [("Location", back)]) }
    away.with { $0 = other.url("/away") }
    let client = try testClient()
    let request = numbered(try home.get())
    if isChecked {
      let reply = Monitor<Result<WebReply, FetchTrouble>?>(nil)
      client.get(request, checking: { _, then in then(nil) }) { new in reply.with { $0 = new } }
      #expect(try reply.wait { $0 }.get().outcome == .status(200))
    } else {
      #expect(client.get(request).outcome == .status(200))
    }
    #expect(home.requests.map(\.target) == ["/", "/own", "/back"])
    #expect(home.requests.map { $0.header("x-try") } == ["1", "2", nil])
    #expect(other.requests.map { $0.header("x-try") } == [nil])
  }
}
