import Foundation
import Synchronization
import TestSupport
import Testing

/// Jobs whose sources are objects in a bucket.
@Suite("Objects as sources", .enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct BucketRunTests {
  @Test("Outputs and manifest are those of the same files on disk", arguments: ["none", "process"])
  func sameAsFiles(isolation: String) throws {
    let studio = try BucketStudio()
    let keys =
      "isolation: \(isolation)\noutputs: [{path: '{dir}/{name}.png'}, {path: '{id}.jpg', resize: {width: 7}}]"
    let globs = [("files", "photos/**/*.{jpg,bmp}"), ("bucket", "s3://photos/**/*.{jpg,bmp}")]
    for (folder, glob) in globs {
      try studio.job("\(keys)\noutput_root: \(folder)", ["'\(glob)'"], name: folder)
      #expect(try studio.upright("run", "--quiet", "\(folder).yaml") == CommandRun(.exit(0)))
    }
    for key in studio.files.keys {
      let output = "\(key).png"
      #expect(
        try studio.studio.folder.read("files/\(output)") == studio.studio.folder.read("bucket/\(output)"))
    }
    var files = try studio.studio.rows("files.manifest.jsonl")
    #expect(files.count == 2 * studio.files.count)
    for index in files.indices { files[index].source = "s3://" + files[index].source }
    #expect(try studio.studio.rows("bucket.manifest.jsonl") == files)
  }

  @Test("A run over an unchanged bucket lists it, and asks for no object")
  func unchanged() throws {
    let studio = try BucketStudio()
    try studio.job("outputs: [{path: 'out/{id}.png'}]", ["s3://photos/**"])
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let before = studio.bucket.requests.count
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let after = studio.bucket.requests.dropFirst(before)
    // The server lists two objects a page.
    #expect(after.count == 2)
    #expect(after.allSatisfy { $0.target.contains("list-type=2") })
  }

  @Test("A run makes new and changed objects, and 'verify' hashes all")
  func changed() throws {
    let studio = try BucketStudio()
    try studio.job("outputs: [{path: 'out/{id}.png'}]", ["s3://photos/**"])
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    studio.bucket.put("a.jpg", try Picture.tagged(1).jpeg())
    studio.bucket.put("z.jpg", try Picture.tagged(8).jpeg())
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(0))
    #expect(run.stderr.contains("2 of 4 outputs made from 4 images, 2 done before"), "\(run.stderr)")
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
  }

  @Test("A path names one object, and takes the place of what a pattern says about it")
  func paths() throws {
    let studio = try BucketStudio()
    try studio.job(
      "outputs: [{path: 'out/{id}.png'}]\nexclude: ['**/b.bmp']",
      ["s3://photos/**", "{path: 's3://photos/may/c d+e%20=?#&é.JPG', id: named}"])
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.studio.rows().map(\.output) == ["a.png", "named.png"].map { "out/\($0)" })
  }

  @Test("URLs of a list may be objects, whole or below 'base'")
  func lists() throws {
    let studio = try BucketStudio()
    try studio.studio.folder.write(
      "url,id\nb.bmp,one\ns3://photos/a.jpg,two\nnone.jpg,three\n", to: "list.csv")
    try studio.job("outputs: [{path: 'out/{id}.png'}]", ["{list: list.csv, base: 's3://photos/may/'}"])
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.studio.rows()
    #expect(rows.map(\.source) == ["a.jpg", "may/b.bmp", "may/none.jpg"].map { "s3://photos/\($0)" })
    #expect(rows.map { $0.error?.code } == [nil, nil, "http_404"])
  }

  @Test(
    "Trouble with a whole bucket ends the job before work begins, with one line",
    arguments: [
      (404, "NoSuchBucket"), (403, "InvalidAccessKeyId"), (403, "SignatureDoesNotMatch"),
      (400, "ExpiredToken"), (403, "RequestTimeTooSkewed"), (403, "AccessDenied"),
    ])
  func wholeBucket(status: Int, code: String) throws {
    let studio = try BucketStudio { _ in .instead(.storeError(status, code)) }
    try studio.job("outputs: [{path: 'out/{id}.png'}]", ["s3://photos/**"])
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(2))
    let first = run.stderr.split(separator: "\n").first ?? ""
    #expect(first.hasPrefix("job.yaml:4:5: error: the bucket 'photos' can't be listed: "), "\(run.stderr)")
    #expect(!FileManager.default.fileExists(atPath: studio.studio.folder.path("job.manifest.jsonl")))
  }

  @Test("A path's bucket is asked before work begins; access that is denied to one object is a failed row")
  func oneObject() throws {
    let studio = try BucketStudio { request in
      request.target.contains("/a.jpg") || request.target.contains("list-type")
        ? .instead(.storeError(403, "AccessDenied")) : nil
    }
    try studio.job(
      "outputs: [{path: 'out/{id}.png'}]", ["{path: 's3://photos/a.jpg'}", "{path: 's3://photos/may/b.bmp'}"])
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try studio.studio.rows().map { $0.error?.code } == ["http_403", nil])
    try studio.job("outputs: [{path: 'out/{id}.png'}]", ["{path: 's3://other/a.jpg'}"])
    let other = try BucketStudio()
    try other.job("outputs: [{path: 'out/{id}.png'}]", ["{path: 's3://other/a.jpg'}"])
    #expect(try other.upright("run", "job.yaml").stderr.contains("the bucket 'other' can't be used: "))
  }

  @Test("Keys that end in the middle of a run end the run with status 75, and the next run goes on")
  func endedKeys() throws {
    let isOver = Mutex(true)
    let studio = try BucketStudio { request in
      // The bitmap doesn't come whole with its header.
      let isWhole = request.target.hasSuffix("/b.bmp") && request.header("range") == nil
      return isWhole && isOver.withLock { $0 } ? .instead(.storeError(400, "ExpiredToken")) : nil
    }
    try studio.job("outputs: [{path: 'out/{id}.png'}]", ["s3://photos/**"])
    let run = try studio.upright("run", "job.yaml")
    #expect(run.ending == .exit(75))
    #expect(
      run.stderr.contains(
        "'s3://photos/may/b.bmp' can't be fetched, and no other object can: the session token has ended"))
    isOver.withLock { $0 = false }
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("A pattern that matches no object is an error, unless it is optional")
  func unmatched() throws {
    let studio = try BucketStudio()
    try studio.job("outputs: [{path: 'out/{id}.png'}]", ["s3://photos/june/**"])
    #expect(
      try studio.upright("run", "job.yaml").stderr.contains(
        "'s3://photos/june/**' matches no object; where that may be, write - {glob: 's3://photos/june/**', optional: true}"
      ))
    try studio.job(
      "outputs: [{path: 'out/{id}.png'}]\nexclude: ['s3://photos/may/**']", ["s3://photos/may/**"])
    #expect(
      try studio.upright("run", "job.yaml").stderr.contains("matches only objects that 'exclude' takes out"))
    try studio.job("outputs: [{path: 'out/{id}.png'}]", ["{glob: 's3://photos/june/**', optional: true}"])
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
  }

  @Test("No text of a command shows a key of the store, and neither does a file")
  func secrets() throws {
    let studio = try BucketStudio()
    try studio.job("outputs: [{path: 'out/{id}.png'}]", ["s3://photos/**"])
    let token = ["AWS_SESSION_TOKEN": "TOKENSECRET"]
    for arguments in [
      ["check", "job.yaml"], ["plan", "--json", "job.yaml"], ["plan", "--out", "plan.jsonl", "job.yaml"],
      ["run", "--stats", "stats.json", "job.yaml"], ["status", "--json", "job.yaml"], ["lock", "job.yaml"],
      ["verify", "job.manifest.jsonl"],
    ] {
      let run = try CommandRun.upright(
        arguments, in: studio.studio.folder,
        environment: [
          "AWS_ENDPOINT_URL": studio.bucket.endpoint, "AWS_ACCESS_KEY_ID": "AKID",
          "AWS_SECRET_ACCESS_KEY": BucketStudio.secret, "AWS_REGION": "us-east-1",
          "HOME": studio.studio.folder.path,
        ].merging(token) { $1 })
      #expect(run.ending == .exit(0), "\(arguments): \(run.stderr)")
      for word in ["SECRET", "AKID"] {
        #expect(!(run.stdout + run.stderr).contains(word), "\(arguments)")
      }
    }
    #expect(studio.reads.allSatisfy { $0.header("x-amz-security-token") == "TOKENSECRET" })
    #expect(studio.reads.allSatisfy { $0.header("authorization")?.contains("SECRET") == false })
    let found = try CommandRun.run("/bin/grep", ["-rlE", "SECRET|AKID", "."], in: studio.studio.folder.path)
    #expect(found.stdout == "")
  }

  @Test("Without keys requests are not signed, and a refusal says where upright looked for keys")
  func anonymous() throws {
    let studio = try BucketStudio()
    try studio.job("outputs: [{path: 'out/{id}.png'}]", ["s3://photos/**"])
    let none = ["AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""]
    #expect(try studio.upright("run", "--quiet", "job.yaml", with: none) == CommandRun(.exit(0)))
    #expect(studio.bucket.requests.allSatisfy { $0.header("authorization") == nil })
    let refusing = try BucketStudio { _ in .instead(.storeError(403, "AccessDenied")) }
    try refusing.job("outputs: [{path: 'out/{id}.png'}]", ["s3://photos/**"])
    let run = try refusing.upright("run", "job.yaml", with: none)
    #expect(run.stderr.contains("no keys were found for it; upright looked at "), "\(run.stderr)")
  }
}
