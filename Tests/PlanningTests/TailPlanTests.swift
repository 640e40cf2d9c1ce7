import ImageModel
import Testing

@testable import JobFile
@testable import Planning

/// Pictures that `tail: drop` leaves out.
@Suite struct TailPlanTests {
  /// The plans of square pictures with these names, after those beyond whole batches of three are left out.
  private static func plans(_ names: [String], _ keys: String = "") throws -> [ImagePlan] {
    let entries = names.map { "{path: \($0).jpg}" }.joined(separator: ", ")
    let path = keys.isEmpty ? "{stem}.jpg" : "{split}/{stem}.jpg"
    let job = try PlannedJob(
      "sources: [\(entries)]\n\(keys)\noutputs: [{path: \"\(path)\"}]\n"
        + "buckets: {sizes: [64x64, 96x64], batch: 3, tail: drop}")
    let items = SourceExpansion(
      sources: job.spec.sources, exclude: [], base: BaseFolder("/base"), file: "job.yaml", reserved: []
    ).items
    let planner = Planner(job.spec)
    var images = items.enumerated().map { place, item in
      planner.plan(item, index: place + 1, info: .success(SourceInfo(200, 200)))
    }
    planner.leaveOutTails(of: &images, items)
    return images
  }

  private static func dropped(_ plans: [ImagePlan]) -> Set<String> {
    Set(plans.filter { $0.error != nil }.map(\.source))
  }

  private static let names = (0..<20).map { "p\($0)" }

  @Test("No picture falls out because others came")
  func stable() throws {
    let before = Self.dropped(try Self.plans(Self.names))
    #expect(before.count == 2)
    #expect(Self.dropped(try Self.plans(Self.names.reversed())) == before)
    let after = Self.dropped(try Self.plans(Self.names + ["q"]))
    #expect(after == [])
    let later = Self.dropped(try Self.plans(Self.names + ["q", "r", "s"]))
    #expect(later.count == 2)
    #expect(later.subtracting(["q.jpg", "r.jpg", "s.jpg"]).isSubset(of: before))
  }

  @Test("Each split has batches of its own, and the plan of a dropped picture is consistent and has no path")
  func splits() throws {
    let plans = try Self.plans(Self.names, "split: {train: 50%, test: 50%, by: \"{stem}\"}")
    let kept = plans.compactMap { $0.outputs[0].path?.split(separator: "/").first }
    for split in ["train", "test"] {
      let count = kept.count { $0 == split }
      #expect(count > 0 && count % 3 == 0)
    }
    #expect(Self.names.count - kept.count <= 4)
    let left = try #require(plans.first { $0.error != nil })
    #expect(left.outputs[0].path == nil && left.decodes.isEmpty && left.isConsistent)
    #expect(left.error?.message.contains("bucket 64x64 of split '") == true)
  }

  @Test("A bucket below a batch is empty, and whole batches stay")
  func bounds() throws {
    #expect(Self.dropped(try Self.plans(["a", "b"])).count == 2)
    #expect(Self.dropped(try Self.plans(["a", "b", "c"])).isEmpty)
  }
}
