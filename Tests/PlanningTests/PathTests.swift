import ImageModel
@testable import JobFile
import Planning
import Testing

@Suite struct PathTests {
  /// The path of a source below the glob `photos/**/*.jpg`.
  private func output(_ template: String, _ path: [UInt8], index: Int = 7) throws -> OutputPlan {
    let job = try PlannedJob(
      "name: web\nsources: [photos/**/*.jpg]\noutputs: [{path: '\(template)', format: jpeg}]")
    let item = SourceItem(path: path, entry: 0, fixedLength: 7)
    return Planner(job.spec).plan(item, index: index, info: .success(SourceInfo(30, 20))).outputs[0]
  }

  @Test(
    arguments: [
      ("{stem}.jpg", "a.jpg"), ("{name}", "a.jpg"), ("x.{ext}", "x.jpg"), ("{dir}/{id}.jpg", "2024/a.jpg"),
      ("{index}.jpg", "000007.jpg"), ("{width}x{height}.jpg", "30x20.jpg"), ("{hash8}.jpg", "7b1c0b5d.jpg"),
      ("{job}/{{{stem}}}.jpg", "web/{a}.jpg"), ("{content8}/{stem}-{width}.jpg", "{content8}/a-30.jpg"),
    ])
  func variables(_ template: String, _ path: String) throws {
    #expect(try output(template, Array("photos/2024/a.jpg".utf8)).path == path)
  }

