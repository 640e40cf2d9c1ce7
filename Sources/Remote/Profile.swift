import System

/// The profile of the user in AWS's two files of settings.
struct Profile: Sendable {
  let name: String
  /// The words for the files in messages: their paths.
  let files: String
  /// The profile in the file of keys, which counts before the other one.
  private let keys: ProfileFile.Section
  private let config: ProfileFile.Section
  private let services: ProfileFile.Section?

  /// Reads the profile that the environment names. Throws if a file can't be read, and if the named profile is in
  /// neither file.
  init(_ environment: StoreEnvironment) throws(StoreFault) {
    let paths = (
      keys: try Self.path("AWS_SHARED_CREDENTIALS_FILE", "credentials", environment),
      config: try Self.path("AWS_CONFIG_FILE", "config", environment)
    )
    let files = (keys: try Self.file(paths.keys), config: try Self.file(paths.config))
    let named = try environment["AWS_PROFILE"]
    let name = named ?? "default"
    let places = [paths.keys, paths.config].compactMap { $0 }
    self.files = places.isEmpty ? "no file, because HOME isn't set" : places.joined(separator: " and ")
    let own = files.keys.section(name)
    var config = files.config.section(name, kind: "profile")
    if config == nil && name == "default" { config = files.config.section(name) }
    if named != nil && own == nil && config == nil {
      throw StoreFault("AWS_PROFILE names the profile '\(name)', which isn't in \(self.files)")
    }
    (self.name, keys, self.config) = (name, own ?? ProfileFile.Section(), config ?? ProfileFile.Section())
    services = (config?["services"] ?? own?["services"]).flatMap {
      files.config.section($0, kind: "services")
    }
  }

  subscript(key: String) -> String? { keys[key] ?? config[key] }

  /// The value of a key for S3 alone: from the section of services, or from `s3 =` of the profile.
  func ofS3(_ key: String) -> String? {
    [services, keys, config].lazy.compactMap { $0?.nested["s3"]?[key] }.first { !$0.isEmpty }
  }

  /// The keys of the profile; nil if it has none. Throws for a half of a pair, and for a profile that only says how to
  /// get keys in a way that Upright doesn't know.
  func storeKeys() throws(StoreFault) -> StoreKeys? {
    for section in [keys, config] {
      let (access, secret) = (section["aws_access_key_id"], section["aws_secret_access_key"])
      if let access, let secret {
        return StoreKeys(
          access: access, secret: Secret(secret), token: section["aws_session_token"].map { Secret($0) })
      }
      if access != nil || secret != nil {
        let (there, missing) =
          access != nil
          ? ("aws_access_key_id", "aws_secret_access_key") : ("aws_secret_access_key", "aws_access_key_id")
        throw StoreFault("the profile '\(name)' in \(files) has \(there), but no \(missing)")
      }
    }
    if let way = Self.otherWay(config) ?? Self.otherWay(keys) {
      throw StoreFault(
        "the profile '\(name)' in \(files) gets its keys by \(way), which upright doesn't know: "
          + "give keys by AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
    }
    return nil
  }

  /// The first key of a section that says how to get keys.
  private static func otherWay(_ section: ProfileFile.Section) -> String? {
    let ways = ["role_arn", "source_profile", "credential_process", "web_identity_token_file"]
    return ways.first { section[$0] != nil }
      ?? section.values.keys.filter { $0.hasPrefix("sso_") && section[$0] != nil }.min()
  }

  /// The path that a variable gives, or the usual one below the home folder; nil without a home folder.
  private static func path(
    _ variable: String, _ name: String, _ environment: StoreEnvironment
  ) throws(StoreFault) -> String? {
    let home = try environment["HOME"]
    guard let path = try environment[variable] else { return home.map { "\($0)/.aws/\(name)" } }
    guard let home, path.utf8.starts(with: "~/".utf8) else { return path }
    return home + path.dropFirst()
  }

  /// The file at a path. A missing file is an empty one, and so is the device that stands for no file.
  private static func file(_ path: String?) throws(StoreFault) -> ProfileFile {
    guard let path, path != "/dev/null" else { return ProfileFile() }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileBytes.read(path, limit: FixedLimits.Store.settingsBytes + 1)
    } catch {
      if error.isMissing { return ProfileFile() }
      throw StoreFault("\(path) can't be read: \(error.message)")
    }
    if bytes.count > FixedLimits.Store.settingsBytes {
      throw StoreFault("\(path) has more than \(FixedLimits.Store.settingsBytes >> 20) MiB")
    }
    do throws(StoreFault) { return try ProfileFile(bytes) } catch {
      throw StoreFault("\(path) can't be read: \(error.message)")
    }
  }
}
