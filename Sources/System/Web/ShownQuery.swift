/// Cuts secrets from the query of a URL.
enum ShownQuery {
  /// The query without parameters that sign a request or stand for a password; nil if nothing is left.
  static func text(_ query: String) -> String? {
    let parts = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    // Some servers separate parameters by `;` too.
    let kept = parts.filter { !$0.split(separator: UInt8(ascii: ";")).contains { isSecret($0) } }
    return kept.isEmpty ? nil : kept.map { String(Substring($0)) }.joined(separator: "&")
  }

  private static func isSecret(_ parameter: Substring.UTF8View) -> Bool {
    let name = PercentCoding.decode(parameter.prefix { $0 != UInt8(ascii: "=") }, plusIsSpace: true)
    let lower = String(decoding: name, as: UTF8.self).lowercased()
    return names.contains(lower) || prefixes.contains { lower.hasPrefix($0) }
  }

  /// Signatures of S3, Google, Alibaba, Huawei and Backblaze, and two of Tencent.
  private static let prefixes = ["x-amz-", "x-goog-", "x-oss-", "x-obs-", "x-cos-", "x-bz-", "q-sign-"]

  private static let names: Set<String> = [
    // S3 and Google, version 2; CloudFront.
    "awsaccesskeyid", "googleaccessid", "signature", "expires", "policy", "key-pair-id",
    // Shared access signatures of Azure.
    "sig", "se", "sp", "sv",
    // Alibaba, version 1; Huawei; Tencent.
    "ossaccesskeyid", "accesskeyid", "security-token", "q-ak", "q-signature",
    // Akamai.
    "hdnts", "hdnea", "hdntl",
    // Tokens and signatures of others.
    "token", "access_token", "id_token", "auth_token", "oauth_token", "refresh_token", "private_token",
    "job_token", "jwt", "sign", "hmac",
    // Passwords and keys of others.
    "password", "passwd", "pwd", "pass", "secret", "client_secret", "auth", "authorization", "apikey",
    "api_key", "api-key", "access_key",
  ]
}
