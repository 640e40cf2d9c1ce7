import Glibc
import Planning
import System

extension OutputPlace {
  /// Opens the manifest at an absolute path, or at the URL of an object in the output root; nil if there is none.
  package func openManifest(at path: String) throws(SystemError) -> SharedDescriptor? {
    do throws(SystemError) {
      if let bucket = self as? OutputBucket, WebAddress.isURL(path) {
        return SharedDescriptor(try bucket.openManifest(String(path.lastName)))
      }
      return SharedDescriptor(try Descriptor.openRegular(path))
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }
}

extension JobState {
  /// Lets `write` write the manifest for an absolute path, or for the URL of an object in the output root. In the second
  /// case `write` gets the path of a local file, which is then put into the bucket. Returns what `write` returns.
  package func putManifest<Value>(at path: String, write: (String) throws -> Value) throws -> Value {
    guard let bucket = outputs as? OutputBucket, WebAddress.isURL(path) else { return try write(path) }
    let local = JobFolders.absolute("manifest.jsonl", from: name)
    let value = try write(local)
    let bytes = try Descriptor.openRegular(local).status().bytes
    _ = try bucket.put(local, bytes: bytes, at: String(path.lastName))
    unlink(local)
    return value
  }

  /// The identity of the manifest at an absolute path, or at the URL of an object in the output root; nil if it isn't
  /// there.
  package func identity(ofManifest path: String) -> FileIdentity? {
    guard let bucket = outputs as? OutputBucket, WebAddress.isURL(path) else { return FileIdentity(at: path) }
    return bucket.found(String(path.lastName))?.identity
  }

  /// The message about an object that lies at the manifest's URL `path` and is no manifest; nil if there is no such
  /// object, and for a path in a folder. The object that the journal notes as the manifest isn't read.
  package func standing(inManifest path: String) throws(SystemError) -> String? {
    guard let bucket = outputs as? OutputBucket, WebAddress.isURL(path),
      let file = identity(ofManifest: path), file.bytes > 0, file != journal.lastEnd?.manifest
    else { return nil }
    let start = DestinationChecks.manifestStart
    guard let begin = try bucket.begin(of: String(path.lastName), most: start.count) else { return nil }
    return begin == start ? nil : DestinationChecks.noManifest(path)
  }

  /// The end of the last run, if a run would find the manifest and all outputs up to date; otherwise nil.
  ///
  /// No plan is needed: a run with the `fingerprint` of the last run has the same plan. Only the files are
  /// compared with the journal.
  package func settledEnd(fingerprint: String?, manifest: String) -> JournalEnd? {
    guard let end = journal.lastEnd, end.unmade == end.filtered, end.fingerprint == fingerprint,
      identity(ofManifest: manifest) == end.manifest
    else { return nil }
    var isSettled = true
    var made = 0
    do throws(SystemError) {
      try journal.forEachItem { item throws(SystemError) in
        // An item without a source is an export of an earlier job file. It doesn't count.
        guard isSettled, item.source != JournalItem.exportSource else { return }
        made += item.outputs.count
        for output in item.outputs where isSettled {
          let file = try outputs.identity(of: output.path)
          isSettled = file != nil && file == output.file
        }
      }
    } catch {
      return nil
    }
    // An item may still list an output that an earlier job file asked for.
    return isSettled && made == end.rows - end.filtered ? end : nil
  }
}
