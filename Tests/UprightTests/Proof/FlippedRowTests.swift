import Foundation
import Glibc
import JobFile
import Planning
import Running
import State
import Survey
import System
import TestSupport
import Testing
import Verifying
import Workers

@testable import JSON
@testable import Reporting

/// A row in which one byte is another, whichever it is.
struct FlippedRowTests {
  @Test("A byte that is flipped anywhere in a row is found, and its line named", arguments: [2, 3])
  func anywhere(_ number: Int) throws {
    let made = try ProvenStudio(widths: [16])
    let lines = try made.lines().map { Array($0.utf8) }
    let proof = try Proof(made)
    #expect(try proof.exceptions() == [])
    for place in lines[number - 1].indices {
      var flipped = lines
      flipped[number - 1][place] ^= [1, 0x20, 0x80][place % 3]
      try made.studio.folder.write(
        Array(flipped.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")],
        to: ProvenStudio.manifest)
      let named = try proof.exceptions().map(\.line)
      #expect(Set(named) == [number], "byte \(place)")
    }
  }

  /// A verification within this process, since it is asked for thousands of times.
  private struct Proof {
    let made: ProvenStudio
    let header: ManifestHeader
    let folders: JobFolders
    let store: SourceStore
    let plan: BatchPlan
    let pool = ThreadPool(width: 1)

    init(_ made: ProvenStudio) throws {
      self.made = made
      let text = try made.studio.folder.read("job.yaml")
      let spec = try JobFileReader.read(text: text, file: "job.yaml").get()
      folders = JobFolders(spec, file: made.studio.folder.path("job.yaml"), root: nil, current: "/")
      store = SourceStore(folders)
      let survey = JobSurvey(
        spec, folders, store, file: "job.yaml", reserved: ReservedPlaces([folders]), pool: pool)
      plan = try survey.plan().get()
      let row = try JSONValue(line: Array(made.lines()[0].utf8)[...])
      let libraries = try #require(row["libraries"])
      header = ManifestHeader(
        jobSHA256: try made.studio.sha256("job.yaml"), tool: try #require(row["tool"]?.text),
        libraries: try #require(
          LibraryVersions(LibraryVersions.names.compactMap { libraries[$0]?.text })))
    }

    func exceptions() throws -> [ManifestException] {
      let file = try Descriptor.open(made.studio.folder.path(ProvenStudio.manifest), O_RDONLY)
      let lines = FileLines(of: file.number)
      let memory = MemoryBudget(nil, .none)
      let runner = Runner(pool: pool, memory: memory) { _ in ThreadRenderer() }
      let rerendering = Rerendering(store, runner, within: memory)
      let verification = Verification(
        header, try ManifestFacts(lines), keepsOlder: false,
        ManifestHashing(try OutputTree.ifExisting(folders.output), store, largest: .max, pool: pool),
        .whole(plan, rerendering, .none))
      var report = VerificationReport(manifest: "")
      var exceptions: [ManifestException] = []
      try verification.run(lines, &report) { exceptions.append($0) }
      return exceptions
    }
  }
}
