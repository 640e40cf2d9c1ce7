import Glibc
import Net
import Remote
import System
import TestSupport
import Testing

@Suite struct StoreSettingsTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  /// Settings of variables and of files in a home folder.
  private func settings(
    _ variables: [String: String] = [:], keys: String? = nil, config: String? = nil
  ) throws(StoreFault) -> StoreSettings {
    do {
      if let keys { try home.write(keys, to: ".aws/credentials") }
      if let config { try home.write(config, to: ".aws/config") }
    } catch { Issue.record(error) }
    return try StoreSettings(environment: variables.merging(["HOME": home.path]) { own, _ in own })
  }

  /// The message of settings that can't be followed.
  private func fault(
    _ variables: [String: String] = [:], keys: String? = nil, config: String? = nil
  ) throws -> String {
    let fault = #expect(throws: StoreFault.self) { try settings(variables, keys: keys, config: config) }
    return try #require(fault).message
  }

  private static func given(_ access: String, _ secret: String, _ token: String? = nil) -> KeyPlace {
    .given(StoreKeys(access: access, secret: Secret(secret), token: token.map { Secret($0) }))
  }

  private static let address = "http://169.254.169.254/"

  private func url(_ settings: StoreSettings, _ bucket: String = "photos") -> String {
    settings.endpoint.address(bucket: bucket, key: "k", query: StoreQuery(), region: settings.region).shown
  }

  @Test("Without any setting, Amazon's first region is asked, with the keys of the instance")
  func nothing() throws {
    let settings = try settings()
    #expect(settings.region == "us-east-1")
    #expect(url(settings) == "https://photos.s3.us-east-1.amazonaws.com/k")
    #expect(settings.keys == .service(.instance(try WebAddress(Self.address))))
    #expect(
      settings.looked
        == "AWS_ACCESS_KEY_ID, the profile 'default' of \(home.path)/.aws/credentials and "
        + "\(home.path)/.aws/config, the instance's endpoint (169.254.169.254)")
    #expect(try StoreSettings(environment: [:]).looked.contains("HOME isn't set"))
  }

  @Test("Variables count before files")
  func variables() throws {
    let settings = try settings(
      [
        "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "s", "AWS_SESSION_TOKEN": "t",
        "AWS_DEFAULT_REGION": "eu-west-1", "AWS_ENDPOINT_URL": "https://store.example.org",
      ],
      keys: "[default]\naws_access_key_id = B\naws_secret_access_key = u\n",
      config: "[default]\nregion = eu-west-2\nendpoint_url = http://minio:9000\n")
    #expect(settings.keys == Self.given("A", "s", "t"))
    #expect(settings.region == "eu-west-1")
    #expect(url(settings) == "https://photos.store.example.org/k")
  }

  @Test(
    "The variables for S3 alone count before those for all services, and AWS_REGION before its older name")
  func order() throws {
    let settings = try settings([
      "AWS_REGION": "eu-west-1", "AWS_DEFAULT_REGION": "eu-west-2", "AWS_ENDPOINT_URL": "http://a.example",
      "AWS_ENDPOINT_URL_S3": "http://b.example/base/", "AWS_EC2_METADATA_DISABLED": "TRUE",
    ])
    #expect(settings.region == "eu-west-1")
    #expect(url(settings) == "http://photos.b.example/base/k")
    #expect(settings.keys == .nowhere)
  }

  @Test("Empty variables count as not set")
  func empty() throws {
    let settings = try settings(
      [
        "AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "AWS_REGION": "", "AWS_PROFILE": "",
        "AWS_ENDPOINT_URL": "", "AWS_CONFIG_FILE": "",
      ], keys: "[default]\naws_access_key_id = B\naws_secret_access_key = u\n")
    #expect(settings.keys == Self.given("B", "u"))
    #expect(settings.region == "us-east-1")
  }

  @Test("A profile has its keys in one file and its other settings in the other one")
  func profile() throws {
    let settings = try settings(
      ["AWS_PROFILE": "work"],
      keys: """
        # keys
        [default]
        aws_access_key_id = D
        aws_secret_access_key = d

        [work]
        AWS_Access_Key_Id=W
        aws_secret_access_key = a=b/c+#d ; mine
        aws_session_token = t==
        """,
      config: """
        [profile work]\r
        region = eu-north-1\r
        aws_access_key_id = X\r
        aws_secret_access_key = x\r
        services = local\r
        endpoint_url = http://other.example\r
        [services local]
        dynamodb =
          endpoint_url = http://wrong.example
        s3 =
          # the store of the office
          endpoint_url = http://minio:9000
        """)
    #expect(settings.keys == Self.given("W", "a=b/c+#d", "t=="))
    #expect(settings.region == "eu-north-1")
    #expect(url(settings) == "http://minio:9000/photos/k")
  }

  @Test("Names of sections may have quotes and blanks, and 'profile default' counts before 'default'")
  func sections() throws {
    let config = """
      [default]
      region = wrong-1
      [ profile   "default" ]
      region = right-1
      [profile my work]
      region = work-1
      """
    #expect(try settings(config: config).region == "right-1")
    #expect(try settings(["AWS_PROFILE": "my work"]).region == "work-1")
  }

  @Test("Keys may stand in the file of other settings, and the paths of both files may change")
  func paths() throws {
    try home.write("[a]\nregion=r-1\n", to: "x/keys")
    try home.write("[profile a]\naws_access_key_id=A\naws_secret_access_key=s\n", to: "y")
    let settings = try settings([
      "AWS_PROFILE": "a", "AWS_SHARED_CREDENTIALS_FILE": home.path("x/keys"), "AWS_CONFIG_FILE": "~/y",
    ])
    #expect(settings.keys == Self.given("A", "s"))
    #expect(settings.region == "r-1")
    let none = try self.settings(["AWS_CONFIG_FILE": "/dev/null"], config: "[default]\nregion=wrong\n")
    #expect(none.region == "us-east-1")
  }

  @Test(
    "A profile that gets keys in another way is refused, and the key of this way is named",
    arguments: [
      "role_arn = arn:aws:iam::1:role/x\nsource_profile = b", "credential_process = /bin/secret",
      "sso_session = company\nsso_account_id = 1", "source_profile = b",
    ])
  func otherWays(_ lines: String) throws {
    let name = try #require(
      ["role_arn", "credential_process", "sso_account_id", "source_profile"]
        .first { lines.contains($0) })
    let message = try fault(config: "[default]\n\(lines)\n")
    #expect(message.contains(" by \(name), which upright doesn't know: give keys by AWS_ACCESS_KEY_ID"))
    // Keys of its own, or of the variables, make the way needless.
    let own = "aws_access_key_id = A\naws_secret_access_key = s\n"
    #expect(try settings(config: "[default]\n\(lines)\n\(own)").keys == Self.given("A", "s"))
    let variables = ["AWS_ACCESS_KEY_ID": "V", "AWS_SECRET_ACCESS_KEY": "v"]
    #expect(try settings(variables, config: "[default]\n\(lines)\n").keys == Self.given("V", "v"))
  }

  @Test("Half a pair of keys is refused", arguments: [("ID", "SECRET"), ("SECRET", "ID")])
  func half(_ there: String, _ missing: String) throws {
    let names = ["ID": "AWS_ACCESS_KEY_ID", "SECRET": "AWS_SECRET_ACCESS_KEY"]
    let (there, missing) = (try #require(names[there]), try #require(names[missing]))
    #expect(try fault([there: "hidden"]) == "\(there) is set, but \(missing) isn't")
    let message = try fault(keys: "[default]\n\(there.lowercased()) = hidden\n")
    #expect(message.hasSuffix("has \(there.lowercased()), but no \(missing.lowercased())"))
    #expect(!message.contains("hidden"))
  }

  @Test("A profile that isn't there is refused")
  func missingProfile() throws {
    #expect(
      try fault(["AWS_PROFILE": "x"], config: "[x]\nregion = a\n")
        == "AWS_PROFILE names the profile 'x', which isn't in \(home.path)/.aws/credentials and "
        + "\(home.path)/.aws/config")
  }

  @Test(
    "Values that can't be followed are refused, and the message shows no secret",
    arguments: [
      (["AWS_SECRET_ACCESS_KEY": "hidden\n", "AWS_ACCESS_KEY_ID": "A"], "control character"),
      (["AWS_REGION": "hidden.example/"], "no region's name"),
      (["AWS_ENDPOINT_URL": "http://user:hidden@a.example"], "a user name or a password"),
      (["AWS_ENDPOINT_URL": "http://a.example/?hidden"], "it has a query"),
      (["AWS_ENDPOINT_URL_S3": "s3://hidden"], "neither http:// nor https://"),
      (["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "hidden"], "doesn't begin with '/'"),
      (["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://8.8.8.8/hidden"], "in the open"),
      (["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://a.example/hidden"], "in the open"),
      (["AWS_EC2_METADATA_SERVICE_ENDPOINT": "hidden"], "no URL"),
      (["AWS_WEB_IDENTITY_TOKEN_FILE": "/hidden"], "AWS_WEB_IDENTITY_TOKEN_FILE is set"),
    ])
  func refused(_ variables: [String: String], _ words: String) throws {
    let message = try fault(variables)
    #expect(message.contains(words))
    #expect(!message.contains("hidden"))
  }

  @Test(
    "Files that can't be read are refused, with the number of the line",
    arguments: [
      ("region = a\n", "line 1"), ("[default]\nregion = a\nhidden\n", "line 3"),
      ("[default\nregion = a\n", "line 1"), ("[default]\nregion = a\u{1}\n", "line 2"),
      ("[default]\n= hidden\n", "line 2"),
    ])
  func lines(_ config: String, _ place: String) throws {
    let message = try fault(config: config)
    #expect(message.hasPrefix("\(home.path)/.aws/config can't be read: \(place) "))
    #expect(!message.contains("hidden"))
  }

  @Test("A pipe isn't waited for, and a file of more than 1 MiB is refused")
  func hostile() throws {
    let pipe = home.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try fault(["AWS_CONFIG_FILE": pipe]) == "\(pipe) can't be read: it is not a regular file")
    #expect(try fault(["AWS_CONFIG_FILE": home.path]).hasSuffix("it is not a regular file"))
    try home.write(String(repeating: "#", count: 1 << 20) + "\n", to: "large")
    #expect(try fault(["AWS_CONFIG_FILE": home.path("large")]).hasSuffix("has more than 1 MiB"))
    try home.write(String(repeating: "#", count: (1 << 20) - 1) + "\n", to: "full")
    #expect(try settings(["AWS_CONFIG_FILE": home.path("full")]).region == "us-east-1")
  }

  @Test("The container's endpoint counts before the instance's")
  func container() throws {
    let relative = try settings([
      "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/x?id=1", "AWS_CONTAINER_AUTHORIZATION_TOKEN": "t",
    ])
    #expect(
      relative.keys
        == .service(.container(try WebAddress("http://169.254.170.2/v2/x?id=1"), .text(Secret("t")))))
    let full = try settings([
      "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://169.254.170.23/v1/credentials",
      "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": "/run/token", "AWS_CONTAINER_AUTHORIZATION_TOKEN": "t",
    ])
    #expect(
      full.keys
        == .service(.container(try WebAddress("http://169.254.170.23/v1/credentials"), .file("/run/token"))))
    let secure = try settings(["AWS_CONTAINER_CREDENTIALS_FULL_URI": "https://keys.example/"])
    #expect(secure.keys == .service(.container(try WebAddress("https://keys.example/"), nil)))
    let v6 = try settings(["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE": "IPv6"])
    #expect(v6.keys == .service(.instance(try WebAddress("http://[fd00:ec2::254]/"))))
  }

  @Test("The endpoints of variables and files can be turned off, and the bucket's place can be set")
  func switches() throws {
    let config = "[default]\nendpoint_url = http://a.example\ns3 =\n  addressing_style = path\n"
    #expect(url(try settings(config: config)) == "http://a.example/photos/k")
    #expect(
      url(try settings(["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true"]))
        == "https://s3.us-east-1.amazonaws.com/photos/k")
    #expect(try fault(config: "[default]\ns3 =\n addressing_style = odd\n").contains("addressing_style"))
  }

  @Test("A comment begins behind a blank")
  func comments() throws {
    let secret = ["#a", "a#b", "a;b #c", ";", "a\t;c"].map { value in
      Result { try settings(keys: "[default]\naws_access_key_id=A\naws_secret_access_key=\(value)\n").keys }
    }
    let expected = ["#a", "a#b", "a;b", ";", "a"].map { Self.given("A", $0) }
    #expect(try secret.map { try $0.get() } == expected)
  }

  @Test("Damaged files are read or refused, and nothing else happens")
  func damaged() throws {
    var random = SplitMix64(seed: 7)
    let whole = Array(
      "[profile \"x\"]\r\nregion = a # b\ns3 =\n  endpoint_url=http://a.example;\n[services y]\n".utf8)
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = "[]=#; \t\n\r\"'".utf8.randomElement(using: &random) ?? 0
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        default: bytes.removeSubrange(place..<min(place + 3, bytes.count))
        }
      }
      try home.write(bytes, to: ".aws/config")
      do throws(StoreFault) {
        let settings = try settings()
        #expect(StoreSettings.isRegion(settings.region))
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }
}
