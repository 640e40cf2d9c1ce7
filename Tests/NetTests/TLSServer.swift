import Foundation
import TestSupport
import Testing

/// `openssl s_server` on 127.0.0.1, which gives `/file`.
final class TLSServer {
  let port: Int
  /// The path of its certificate.
  let certificate: String
  private let folder: TemporaryDirectory
  private let process: pid_t

  /// A server with a certificate for `name`, which sends `answer`, header and body.
  init(name: String, answer: String) throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    certificate = folder.path("certificate.pem")
    try folder.write(answer, to: "file")
    let made = try CommandRun.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=test", "-addext", "subjectAltName=DNS:\(name),IP:127.0.0.1",
        "-keyout", folder.path("key.pem"), "-out", certificate,
      ], in: folder.path)
    try #require(made.ending == .exit(0), "\(made.stderr)")
    for stream in ["out", "err"] { try folder.write("", to: stream) }
    process = try CommandRun.spawn(
      [
        "/usr/bin/openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate,
        "-key", folder.path("key.pem"), "-HTTP",
      ], in: folder.path, environment: [:],
      streams: ["/dev/null", folder.path("out"), folder.path("err")])
    port = try Self.port(in: folder)
  }

  deinit {
    kill(process, SIGKILL)
    _ = try? CommandRun.ending(of: process)
  }

  /// The port that the server has written, within ten seconds.
  private static func port(in folder: TemporaryDirectory) throws -> Int {
    for _ in 0..<1000 {
      for line in String(decoding: try folder.read("out"), as: UTF8.self).split(separator: "\n")
      where line.hasPrefix("ACCEPT 127.0.0.1:") {
        if let port = Int(line.dropFirst("ACCEPT 127.0.0.1:".count)) { return port }
      }
      usleep(10_000)
    }
    throw TestSupport.SystemError("openssl s_server")
  }
}
