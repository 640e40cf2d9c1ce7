import FuzzTargets
import Foundation

/// Writes each of a target's seeds to a file of its own in a folder that exists.
func writeSeeds(of target: any FuzzTarget.Type, to folder: String) throws {
  for (index, seed) in try target.seeds().enumerated() {
    try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
  }
}
