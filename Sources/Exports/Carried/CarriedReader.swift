import ImageModel
import JobFile
import Planning
import Survey
import System

/// Reads the members that exports carry from the samples of pictures in archives. They are read when a sample is written,
/// so memory holds one of them.
struct CarriedReader {
  private let store: SourceStore

  init(_ store: SourceStore) { self.store = store }

  /// The bytes of the member with this ending in the sample of the output's picture. Throws a halt if the archive was
  /// changed after the plan, or if the member can't be read.
  func read(_ ending: String, of output: MadeOutput) throws(Halted) -> [UInt8] {
    do throws(OpeningError) { return try store.readMember(ending, beside: output.image) } catch {
      throw Halted(Halt(error, ending, of: output))
    }
  }

  /// The number of these bytes.
  func count(_ ending: String, of output: MadeOutput) throws(Halted) -> Int {
    do throws(OpeningError) { return try store.bytes(ofMember: ending, beside: output.image) } catch {
      throw Halted(Halt(error, ending, of: output))
    }
  }
}

extension MadeOutput {
  /// Everything that decides which bytes the output's carried members have: the version of the picture's source, which
  /// changes with its archive, and their endings. Empty if there are none.
  var carriedRecipe: [UInt8] {
    guard !carried.isEmpty, let version = image.version?.file else { return [] }
    let line = "\(version.bytes) \(version.modified) \(version.inode) \(carried.joined(separator: "/"))\n"
    return Array(line.utf8)
  }
}

extension Halt {
  /// The halt for a member of an output's sample that can't be read.
  fileprivate init(_ error: OpeningError, _ ending: String, of output: MadeOutput) {
    let source = output.image.source
    switch error {
    case .system(let error): self.init(error, source: source)
    case .all(let halt): self = halt
    case .source(.sourceChanged):
      self.init(
        .later,
        "the archive of '\(source.shown)' was changed after the plan was made, so exports can't carry members of it: "
          + "plan and run again")
    case .source(let finding):
      self.init(
        .unwritable,
        "the member '\(ending.shown)' beside '\(source.shown)' can't go into an export, and 'carry' or 'exclude' can leave it out: "
          + finding.message)
    }
  }
}
