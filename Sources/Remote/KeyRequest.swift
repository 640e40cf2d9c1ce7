import JSON
import Net
import System

/// Keys that a service has lent.
struct LentKeys: Hashable, Sendable {
  let keys: StoreKeys
  /// The time at which they end, in seconds since the start of 1970; nil if the service names none.
  let end: Int?

  /// Reads the JSON of a service. Throws for any other text; the message shows nothing of it.
  init(_ reply: [UInt8]) throws(StoreFault) {
    var value: JSONValue?
    do throws(FileFault) {
      try JSONRecords.read(ByteFeed(reply), at: .root, keeping: Self.names) { value = $0.value }
    } catch { throw StoreFault("its reply is no JSON") }
    // An instance says `Success`, and a container nothing.
    if let code = value?["Code"], code.text != "Success" { throw StoreFault("it says that it has no keys") }
    guard let access = value?["AccessKeyId"]?.text, let secret = value?["SecretAccessKey"]?.text,
      !access.isEmpty, !secret.isEmpty
    else { throw StoreFault("its reply has no keys") }
    let token = value?["Token"]?.text
    let isClean = [access, secret, token ?? ""].allSatisfy { $0.utf8.allSatisfy { 0x20..<0x7F ~= $0 } }
    guard isClean else { throw StoreFault("its keys have characters that no keys have") }
    keys = StoreKeys(access: access, secret: Secret(secret), token: token.map { Secret($0) })
    end = value?["Expiration"]?.text.flatMap { StoreTime.seconds($0) }
  }

  private static let names: Set = ["Code", "AccessKeyId", "SecretAccessKey", "Token", "Expiration"]
}

/// Asks a service for keys. Its calls wait for replies.
struct KeyRequest: Sendable {
  let place: KeyServicePlace
  let client: WebClient

  /// The keys that the service lends now. A message of a fault is the end of a sentence about the service.
  func keys() throws(StoreFault) -> LentKeys {
    switch place {
    case .container(let address, let token): try ofContainer(address, token)
    case .instance(let address): try ofInstance(address)
    }
  }

  private func ofContainer(
    _ address: WebAddress, _ token: KeyServicePlace.ContainerToken?
  ) throws(StoreFault) -> LentKeys {
    var fields = HeaderFields()
    switch token {
    case .text(let secret): fields.append("Authorization", secret.text)
    case .file(let path): fields.append("Authorization", try Self.token(path))
    case nil: break
    }
    return try LentKeys(body(of: address, fields))
  }

  /// The text of a file of a token, without a line break at its end.
  private static func token(_ path: String) throws(StoreFault) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileBytes.read(path, limit: FixedLimits.Store.keyBytes)
    } catch { throw StoreFault("the file of its token, \(path), can't be read: \(error.message)") }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let text = String(validating: line, as: UTF8.self), !text.isEmpty,
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { throw StoreFault("the file of its token, \(path), doesn't begin with a token") }
    return text
  }

  private func ofInstance(_ base: WebAddress) throws(StoreFault) -> LentKeys {
    var lifetime = HeaderFields()
    lifetime.append("X-aws-ec2-metadata-token-ttl-seconds", "21600")
    let token = Self.line(try body(of: Self.address("api/token", at: base), lifetime, .put))
    var fields = HeaderFields()
    fields.append("X-aws-ec2-metadata-token", token)
    let folder = "meta-data/iam/security-credentials/"
    let role = Self.line(try body(of: Self.address(folder, at: base), fields))
    if role.isEmpty { throw StoreFault("the machine has no role") }
    return try LentKeys(body(of: Self.address(folder + StorePath.encoded(role), at: base), fields))
  }

  private static func address(_ name: String, at base: WebAddress) -> WebAddress {
    base.exact(path: "/latest/\(name)", query: nil)
  }

  private static func line(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 >= 0x20 }, as: UTF8.self)
  }

  private func body(
    of address: WebAddress, _ fields: HeaderFields, _ method: WebRequest.Method = .get
  ) throws(StoreFault) -> [UInt8] {
    var request = WebRequest(address, most: FixedLimits.Store.keyBytes)
    request.method = method
    request.headers = fields
    request.trust = .operator
    request.followsRedirects = false
    let reply = client.get(request)
    switch reply.outcome {
    case .status(200..<300): break
    case .status(404): throw StoreFault("it has no keys (404)")
    case .status(let status): throw StoreFault("it answers \(status)", isTemporary: true)
    case .trouble(let trouble): throw StoreFault(trouble.words("it", "its"), isTemporary: trouble.mayPass)
    }
    guard let body = reply.body, let bytes = try? body.bytes(reply.bytes) else {
      throw StoreFault("its reply can't be read", isTemporary: true)
    }
    return bytes
  }
}
