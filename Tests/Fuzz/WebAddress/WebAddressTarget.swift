import System

/// URLs: what is shown of them has no secret, and what is sent can be read again.
package enum WebAddressTarget: FuzzTarget {
  package static let name = "WebAddress"
  package static let longest = 1024

  package static func fault(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let shown = WebAddress.shown(text)
    guard let address = try? WebAddress(text) else {
      return shown.utf8.contains { "@?#".utf8.contains($0) } ? "'\(shown)' is shown of no URL" : nil
    }
    guard let again = try? WebAddress(shown) else { return "'\(shown)' is shown, but is no URL" }
    if again.shown != shown || again.origin != address.origin { return "'\(shown)' is read otherwise" }
    if address.scheme == .s3 { return nil }
    if let name = secret(in: shown) { return "'\(name)' is shown" }
    return faultOfTarget(address)
  }

  /// A URL of `Host` header and target is the same place, and is sent unchanged.
  private static func faultOfTarget(_ address: WebAddress) -> String? {
    let target = address.target
    if let byte = target.utf8.first(where: { !(0x21...0x7E ~= $0) || "\"<>#".utf8.contains($0) }) {
      return "the target has the byte \(byte)"
    }
    guard let sent = try? WebAddress("\(address.scheme.rawValue)://\(address.hostHeader)\(target)") else {
      // Percent-encoding may make it too long.
      return target.utf8.count > 2000 ? nil : "'\(address.hostHeader)\(target)' can't be read"
    }
    return sent.origin == address.origin && sent.target == target ? nil : "'\(target)' is sent otherwise"
  }

  /// The name of a secret parameter in a query, found piece by piece.
  private static func secret(in shown: String) -> String? {
    guard let mark = shown.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    let query = shown.utf8[shown.utf8.index(after: mark)...]
    let names = query.split { "&;".utf8.contains($0) }.map { parameter in
      parameter.prefix { $0 != UInt8(ascii: "=") }.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    }
    let texts = names.map { String(decoding: $0, as: UTF8.self) }
    return texts.first { name in secrets.contains(name) || prefixes.contains { name.hasPrefix($0) } }
  }

  private static let prefixes = ["x-amz-", "x-goog-", "x-oss-", "x-obs-", "x-cos-", "q-sign-"]

  private static let secrets = [
    "awsaccesskeyid", "signature", "expires", "sig", "se", "sp", "sv", "token", "policy", "key-pair-id",
    "hdnts", "hdnea", "hdntl", "access_token", "id_token", "private_token", "job_token", "jwt", "sign",
    "hmac",
    "password", "passwd", "pwd", "pass", "secret", "client_secret", "auth", "authorization", "apikey",
    "api_key", "api-key", "access_key", "ossaccesskeyid", "accesskeyid", "security-token", "q-ak",
    "q-signature",
  ]

  package static func seeds() throws -> [[UInt8]] {
    [
      "https://example.com/a%20b/é.jpg?w=1&h=2#top", "http://user:password@[::1]:8080/a?b", "http://0x7f.1/",
      "https://h/a?X-Amz-Signature=1&w=2;sig=3", "s3://bucket/photos/**/*.jpg", "http://[::ffff:1.2.3.4]./",
      "https://h.:443?Policy=a&%54oken=b", "http://xn--bcher-kva.de:80/{a}|b\\c'?d'e",
      "https://h/?sig=1&a=%2",
    ].map { Array($0.utf8) }
  }
}
