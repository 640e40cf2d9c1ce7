import System

/// The place from which the keys of requests come.
package enum KeyPlace: Hashable, Sendable {
  /// The environment or a file has them.
  case given(StoreKeys)
  /// A service lends keys for some time.
  case service(KeyServicePlace)
  /// Requests have no signature.
  case nowhere
}

/// A service of a cloud that lends keys to the programs of a container or a machine.
package enum KeyServicePlace: Hashable, Sendable {
  /// The endpoint of a container (AWS SDKs and Tools Reference Guide, "Container credential provider").
  case container(WebAddress, ContainerToken?)
  /// The endpoint of an instance, version 2 (Amazon EC2 User Guide, "Use the Instance Metadata Service").
  case instance(WebAddress)

  package enum ContainerToken: Hashable, Sendable {
    case text(Secret)
    /// The path of a file. Its content changes.
    case file(String)
  }

  /// The words for the service in messages.
  var words: String {
    switch self {
    case .container(let address, _): "the container's endpoint (\(address.hostHeader))"
    case .instance(let address): "the instance's endpoint (\(address.hostHeader))"
    }
  }

  /// The service that the environment names; the instance's if it names none; nil if it turns that one off.
  init?(_ environment: StoreEnvironment) throws(StoreFault) {
    if let address = try Self.container(environment) {
      var token = try environment["AWS_CONTAINER_AUTHORIZATION_TOKEN"].map {
        ContainerToken.text(Secret($0))
      }
      if let path = try environment["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] { token = .file(path) }
      self = .container(address, token)
      return
    }
    if try environment.isOn("AWS_EC2_METADATA_DISABLED") { return nil }
    let name = "AWS_EC2_METADATA_SERVICE_ENDPOINT"
    let isV6 = try environment["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE"]?.lowercased() == "ipv6"
    let usual = isV6 ? "http://[fd00:ec2::254]/" : "http://169.254.169.254/"
    self = .instance(try Self.address(try environment[name] ?? usual, name))
  }

  private static func container(_ environment: StoreEnvironment) throws(StoreFault) -> WebAddress? {
    let (relative, full) = ("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI")
    if let path = try environment[relative] {
      guard path.utf8.first == UInt8(ascii: "/") else {
        throw StoreFault("\(relative) doesn't begin with '/'")
      }
      return try address("http://169.254.170.2\(path)", relative)
    }
    guard let url = try environment[full] else { return nil }
    let address = try address(url, full)
    guard address.scheme == .https || isOnMachine(address.host) else {
      throw StoreFault(
        "\(full) is http, and neither this machine nor the usual address of a container's endpoint: "
          + "keys would cross the network in the open")
    }
    return address
  }

  private static func address(_ url: String, _ variable: String) throws(StoreFault) -> WebAddress {
    do throws(WebAddressFault) {
      let address = try WebAddress(url)
      if address.scheme != .s3 { return address }
    } catch { throw StoreFault("\(variable) is no URL that is taken: \(error.message)") }
    throw StoreFault("\(variable) is no URL that is taken: it begins with neither http:// nor https://")
  }

  /// Loopback, and the addresses of the endpoints of ECS and EKS.
  private static func isOnMachine(_ host: WebAddress.Host) -> Bool {
    switch host {
    case .name(let name): name == "localhost"
    case .address(let address): places.contains { $0.contains(address) }
    }
  }

  private static let places = [
    "127.0.0.0/8", "::1/128", "169.254.170.2/32", "169.254.170.23/32", "fd00:ec2::23/128",
  ].compactMap { AddressRange($0) }
}
