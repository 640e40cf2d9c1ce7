import Glibc
import JobFile
import Planning
import Remote
import State
import Survey
import System

extension Job {
  /// Takes the job's state, or that of a part of the job, as ``JobState`` does.
  func state(
    _ part: JobPart = .whole, waiting seconds: Double, unless stop: StopRequest
  ) throws(StateRefusal) -> JobState {
    let store: ObjectStore?
    do throws(StoreFault) { store = try buckets() } catch {
      throw .failed(Halt(error.isTemporary ? .later : .refused, error.message), isPlace: false)
    }
    return try JobState(spec, folders, part: part, to: store, waiting: seconds, unless: stop)
  }

  /// The outputs of the job, for reading; nil if the output root is missing. The job's state isn't locked.
  func existingOutputs() throws(SystemError) -> (any OutputPlace)? {
    guard let bucket = folders.bucket else { return try OutputTree.ifExisting(folders.output) }
    let store: ObjectStore?
    do throws(StoreFault) { store = try buckets() } catch {
      throw .store(error.message, isTemporary: error.isTemporary)
    }
    return try OutputBucket(bucket, in: store)
  }

  /// The way to the bucket of the outputs; nil if they go into a folder.
  private func buckets() throws(StoreFault) -> ObjectStore? {
    folders.bucket == nil ? nil : try store.buckets?.get()
  }

  /// Opens the job's own manifest, whose URL the user wrote as `manifest`.
  func openInBucket(_ manifest: String) throws(SessionError) -> Descriptor {
    guard manifest.hasSameBytes(as: folders.manifest) else {
      throw SessionError(
        .usage, file: manifest, "this isn't the manifest of '\(file)', which is '\(folders.manifest)'")
    }
    do throws(SystemError) {
      guard let bucket = try existingOutputs() as? OutputBucket else { throw SystemError(ENOENT) }
      return try bucket.openManifest(String(manifest.lastName))
    } catch {
      throw SessionError(
        error.isTemporary ? .later : .usage, file: manifest, "can't be read: \(error.message)")
    }
  }

  /// Throws if the outputs go to a bucket, which the feature called `words` can't do.
  package func checkFolder(for words: String) throws(SessionError) {
    if folders.bucket != nil {
      throw refusal("\(words) can't work with outputs in a bucket: set 'output_root' to a folder")
    }
  }
}
