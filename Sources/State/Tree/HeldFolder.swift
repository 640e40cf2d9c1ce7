import JobFile
import Planning
import Survey
import System

/// A state folder with the run locks that this process holds in it.
final class HeldFolder: Sendable {
  let folder: StateFolder
  private let lock: RunLock
  /// For a shard or an `upright worker`: the job's run lock, which all of them share. Nil for a run of the whole job:
  /// `lock` is then the job's run lock.
  private let jobLock: RunLock?

  /// The least time in seconds that a shard waits while another process holds the whole job. A merge needs less time to
  /// find that shards are missing.
  private static let patience = 1.0

  /// Makes the folder of a job's part in `place`, unless it exists, and takes its run locks. Waits up to `seconds` for
  /// another run to end. Messages call the folder `path`.
  init(
    _ job: JobSpec, _ part: JobPart, in place: StatePlace, path: String, waiting seconds: Double,
    unless stop: StopRequest
  ) throws(StateRefusal) {
    let jobFolder: StateFolder
    let isForeign: Bool
    do throws(SystemError) {
      jobFolder = try StateFolder(of: job.name, in: place)
      isForeign = try place.isElsewhere ? jobFolder.isForeign : false
    } catch { throw StateRefusal(error, of: path) }
    if isForeign { throw .foreign }
    do throws(RunLock.Refusal) {
      jobLock =
        try part == .whole
        ? nil
        : RunLock.take(
          in: jobFolder.descriptor.number, .shared, waiting: max(seconds, Self.patience), unless: stop)
    } catch {
      throw StateRefusal(error, of: path)
    }
    do throws(SystemError) {
      folder = try part == .whole ? jobFolder : StateFolder(of: part.state(of: job.name), in: place)
    } catch { throw StateRefusal(error, of: path) }
    do throws(RunLock.Refusal) {
      // `upright status` takes a shard's run lock for an instant, so a shard always waits a little.
      let least = part == .whole ? 0 : 0.1
      lock = try RunLock.take(in: folder.descriptor.number, waiting: max(seconds, least), unless: stop)
    } catch {
      throw part != .whole && error == .held ? .partHeld : StateRefusal(error, of: path)
    }
  }
}
