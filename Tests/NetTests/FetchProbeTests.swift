import TestSupport
import Testing

/// The effect of a process's surroundings on its requests, tried on a process of the test's own.
@Suite struct FetchProbeTests {
  private func probe(_ url: String, in folder: TemporaryDirectory, _ environment: [String: String]) throws
    -> CommandRun
  {
    try CommandRun.run(
      "\(try CommandRun.productsFolder())/upright-fetch-probe", [url], in: folder.path,
      environment: environment)
  }

  @Test("Proxies and passwords of the user are not used")
  func environment() throws {
    let folder = try TemporaryDirectory()
    try folder.write("machine 127.0.0.1 login someone password secret\n", to: ".netrc")
    try folder.write("user = someone:secret\n", to: ".curlrc")
    let server = try TestServer { _ in .reply(200) }
    let proxy = try TestServer { _ in .reply(200) }
    let variables = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]
    var environment = Dictionary(uniqueKeysWithValues: variables.map { ($0, proxy.url()) })
    environment["HOME"] = folder.path
    environment["CURL_HOME"] = folder.path
    environment["NETRC"] = folder.path(".netrc")
    #expect(try probe(server.url(), in: folder, environment) == CommandRun(.exit(0), stdout: "status 200\n"))
    #expect(proxy.connections == 0)
    #expect(server.requests.map { $0.headers.map(\.name).sorted() } == [["accept", "host"]])
  }

  @Test("Without libcurl there is no fetcher")
  func noLibrary() throws {
    let folder = try TemporaryDirectory()
    try folder.write("no library", to: "libcurl.so.4")
    #expect(
      try probe("http://127.0.0.1:1/", in: folder, ["LD_LIBRARY_PATH": folder.path])
        == CommandRun(.exit(0), stdout: "missingLibrary\n"))
  }
}
