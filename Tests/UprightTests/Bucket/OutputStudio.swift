import Foundation
import TestSupport

/// A folder with a job whose pictures lie in `photos/`, and whose outputs go to `s3://photos/out`.
struct OutputStudio {
  let studio: Studio
  let bucket: BucketServer

  /// With `count` pictures. `keys` are further keys of the job. `fault` tells what goes wrong with a request.
  init(
    _ keys: String = "", pictures count: Int = 6,
    fault: @escaping @Sendable (TestServer.Request) -> BucketServer.Fault? = { _ in nil }
  ) throws {
    studio = try Studio()
    bucket = try BucketServer(fault: fault)
    for index in 0..<count {
      try studio.add(.tagged(1, seed: index), "photos/\(Self.name(index)).jpg")
    }
    try job(keys)
  }

  /// The stem of a picture.
  static func name(_ index: Int) -> String { "p" + (index < 10 ? "0" : "") + "\(index)" }

  func job(_ keys: String, name: String = "job") throws {
    try studio.job(
      """
      sources: ["photos/*.jpg"]
      output_root: s3://photos/out
      outputs:
        - {path: "{stem}.jpg", resize: {width: 30}}
        - {path: "small/{stem}.png", resize: {width: 9}}
      \(keys)
      """, "\(name).yaml")
  }

  private var environment: [String: String] {
    [
      "AWS_ENDPOINT_URL": bucket.endpoint, "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "hidden",
      "AWS_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true", "HOME": studio.folder.path,
      "AWS_PROFILE": "", "AWS_SESSION_TOKEN": "", "AWS_ENDPOINT_URL_S3": "", "AWS_CONFIG_FILE": "",
      "AWS_SHARED_CREDENTIALS_FILE": "", "AWS_DEFAULT_REGION": "",
    ]
  }

  func upright(_ arguments: String...) throws -> CommandRun {
    try CommandRun.upright(arguments, in: studio.folder, environment: environment)
  }

  /// Starts a run that goes on while the test does. `key` is the access key that signs its requests.
  func start(_ arguments: String, key: String) throws -> StartedRun {
    var environment = environment
    environment["AWS_ACCESS_KEY_ID"] = key
    let variables = environment.filter { !$0.value.isEmpty }.map { "\($0)='\($1)'" }.joined(separator: " ")
    return try StartedRun(studio, shell: "\(variables) exec \"$0\" \(arguments)")
  }

  /// The objects of the output root, by their paths in it.
  func objects() -> [String: [UInt8]] {
    let out = bucket.now.objects.filter { $0.key.hasPrefix("out/") }
    return Dictionary(uniqueKeysWithValues: out.map { (String($0.key.dropFirst(4)), $0.value.bytes) })
  }

  /// The files that the same job makes in a folder, with its manifest, by their paths in it.
  func files(_ keys: String = "") throws -> [String: [UInt8]] {
    let other = try Studio()
    try FileManager.default.copyItem(
      atPath: studio.folder.path("photos"), toPath: other.folder.path("photos"))
    let text = try studio.text("job.yaml").replacingOccurrences(of: "s3://photos/out", with: "out")
    try other.folder.write(text, to: "job.yaml")
    for file in ["boxes.csv"] where studio.folder.files().contains(file) {
      try other.folder.write(try studio.folder.read(file), to: file)
    }
    let run = try other.upright("run", "--quiet", "job.yaml")
    guard run.ending == .exit(0) else { throw Failure(text: run.stderr) }
    let made = try other.contents().filter { $0.key.hasPrefix("out/") && !$0.key.contains(".upright") }
    return Dictionary(uniqueKeysWithValues: made.map { (String($0.key.dropFirst(4)), $0.value) })
  }

  private struct Failure: Error { let text: String }

  /// The paths of the requests of a method since a number of requests, in order.
  func paths(_ method: String, since number: Int = 0) -> [String] {
    bucket.requests.dropFirst(number).filter { $0.method == method }.map {
      String($0.target.dropFirst("/photos/".count))
    }
  }

  /// The lines of the journal that note an image.
  func notedImages() -> Int {
    let text = (try? studio.text(".upright/job/journal")) ?? ""
    return text.split(separator: "\n").count { $0.split(separator: "\t").dropFirst().first == "item" }
  }

  /// The outputs of noted images that couldn't be put.
  func notedFailures() -> Int {
    let text = (try? studio.text(".upright/job/journal")) ?? ""
    return text.split(separator: "\t").count { $0 == "write_failed" }
  }
}
