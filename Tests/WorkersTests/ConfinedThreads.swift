import Foundation
import Glibc
import JobFile
import Testing

/// Expects that a worker process has this number of threads, and that each is confined (proc(5), status).
func expectConfined(
  _ process: pid_t, threads count: Int, _ policy: SandboxPolicy,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
  // CAP_SETPCAP, which the bounding set can't be lessened without.
  let own = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let effective = own.split(separator: "\n").first { $0.hasPrefix("CapEff:\t") }?.dropFirst(8)
  let canDropBounds = effective.flatMap { UInt64($0, radix: 16) }.map { $0 & 1 << 8 != 0 } ?? false
  #expect(threads.count == count, sourceLocation: sourceLocation)
  for thread in threads {
    let status = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)
    #expect(status.contains("Seccomp:\t\(policy == .off ? 0 : 2)\n"), sourceLocation: sourceLocation)
    #expect(status.contains("NoNewPrivs:\t1\n"), sourceLocation: sourceLocation)
    for set in ["Inh", "Prm", "Eff", "Amb"] + (canDropBounds ? ["Bnd"] : []) {
      #expect(status.contains("Cap\(set):\t0000000000000000\n"), sourceLocation: sourceLocation)
    }
  }
}
