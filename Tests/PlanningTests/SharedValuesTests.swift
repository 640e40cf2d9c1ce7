import ImageModel
import JobFile
import Testing

@testable import Planning

@Suite("Values that plans share") struct SharedValuesTests {
  private static func plan(_ message: String, ofOutput: String, quality: Int = 80) throws -> ImagePlan {
    let job = try PlannedJob(output: "quality: \(quality)\n    resize: {width: 50}")
    var plan = try job.image(SourceInfo(200, 100))
    plan.warnings = [Finding(.cropClipped, message)]
    plan.outputs[0].warnings = [Finding(.cropClipped, ofOutput), Finding(.cropClipped, "last")]
    return plan
  }

  /// Where the elements of a list lie.
  private static func place<Element>(_ list: [Element]) -> UnsafeRawPointer? {
    list.withUnsafeBytes { $0.baseAddress }
  }

  @Test("Equal decodes and warnings share memory, others don't, and all plans stay as they are")
  func equal() throws {
    var shared = SharedValues()
    var plans = try [("one", "two"), ("one", "two"), ("one", "three")].map { try Self.plan($0, ofOutput: $1) }
    let before = plans
    #expect(Set(plans.map { Self.place($0.decodes) }).count == 3)
    for place in plans.indices { plans[place].share(&shared) }
    #expect(plans == before)
    let decodes = plans.map { Self.place($0.decodes) }
    #expect(decodes[0] == decodes[1] && decodes[0] == decodes[2])
    let warnings = plans.map { Self.place($0.warnings) }
    #expect(warnings[0] == warnings[1] && warnings[0] == warnings[2])
    let ofOutputs = plans.map { Self.place($0.outputs[0].warnings) }
    #expect(ofOutputs[0] == ofOutputs[1] && ofOutputs[0] != ofOutputs[2])
  }

  @Test("An output that is changed leaves others as they are")
  func changed() throws {
    var shared = SharedValues()
    var plans = try [80, 80, 90].map { try Self.plan("one", ofOutput: "two", quality: $0) }
    for place in plans.indices { plans[place].share(&shared) }
    plans[0].outputs[0].encode.quality = 70
    plans[0].outputs[0].metadata = MetadataPolicy(keep: [.exif])
    plans[0].outputs[0].color = ColorPlan(.srgb)
    #expect(plans.map { $0.outputs[0].encode.quality } == [70, 80, 90])
    #expect(plans.map { $0.outputs[0].metadata.keeps(.exif) } == [true, false, false])
    #expect(plans.map { $0.outputs[0].color == nil } == [false, true, true])
  }

  @Test("A job with very many different warnings keeps them all")
  func many() throws {
    var shared = SharedValues()
    let names = (0..<1500).map { "warning \($0)" }
    var plan = try Self.plan("", ofOutput: "all")
    for name in names + names {
      plan.warnings = [Finding(.cropClipped, name)]
      plan.share(&shared)
      #expect(plan.warnings == [Finding(.cropClipped, name)])
    }
  }
}
