import Foundation
import TestSupport

/// The binary under test, and what it knows.
package struct Program: Sendable {
  /// Absolute.
  package let path: String
  /// The library that is preloaded for faults; absolute.
  package let faults: String
  /// Keys of the job file and words of the command line that it takes.
  package let abilities: Set<Ability>

  /// What isn't in every version.
  package enum Ability: String, CaseIterable, Sendable {
    case durability, isolation, lossless, frames, network
    case retryFailed = "--retry-failed"
    case wait = "--wait"
  }

  /// The binary at `path`, or the product beside the program that runs.
  package init(_ path: String? = nil) throws {
    let products = try CommandRun.productsFolder()
    let program = path.map { URL(fileURLWithPath: $0).path } ?? "\(products)/upright"
    for file in [program, "\(products)/libCFaults.so"] where !FileManager.default.fileExists(atPath: file) {
      throw Missing(file: file)
    }
    self.path = program
    faults = "\(products)/libCFaults.so"
    abilities = try Self.abilities(of: program)
  }

  /// A product that has not been built.
  package struct Missing: Error, CustomStringConvertible {
    let file: String
    package var description: String { "'\(file)' is missing: build it first" }
  }

  package func can(_ ability: Ability) -> Bool { abilities.contains(ability) }

  /// Asks the binary: a job file with the key is right, or the help names the option.
  private static func abilities(of program: String) throws -> Set<Ability> {
    let folder = try TemporaryDirectory()
    let help = try CommandRun.run(program, ["run", "--help"], in: folder.path).stdout
    let keys: [(Ability, String)] = [
      (.durability, "durability: each"), (.isolation, "isolation: process"),
      (.lossless, "encode: {lossless: auto}"), (.frames, "limits: {max_frames: 9}"),
      (.network, "network: {retries: 9}"),
    ]
    var known = Set(Ability.allCases.filter { help.contains($0.rawValue) })
    for (ability, line) in keys {
      let job = "version: 1\nsources: [{path: a.jpg}]\noutput_root: out\noutputs: [{path: b.jpg}]\n\(line)\n"
      try folder.write(job, to: "job.yaml")
      if try CommandRun.run(program, ["check", "job.yaml"], in: folder.path).ending == .exit(0) {
        known.insert(ability)
      } else {
        known.remove(ability)
      }
    }
    return known
  }
}
