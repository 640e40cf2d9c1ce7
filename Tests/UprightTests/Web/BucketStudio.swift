import Foundation
import TestSupport

/// A folder for jobs with objects of a bucket in memory.
struct BucketStudio {
  let studio: Studio
  let bucket: BucketServer
  /// The pictures in `photos/`, which the bucket has too, by their keys.
  let files: [String: [UInt8]]

  static let secret = "SECRETKEY"

  /// `fault` tells what goes wrong with a request.
  init(
    versioning: BucketServer.Versioning = .none,
    fault: @escaping @Sendable (TestServer.Request) -> BucketServer.Fault? = { _ in nil }
  ) throws {
    files = [
      "a.jpg": try Picture.tagged(6).jpeg(), "may/b.bmp": WebStudio.large(),
      "may/c d+e%20=?#&é.JPG": try Picture.tagged(3).jpeg(),
    ]
    studio = try Studio()
    bucket = try BucketServer(versioning: versioning, fault: fault)
    for (key, file) in files {
      try studio.folder.write(file, to: "photos/" + key)
      bucket.put(key, file)
    }
  }

  func job(_ keys: String, _ sources: [String], name: String = "job") throws {
    let list = sources.map { "  - \($0)\n" }.joined()
    try studio.job("\(keys)\nsources:\n\(list)", "\(name).yaml")
  }

  /// Runs a command with the place and the keys of the bucket in its environment, and `changes` on top.
  func upright(_ arguments: String..., with changes: [String: String] = [:]) throws -> CommandRun {
    try upright(list: arguments, with: changes)
  }

  func upright(list arguments: [String], with changes: [String: String] = [:]) throws -> CommandRun {
    let environment = [
      "AWS_ENDPOINT_URL": bucket.endpoint, "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": Self.secret,
      "AWS_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true", "HOME": studio.folder.path,
      "AWS_PROFILE": "", "AWS_SESSION_TOKEN": "", "AWS_ENDPOINT_URL_S3": "", "AWS_CONFIG_FILE": "",
      "AWS_SHARED_CREDENTIALS_FILE": "", "AWS_DEFAULT_REGION": "",
    ]
    return try CommandRun.upright(
      arguments, in: studio.folder, environment: environment.merging(changes) { $1 })
  }

  /// The requests for objects so far.
  var reads: [TestServer.Request] { bucket.requests.filter { !$0.target.contains("list-type") } }
}
