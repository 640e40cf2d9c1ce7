import ImageModel
import Planning
import Synchronization
import RenderingSupport
import TestSupport
import Testing

@testable import System
@testable import Workers

@Suite("What a worker may take")
struct WorkerLimitsTests {
  @Test("Memory, file size and time follow from the plan")
  func limits() throws {
    let picture = TestPicture.noisy(width: 90, height: 70)
    var plan = try RenderedImage(
      RenderedImage.job(["", "resize: {width: 9}"], more: "limits: {seconds_per_image: 1.5}"), picture.file(),
      stored: picture.size
    ).plan
    plan.peakBytes = 1000
    plan.bytes = 500
    let limits = WorkerLimits(plan, memory: 10_000_000)
    #expect(limits.memory == 10_000_000 + 1250 + 67_108_864)
    #expect(limits.fileSize == 105 * 85 * 20 + 500 + 1_048_576)
    #expect(limits.seconds == 4)
    let helped = WorkerLimits(plan, memory: 10_000_000, threads: 3)
    #expect(helped.memory == limits.memory + 2 * UInt64(WorkerLimits.helperBytes))
    #expect(helped.seconds == 12)
  }

  @Test("A level of the sandbox in words")
  func level() {
    let all = SandboxLevel(landlock: 7, seccomp: true)
    #expect(all.description == "Landlock 7, seccomp")
    #expect(all.missing == [])
    let part = SandboxLevel(landlock: nil, seccomp: true)
    #expect(part.description == "seccomp")
    #expect(part.missing == ["Landlock"])
    #expect(SandboxLevel(landlock: nil, seccomp: false).description == "none")
    // Of several threads what holds for all.
    let others: [([Int?], Int?)] = [([7, 7], 7), ([6, 7], 6), ([7, nil], nil), ([nil, 7], nil), ([], 7)]
    for (versions, expected) in others {
      var level = all
      level.include(threads: versions)
      #expect(level == SandboxLevel(landlock: expected, seccomp: true))
    }
    var level = part
    level.include(threads: [7])
    #expect(level == part)
  }

  @Test("Who works alone has nobody beside him")
  func alone() {
    let gate = AloneGate()
    let working = Atomic<Int>(0)
    let crowded = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    ThreadPool(width: 6).run(count: 600, state: {}) { _, item in
      let isAlone = item % 5 == 0
      gate.pass(alone: isAlone) {
        let others = working.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
        if isAlone && others > 0 { crowded.wrappingAdd(1, ordering: .relaxed) }
        for _ in 0..<100 where isAlone && working.load(ordering: .sequentiallyConsistent) != 1 {
          crowded.wrappingAdd(1, ordering: .relaxed)
        }
        working.wrappingSubtract(1, ordering: .sequentiallyConsistent)
      }
      done.wrappingAdd(1, ordering: .relaxed)
    }
    #expect(crowded.load(ordering: .relaxed) == 0)
    #expect(done.load(ordering: .relaxed) == 600)
  }
}
