import ImageModel
import JobFile
import Planning
import Testing

@Suite("Plans of animations") struct FramesPlanTests {
  private static let warning = Finding(.animated, "an animation: one picture of it is taken")

  /// A GIF of 40x30.
  private static func gif(_ count: Int, isCounted: Bool = true) -> SourceInfo {
    var info = SourceInfo(40, 30, color: .rgb, findings: [warning])
    info.format = .gif
    info.frames = SourceFrames(
      count: count, duration: 100, plays: 3, hasAlpha: true, wholeBytes: 4800, isCounted: isCounted)
    return info
  }

  private static func image(_ info: SourceInfo, _ limits: String = "", _ outputs: String...) throws
    -> ImagePlan
  {
    let all = outputs.isEmpty ? ["{path: b.webp, frames: all}"] : outputs
    let limits = limits.isEmpty ? "" : "limits: {\(limits)}\n"
    return try PlannedJob(
      "\(limits)sources: [{path: a.jpg}]\noutputs: [\(all.joined(separator: ", "))]"
    ).image(info)
  }

  @Test("Each animation has a decode of its own, with the alpha of its frames")
  func decodes() throws {
    let image = try Self.image(
      Self.gif(7), "", "{path: b.webp, frames: all, resize: {width: 5}}", "{path: c.webp, frames: all}",
      "{path: d.webp}")
    #expect(image.outputs.map(\.frames) == [7, 7, nil])
    #expect(Set(image.outputs.map(\.decode)).count == 3)
    let frames = image.outputs.map { image.decodes[$0.decode].frames }
    #expect(frames.map { $0?.count } == [7, 7, nil] && frames.map { $0?.plays } == [3, 3, nil])
    #expect(image.outputs.map { $0.pixels?.hasAlpha } == [true, true, false])
    #expect(image.outputs.map(\.base) == [nil, nil, nil])
    #expect(image.isConsistent)
  }

  @Test("Only outputs that take one picture warn of an animation")
  func warnings() throws {
    let image = try Self.image(
      Self.gif(2), "", "{path: b.webp, frames: all}", "{path: c.webp, frames: first}")
    #expect(image.warnings.isEmpty)
    #expect(image.outputs.map(\.warnings) == [[], [Self.warning]])
    #expect(try Self.image(Self.gif(2), "", "{path: c.webp}").warnings == [Self.warning])
  }

  @Test("A source of one picture makes one picture")
  func still() throws {
    #expect(try Self.image(SourceInfo(40, 30)).outputs[0].frames == nil)
    let single = try Self.image(Self.gif(1))
    #expect(single.outputs[0].frames == nil && single.warnings.isEmpty && single.outputs[0].warnings.isEmpty)
  }

