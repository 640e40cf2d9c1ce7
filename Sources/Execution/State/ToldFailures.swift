import Glibc
import Hashing
import ImageModel
import Planning
import Synchronization

/// The failures that the last run of a job with failures told, so far as they lie in the sources' content.
///
/// They are kept beside the journal in the file `told`: for each image with failures a line with a hash of the source's
/// identity and of what failed. Without the file every failure is new.
package final class ToldFailures: Sendable {
  private let state: JobState
  private let folders: JobFolders
  /// True where every failure counts as new.
  private let forgets: Bool
  private let run = Mutex(Run())

  private struct Run {
    /// The hashes of the last run; nil until something fails.
    var earlier: Set<String>?
    var hashes: Set<String> = []
    var known = 0
  }

  private static let file = "told"
  private static let fresh = "told.new"
  private static let mostBytes = 1 << 26

  /// The failures of the job or part in hand. With `forgets` all of them count as new.
  package init(_ state: JobState, _ folders: JobFolders, forgets: Bool = false) {
    self.state = state
    self.folders = folders
    self.forgets = forgets
  }

  /// Failed rows so far that the last run told.
  package var known: Int { run.withLock { $0.known } }

  /// Takes in what came of an image, and returns whether the last run told the same failures of the same content.
  package func take(_ image: ImagePlan, _ outcome: ImageOutcome) -> Bool {
    let failed = outcome.outputs.indices.filter { outcome.outputs[$0].error?.isOfContent == true }
    guard !failed.isEmpty, let source = FileIdentity(at: folders.path(of: image)) else { return false }
    let item = JournalItem(
      source: image.source, id: image.id, identity: source, sourceSHA256: nil,
      outputs: failed.map { index in
        JournalOutput(
          path: String(index), recipe: "", outcome: OutputOutcome(error: outcome.outputs[index].error),
          file: nil)
      })
    let hash = SHA256.digest(of: JournalLine.item(item).bytes)
    return run.withLock { run in
      let earlier = run.earlier ?? (forgets ? [] : Self.read(state.folder.descriptor.number))
      run.earlier = earlier
      run.hashes.insert(hash)
      let isKnown = earlier.contains(hash)
      if isKnown { run.known += failed.count }
      return isKnown
    }
  }

  /// Keeps what this run told for the next one.
  package func save() throws(Halt) {
    let (hashes, earlier) = run.withLock { ($0.hashes, $0.earlier) }
    if hashes.isEmpty || hashes == earlier { return }
    do throws(SystemError) { try write(hashes) } catch { throw Halt(error, writing: state.name) }
  }

  private func write(_ hashes: Set<String>) throws(SystemError) {
    try state.folder.descriptor.remove(Self.fresh)
    let number = state.folder.descriptor.number
    let file = try Descriptor.open(
      Self.fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, below: number, mode: 0o666)
    try Descriptor.write(Array(hashes.sorted().map { $0 + "\n" }.joined().utf8), to: file.number)
    try SystemError.check { renameat(number, Self.fresh, number, Self.file) }
  }

  /// The hashes in the state folder `number`; none where the file isn't there or can't be read.
  private static func read(_ number: Int32) -> Set<String> {
    guard let file = try? Descriptor.open(Self.file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, below: number),
      (try? file.status().isSpecial) == false, let bytes = try? file.read(mostBytes, at: 0)
    else { return [] }
    return Set(bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
  }
}
