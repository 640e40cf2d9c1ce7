import Foundation
import Synchronization

/// A web server on 127.0.0.1, at a port that the kernel chose. It answers as a test says, and keeps a log.
///
/// It speaks HTTP/1.1, with a thread for each connection, and ends with this object.
package final class TestServer: Sendable {
  /// A request. Its body has a Content-Length.
  package struct Request: Sendable {
    /// Its number among all requests, from 0 on.
    package fileprivate(set) var number: Int
    package let method: String
    /// Path and query, as they came.
    package let target: String
    /// `HTTP/1.1`
    package let version: String
    /// All fields; names are in lower case.
    package let headers: [(name: String, value: String)]
    package fileprivate(set) var body: [UInt8] = []

    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
  }

  package let port: Int
  private let core: ServerCore

  /// Starts a server that takes the steps of `greeting` first on each connection. `respond` is called on the thread
  /// of each request's connection.
  package init(
    greeting: Answer = Answer([]), _ respond: @escaping @Sendable (Request) -> Answer
  ) throws {
    let core = try ServerCore(greeting, respond)
    self.core = core
    port = core.port
    core.start { core.accept() }
  }

  deinit { core.stop() }

  /// `http://127.0.0.1:PORT` and a path.
  package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// All requests so far, in the order in which they came.
  package var requests: [Request] { core.log.withLock { $0.requests } }

  /// The number of connections so far.
  package var connections: Int { core.log.withLock { $0.connections } }
}

/// The state that the threads of a server share.
private final class ServerCore: Sendable {
  struct Log {
    var requests: [TestServer.Request] = []
    var connections = 0
    /// The sockets of connections that stand.
    var open: Set<Int32> = []
    var isOver = false
  }

  let port: Int
  let log = Mutex(Log())
  private let listener: Int32
  private let greeting: TestServer.Answer
  private let respond: @Sendable (TestServer.Request) -> TestServer.Answer
  private let threads = DispatchGroup()

  init(
    _ greeting: TestServer.Answer, _ respond: @escaping @Sendable (TestServer.Request) -> TestServer.Answer
  ) throws {
    (self.greeting, self.respond) = (greeting, respond)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) | listen(listener, 128) | getsockname(listener, $0, &size)
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard listener >= 0, status == 0 else { throw SystemError("bind") }
  }

  func start(_ body: @escaping @Sendable () -> Void) {
    threads.enter()
    Thread.detachNewThread { [threads] in
      body()
      threads.leave()
    }
  }

  /// Ends all connections, and waits for the threads.
  func stop() {
    log.withLock { log in
      log.isOver = true
      for number in log.open { shutdown(number, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
    threads.wait()
    close(listener)
  }

  func accept() {
    while true {
      let number = Foundation.accept(listener, nil, nil)
      if number < 0 && errno == EINTR { continue }
      guard number >= 0 else { return }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      let isOver = log.withLock { log in
        if log.isOver { return true }
        log.open.insert(number)
        log.connections += 1
        return false
      }
      guard !isOver else {
        close(number)
        return
      }
      start { self.serve(Connection(socket: number)) }
    }
  }

  private func serve(_ connection: Connection) {
    var connection = connection
    var isOpen = greeting.steps.allSatisfy { connection.take($0) }
    while isOpen, let head = connection.nextHead() {
      guard var request = TestServer.Request(head) else { break }
      if let count = request.header("content-length").flatMap({ Int($0) }) {
        guard let body = connection.next(count) else { break }
        request.body = body
      }
      request = log.withLock { $0.add(request) }
      isOpen = respond(request).steps.allSatisfy { connection.take($0) }
    }
    log.withLock { log in
      log.open.remove(connection.socket)
      close(connection.socket)
    }
  }
}

extension ServerCore.Log {
  /// Notes a request, and gives it its number.
  fileprivate mutating func add(_ request: TestServer.Request) -> TestServer.Request {
    var request = request
    request.number = requests.count
    requests.append(request)
    return request
  }
}

extension TestServer.Request {
  /// The request of a head, without its body; nil if the head is none.
  fileprivate init?(_ head: String) {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
      return (line[..<colon].lowercased(), value)
    }
    self.init(number: 0, method: words[0], target: words[1], version: words[2], headers: headers)
  }
}

private struct Connection {
  let socket: Int32
  private var received: [UInt8] = []

  init(socket: Int32) { self.socket = socket }

  /// The next request's head without its empty line; nil if the client has closed the connection.
  mutating func nextHead() -> String? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = received.firstRange(of: end) {
        defer { received.removeSubrange(..<range.upperBound) }
        return String(decoding: received[..<range.lowerBound], as: UTF8.self)
      }
      guard let more = receive() else { return nil }
      received += more
    }
  }

  /// The next `count` bytes; nil if the client closes the connection before.
  mutating func next(_ count: Int) -> [UInt8]? {
    while received.count < count {
      guard let more = receive() else { return nil }
      received += more
    }
    defer { received.removeFirst(count) }
    return Array(received.prefix(count))
  }

  /// False if the connection is over.
  func take(_ step: TestServer.Answer.Step) -> Bool {
    switch step {
    case .send(let bytes): return send(bytes)
    case .sleep(let seconds):
      usleep(UInt32(seconds * 1e6))
      return true
    case .waitForClient:
      while receive() != nil {}
      return false
    case .close: return false
    case .reset:
      // A socket that doesn't linger is reset when it is closed (socket(7)).
      var hard = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
      return false
    }
  }

  private func receive() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket, &bytes, bytes.count, 0)
      if count < 0 && errno == EINTR { continue }
      return count > 0 ? Array(bytes[..<count]) : nil
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