  @Test(
    "A name can't look like the variable that waits for a hash",
    arguments: ["{stem}.jpg", "{stem}{content8}.jpg"])
  func namesLikeAVariable(_ template: String) throws {
    let output = try output(template, Array("photos/{content8}.jpg".utf8))
    #expect(output.path == nil)
    #expect(
      output.error
        == Finding(
          .badPath,
          "the output path that '\(template)' makes has '{content8}' as text of a name, which stands for a hash"
        ))
  }

  @Test func emptyFoldersCollapse() throws {
    #expect(try output("{dir}/{stem}.jpg", Array("photos/a.jpg".utf8)).path == "a.jpg")
  }

  @Test func namesThatAreNotUTF8AreEncodedEverywhere() throws {
    let path = Array("x".utf8) + [0xFF] + Array(".jpg".utf8)
    #expect(try output("{name}-{hash8}.jpg", path).path == "x%FF.jpg-30fdd716.jpg")
  }

  @Test func idsAreThoseOfTheEntriesElseStems() throws {
    let job = try PlannedJob(
      "sources: [{path: a.jpg, id: one}, {path: b.jpg}]\noutputs: [{path: '{id}/{dir}/{index}.jpg'}]")
    let images = try job.images(SourceInfo(3, 3))
    #expect(images.map(\.id) == ["one", "b"])
    #expect(images.map { $0.outputs[0].path } == ["one/000001.jpg", "b/000002.jpg"])
  }

  @Test func valuesThatMakeNoPathFailTheRow() throws {
    let job = try PlannedJob("sources: [{path: a.jpg, id: '..'}]\noutputs: [{path: '{id}/b.jpg'}]")
    let output = try job.output(SourceInfo(3, 3))
    #expect(output.error == Finding(.badPath, "the output path that '{id}/b.jpg' makes has a segment '..'"))
    #expect(output.path == nil)
  }

  @Test func foldersAreJoinedAndNormalised() throws {
    let spec = try PlannedJob("sources: [a]\noutput_root: ../out//x/./y/..\noutputs: [{path: a.jpg}]").spec
    let folders = JobFolders(spec, file: "jobs/../web.job.yaml", root: nil, current: "/srv/data")
    #expect(
      [folders.jobFile, folders.base, folders.output, folders.manifest] == [
        "/srv/data/web.job.yaml", "/srv/data", "/srv/out/x", "/srv/data/job.manifest.jsonl",
      ])
    #expect(folders.lock == "/srv/data/web.job.lock.jsonl")
    #expect(folders.state(spec) == "/srv/out/x/.upright/job")
    #expect(!folders.keepsStateElsewhere)
    #expect(folders.jobFileInJournal == "../../data/web.job.yaml")
    let rooted = JobFolders(spec, file: "/etc/a.yaml", root: "../pics", current: "/srv/data")
    #expect(
      [rooted.jobFile, rooted.lock, rooted.base] == ["/etc/a.yaml", "/etc/a.lock.jsonl", "/srv/pics"])
    #expect(JobFolders(spec, file: "/a.yaml", root: nil, current: "/srv").base == "/")
  }

  @Test func outputsInABucketHaveTheirStateBesideTheJobFile() throws {
    let spec = try PlannedJob(
      "sources: [a]\noutput_root: s3://photos/a/b/\noutputs: [{path: a.jpg}]"
    ).spec
    let folders = JobFolders(spec, file: "jobs/a.yaml", root: "../base", current: "/srv/data")
    #expect(
      [folders.output, folders.manifest] == ["s3://photos/a/b", "s3://photos/a/b/job.manifest.jsonl"])
    #expect(folders.base == "/srv/base")
    #expect(folders.state(spec) == "/srv/data/jobs/.upright/job")
    #expect(folders.temporaries(spec) == "/srv/data/jobs/.upright/job")
    #expect(folders.jobFileInJournal == "a.yaml")
    #expect(JobFolders.absolute("x//./y/../z.jpg", from: folders.output) == "s3://photos/a/b/x/z.jpg")
    let named = JobFolders(spec, file: "a.yaml", root: nil, state: "kept", current: "/srv/data")
    #expect(named.state(spec) == "/srv/data/kept/job")
    let local = try PlannedJob(
      "sources: [a]\noutput_root: s3://photos\nmanifest: m.jsonl\noutputs: [{path: a.jpg}]"
    ).spec
    #expect(JobFolders(local, file: "a.yaml", root: nil, current: "/srv").manifest == "/srv/m.jsonl")
  }

  @Test func theStateLiesWhereOptionAndJobSay() throws {
    let spec = try PlannedJob("sources: [a]\nstate: ../kept\noutput_root: out\noutputs: [{path: a.jpg}]").spec
    let folders = JobFolders(spec, file: "a.yaml", root: nil, current: "/srv/data")
    #expect(folders.keepsStateElsewhere)
    #expect(folders.namedStates == nil)
    #expect(folders.state(spec) == "/srv/kept/job")
    #expect(
      folders.state(spec, .shard(try #require(ShardPlace("1/3")))) == "/srv/kept/job/shards/1-of-3")
    #expect(folders.temporaries(spec) == "/srv/data/out/.upright/job")
    #expect(folders.jobFileInJournal == "../data/a.yaml")
    // The option starts from the working folder, and wins.
    let named = JobFolders(spec, file: "jobs/a.yaml", root: nil, state: "./mine", current: "/srv/data")
    #expect(named.state(spec) == "/srv/data/mine/job")
    #expect(named.namedStates == "/srv/data/mine")
  }

  @Test func aJournalNamesTheJobFileFromOneFolderWhateverTheJobSays() throws {
    // Each job's state lies in `/srv/out/.upright/job`.
    let usual = try PlannedJob("sources: [a]\noutput_root: /srv/out\noutputs: [{path: a.jpg}]").spec
    let other = try PlannedJob(
      "sources: [a]\noutput_root: /srv/b\nstate: /srv/out/.upright\noutputs: [{path: a.jpg}]"
    ).spec
    let same = try PlannedJob(
      "sources: [a]\noutput_root: /srv/out\nstate: /srv/out/./.upright/\noutputs: [{path: a.jpg}]"
    ).spec
    let folders = [usual, other, same].map { JobFolders($0, file: "a.yaml", root: nil, current: "/srv") }
    #expect(zip([usual, other, same], folders).allSatisfy { $1.state($0) == "/srv/out/.upright/job" })
    #expect(folders.allSatisfy { $0.jobFileInJournal == "../a.yaml" })
    #expect(folders.map(\.keepsStateElsewhere) == [false, true, false])
  }

  @Test func pathsAreShownAsSeenFromTheCurrentFolder() {
    #expect(JobFolders.shown("/srv/pics/a/b", in: "/srv/pics") == "a/b")
    #expect(JobFolders.shown("/srv/picsa/b", in: "/srv/pics") == "/srv/picsa/b")
    #expect(JobFolders.shown("/srv/a", in: "/") == "srv/a")
  }

  @Test func aSlashBeforeACombiningMarkIsASlash() {
    #expect(JobFolders.absolute("a/\u{301}b/../c", from: "/x") == "/x/a/c")
    #expect(JobFolders.absolute("/\u{301}b/./c", from: "/x") == "/\u{301}b/c")
  }
}