  @Test("Each limit has its code, and the message says what to raise")
  func limits() throws {
    func error(_ info: SourceInfo, _ limits: String = "", _ output: String = "{path: b.webp, frames: all}")
      throws
      -> Finding?
    {
      try Self.image(info, limits, output).outputs[0].error
    }
    #expect(try error(Self.gif(8), "max_frames: 8, max_pixels: 9600") == nil)
    #expect(
      try error(Self.gif(9), "max_frames: 8")
        == Finding(
          .maxFrames,
          "it has 9 frames, more than limits.max_frames (8): raise that, or take 'frames: first'"))
    #expect(
      try error(Self.gif(8), "max_pixels: 9599")
        == Finding(
          .maxPixels,
          "8 frames of 40x30 are 9600 pixels, more than limits.max_pixels (9599): raise that, or take 'frames: first'"
        ))
    #expect(
      try error(
        Self.gif(8), "max_pixels: 9600", "{path: b.webp, frames: all, resize: {width: 80, enlarge: true}}")
        == Finding(
          .outputTooLarge,
          "the output is 8 frames of 80x60, 38400 pixels, more than limits.max_pixels (9600)"))
    #expect(
      try error(Self.gif(8, isCounted: false))
        == Finding(.maxFrames, "it has more frames or blocks than can be counted: take 'frames: first'"))
    var heic = Self.gif(8)
    (heic.format, heic.frames) = (.heic, nil)
    #expect(
      try error(heic)
        == Finding(
          .framesUnsupported,
          "the frames of this heic can't be taken: 'frames: all' takes those of GIF, WebP and PNG"))
  }

  @Test("An animated GIF is planned like an animated WebP")
  func gifOutput() throws {
    let image = try Self.image(Self.gif(7), "", "{path: b.gif, frames: all}")
    #expect(image.outputs[0].format == .gif && image.outputs[0].frames == 7)
    #expect(image.outputs[0].pixels == PixelFormat(.rgb, hasAlpha: true))
    #expect(image.isConsistent)
  }

  @Test("A GIF is turned upright where other outputs keep the tag, and not if the tag is ignored")
  func orientation() throws {
    var info = SourceInfo(40, 30, color: .rgb)
    info.tag = .rightTop
    func output(_ keys: String) throws -> OutputPlan {
      try Self.image(info, "", "{path: b.\(keys)}").outputs[0]
    }
    let kept = try output("gif, orientation: keep")
    #expect(kept.turn == .rightTop && kept.size == PixelSize(width: 30, height: 40))
    #expect(try output("webp, orientation: keep").turn == .topLeft)
    #expect(try output("gif, orientation: ignore").turn == .topLeft)
  }

  @Test("Colours of a GIF are converted to sRGB if the source has a profile, and to what the job says")
  func profiles() throws {
    func target(_ keys: String, hasProfile: Bool) throws -> ColorPlan? {
      var info = SourceInfo(40, 30, color: .rgb)
      if hasProfile { info.profile = ProfileNeed(bytes: 500, transformBytes: 500) }
      return try Self.image(info, "", "{path: b.gif\(keys)}").outputs[0].color
    }
    #expect(try target("", hasProfile: false) == nil)
    #expect(try target("", hasProfile: true) == ColorPlan(.srgb))
    #expect(
      try target(", color: {linear: true, intent: perceptual}", hasProfile: true)
        == ColorPlan(.srgb, intent: .perceptual, isLinear: true))
    #expect(try target(", color: {profile: display-p3}", hasProfile: true) == ColorPlan(.displayP3))
  }

  @Test("A plan of frames that no planner makes is refused")
  func consistency() throws {
    let image = try Self.image(Self.gif(7))
    func isConsistent(_ change: (inout ImagePlan) -> Void) -> Bool {
      var changed = image
      change(&changed)
      return changed.isConsistent
    }
    #expect(isConsistent { _ in })
    #expect(!isConsistent { $0.outputs[0].frames = 6 })
    #expect(!isConsistent { $0.outputs[0].frames = nil })
    #expect(!isConsistent { $0.decodes[0].frames = nil })
    #expect(!isConsistent { $0.decodes[0].frames?.hasAlpha = false })
    #expect(
      !isConsistent {
        $0.decodes[0].frames?.count = 1
        $0.outputs[0].frames = 1
      })
    #expect(
      !isConsistent {
        $0.decodes[0].frames?.count = 5000
        $0.outputs[0].frames = 5000
      })
    #expect(isConsistent { ($0.format, $0.decodes[0].engine) = (.png, .libpng) })
    #expect(!isConsistent { ($0.format, $0.decodes[0].engine) = (.bmp, .bmp) })
    #expect(!isConsistent { $0.outputs[0].format = .png })
  }

  @Test("Count, plays and alpha of frames shape the recipe")
  func recipes() throws {
    let image = try Self.image(Self.gif(7))
    let recipe = Recipe.digest(ofOutput: 0, in: image, versions: RecipeVersions("1"))
    for change in [{ $0.count = 6 }, { $0.plays = 4 }, { $0.hasAlpha = false }]
      as [(inout FramesPlan) -> Void]
    {
      var changed = image
      if var frames = changed.decodes[0].frames {
        change(&frames)
        changed.decodes[0].frames = frames
      }
      #expect(Recipe.digest(ofOutput: 0, in: changed, versions: RecipeVersions("1")) != recipe)
    }
  }
}
