import ImageModel
import JobFile
import System

/// The ICC profiles that a job names as files.
package struct ProfileSurvey {
  /// The profiles, by their names in the job file.
  package private(set) var profiles: [String: [UInt8]] = [:]
  /// The reasons why profiles can't be used. A job with such a reason gets no plan.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Reads the ICC profiles that `job` names. Messages call the job file `file`.
  package init(_ job: JobSpec, base: BaseFolder, file: String) {
    for color in job.colors {
      guard case .file(let name) = color.profile, profiles[name.value] == nil else { continue }
      do throws(ProfileFault) {
        profiles[name.value] = try Self.read(name.value, base)
      } catch {
        diagnostics.append(
          Diagnostic(file: file, at: name.location, "the ICC profile '\(name.value)' \(error.reason)"))
      }
    }
  }

  private struct ProfileFault: Error { let reason: String }

  private static func read(_ name: String, _ base: BaseFolder) throws(ProfileFault) -> [UInt8] {
    let result = base.withFileSystemPath(of: base.normalized(name.utf8)) { path in
      Result { () throws(SystemError) in
        try FileBytes.read(String(cString: path), limit: FixedLimits.JobFile.profileBytes + 1)
      }
    }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try result.get() } catch {
      throw ProfileFault(reason: "can't be read: \(error.message)")
    }
    if bytes.count > FixedLimits.JobFile.profileBytes {
      throw ProfileFault(reason: "is larger than \(FixedLimits.JobFile.profileBytes >> 10) KiB")
    }
    // ICC.1:2022, 7.2: the space at 16, the signature at 36.
    guard bytes.count >= 128, bytes[36..<40].elementsEqual("acsp".utf8) else {
      throw ProfileFault(reason: "is none")
    }
    guard bytes[16..<20].elementsEqual("RGB ".utf8) else {
      throw ProfileFault(reason: "isn't one of red, green and blue")
    }
    return bytes
  }
}
