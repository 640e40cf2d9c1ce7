import System

/// The place of an object store, and the place of its keys.
package struct StoreSettings: Sendable {
  /// The region of requests to buckets whose region isn't known.
  package var region: String
  package var endpoint: StoreEndpoint
  package var keys: KeyPlace
  /// The places in which Upright looked for keys, as a list in words.
  package var looked: String

  package init(region: String, endpoint: StoreEndpoint, keys: KeyPlace, looked: String) {
    (self.region, self.endpoint, self.keys, self.looked) = (region, endpoint, keys, looked)
  }

  /// Reads the settings from the variables and the files that other programs use too (AWS SDKs and Tools Reference
  /// Guide). Throws for a setting that can't be followed. No message shows a value that may be secret.
  package init(environment variables: [String: String]) throws(StoreFault) {
    let environment = StoreEnvironment(variables)
    let profile = try Profile(environment)
    (keys, looked) = try Self.keys(environment, profile)
    region = try Self.region(environment, profile)
    endpoint = try Self.endpoint(environment, profile)
  }

  /// True for a text that can be a region's name. It becomes a part of a host's name and of a signature.
  package static func isRegion(_ text: String) -> Bool {
    1...63 ~= text.utf8.count
      && text.utf8.allSatisfy { PercentCoding.isUnreserved($0) && !".~".utf8.contains($0) }
  }

  private static func region(
    _ environment: StoreEnvironment, _ profile: Profile
  ) throws(StoreFault) -> String {
    let set = try environment.first("AWS_REGION", "AWS_DEFAULT_REGION")
    guard let named = set?.value ?? profile["region"] else { return "us-east-1" }
    if isRegion(named) { return named }
    throw StoreFault("the region of AWS_REGION, AWS_DEFAULT_REGION or \(profile.files) is no region's name")
  }

  private static func endpoint(
    _ environment: StoreEnvironment, _ profile: Profile
  ) throws(StoreFault) -> StoreEndpoint {
    let style = profile.ofS3("addressing_style")?.lowercased() ?? "auto"
    guard let addressing = StoreEndpoint.Addressing(rawValue: style) else {
      throw StoreFault("addressing_style in \(profile.files) is none of auto, virtual and path")
    }
    if try environment.isOn("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS") {
      return try StoreEndpoint(addressing: addressing)
    }
    if let (name, url) = try environment.first("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") {
      return try endpoint(url, addressing, name)
    }
    if let url = profile.ofS3("endpoint_url") ?? profile["endpoint_url"] {
      return try endpoint(url, addressing, "endpoint_url in \(profile.files)")
    }
    return try StoreEndpoint(addressing: addressing)
  }

  private static func endpoint(
    _ url: String, _ addressing: StoreEndpoint.Addressing, _ name: String
  ) throws(StoreFault) -> StoreEndpoint {
    do throws(StoreFault) {
      return try StoreEndpoint(url, addressing: addressing)
    } catch {
      throw StoreFault("\(name) is no URL of a store: \(error.message)")
    }
  }

  /// The place of the keys, and the places in which they were looked for.
  private static func keys(
    _ environment: StoreEnvironment, _ profile: Profile
  ) throws(StoreFault) -> (KeyPlace, String) {
    let (id, secret) = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
    let given = (try environment[id], try environment[secret])
    if let access = given.0, let secret = given.1 {
      let token = try environment["AWS_SESSION_TOKEN"].map { Secret($0) }
      return (.given(StoreKeys(access: access, secret: Secret(secret), token: token)), id)
    }
    if given.0 != nil { throw StoreFault("\(id) is set, but \(secret) isn't") }
    if given.1 != nil { throw StoreFault("\(secret) is set, but \(id) isn't") }
    var looked = "\(id), the profile '\(profile.name)' of \(profile.files)"
    if let keys = try profile.storeKeys() { return (.given(keys), looked) }
    if try environment["AWS_WEB_IDENTITY_TOKEN_FILE"] != nil {
      throw StoreFault(
        "AWS_WEB_IDENTITY_TOKEN_FILE is set, by which upright can't get keys: give keys by \(id) and \(secret)"
      )
    }
    guard let service = try KeyServicePlace(environment) else { return (.nowhere, looked) }
    looked += ", \(service.words)"
    return (.service(service), looked)
  }
}
