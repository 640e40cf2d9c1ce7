import ImageModel
import Imaging
import JobFile
import Planning
import Survey
import System

/// Reading headers.
extension JobSurvey {
  /// The result of reading one image's header.
  struct Look: Sendable {
    private(set) var info: Result<SourceInfo, SourceRefusal>
    var cost = StageCost()
    /// The plan that was made before the facts were known; nil if there is none.
    var plan: ImagePlan?

    init(info: Result<SourceInfo, SourceRefusal>, cost: StageCost = StageCost()) {
      (self.info, self.cost) = (info, cost)
    }

    /// The look, or the reason why the source can't be read.
    init(_ look: Result<Look, SourceRefusal>) {
      switch look {
      case .success(let look): self = look
      case .failure(let refusal): self.init(info: .failure(refusal))
      }
    }

    /// True if the header was read, and no mask file beside it.
    var lacksMask: Bool { (try? info.get()).map { $0.mask == nil } ?? false }

    mutating func add(mask: Result<SourceMask, ImageError>) {
      info = info.map { info in
        var info = info
        info.mask = mask
        return info
      }
    }

    mutating func add(_ facts: Result<PictureFacts, ImageError>) {
      info = info.map { info in
        var info = info
        info.facts = facts
        return info
      }
    }
  }

  /// Receives trouble that concerns more than one source.
  typealias Trouble = @Sendable (SystemError, SourceItem) -> Void

  /// The values for the places of `items`, in order. `known` gives the value of an item whose header isn't read; nil
  /// for the others. These get the value of `body`, with what `look` made of the source's bytes. Many threads call all
  /// three at once.
  private func map<Value: Sendable, Seen: Sendable>(
    _ items: [SourceItem], trouble: @escaping Trouble, known: @escaping @Sendable (Int) -> Value?,
    look: @escaping @Sendable (Int, SurveyedSource) throws(SourceRefusal) -> Seen,
    body: @escaping @Sendable (Int, Result<Seen, SourceRefusal>) -> Value
  ) -> [Value] {
    let pool = pool.limited(outputs: 0)
    let read = { @Sendable (place: Int) -> Value in
      body(
        place,
        Result { () throws(SourceRefusal) in
          try self.read(items[place], trouble) { source throws(SourceRefusal) in try look(place, source) }
        })
    }
    if !job.hasURLs { return pool.map(count: items.count) { known($0) ?? read($0) } }
    return [Value](count: items.count) { set in
      let isKnown = pool.map(count: items.count) { place in
        guard let value = known(place) else { return false }
        set(place, value)
        return true
      }
      let unknown = items.indices.filter { !isKnown[$0] }
      let files = store.readURLs(items, at: unknown, pool) { place, source throws(SourceRefusal) in
        try look(place, prepared(source))
      } done: { place, seen in
        work.add(images: 1)
        set(place, body(place, seen))
      }
      pool.run(count: files.count, state: {}) { _, number in set(files[number], read(files[number])) }
    }
  }

  /// The items of the plan's images. A source with `page: all` is read here once, and becomes an item for
  /// each page. `pages` holds the headers of these pages, by the index of their item.
  func imageItems(trouble: @escaping Trouble) -> (items: [SourceItem], pages: [Int: Look]) {
    guard job.takesAllPages else { return (found.items, [:]) }
    let looks = map(found.items, trouble: trouble) { place -> [Look]?? in
      let item = found.items[place]
      return item.part == .whole && job.sources[item.entry].pages == .all ? nil : .some(nil)
    } look: { _, source throws(SourceRefusal) in
      try lookAtAll(of: source)
    } body: { _, looks -> [Look]? in
      switch looks {
      case .success(let looks): looks
      // If the pages can't be counted, or are too many, a single refusal takes their place.
      case .failure(let refusal): [Look(info: .failure(refusal))]
      }
    }
    var (items, pages): ([SourceItem], [Int: Look]) = ([], [:])
    for (item, looks) in zip(found.items, looks) {
      guard let looks else {
        items.append(item)
        continue
      }
      for (page, look) in looks.enumerated() {
        pages[items.count] = look
        items.append(item.with(.page(page)))
      }
    }
    return (items, pages)
  }

  /// The values of `body` for the places of `items`, in order. `body` gets the header of the item's page. The headers
  /// in `pages` are read already. `other` gives the value of an item without a header; nil for an item that has one.
  func mapLooks<Value: Sendable>(
    _ items: [SourceItem], _ pages: [Int: Look], _ planner: Planner, trouble: @escaping Trouble,
    other: @escaping @Sendable (Int) -> Value?, body: @escaping @Sendable (Int, Look) -> Value
  ) -> [Value] {
    map(items, trouble: trouble) { place in
      other(place) ?? pages[place].map { body(place, withMask($0, of: items[place], trouble)) }
    } look: { place, source in
      look(at: planner.page(of: items[place]), of: source)
    } body: { place, look in
      body(place, withMask(Look(look), of: items[place], trouble))
    }
  }

  /// The plans of this number of outputs are kept until the facts about their pictures are known. Further plans are made
  /// again, so that waiting pictures with many outputs take little memory.
  private static let outputsKept = 16_384

  /// The headers of `items`, by the index of their item, with the facts that `step` finds about the pictures.
  /// The headers in `pages` are read already. The first item has the number `first` in the plan.
  func looksWithFacts(
    _ items: [SourceItem], from first: Int, _ pages: [Int: Look], _ planner: Planner, _ step: SurveyStep,
    _ trouble: @escaping Trouble
  ) throws(Halted) -> [Int: Look] {
    let looks = mapLooks(items, pages, planner, trouble: trouble) { place -> Look?? in
      switch items[place].part {
      case .annotations, .folder, .archive: .some(nil)
      case .whole, .page, .boxes: nil
      }
    } body: { _, look in
      look
    }
    var all = Dictionary(
      uniqueKeysWithValues: looks.enumerated().compactMap { place, look in look.map { (place, $0) } })
    var (places, pictures): ([Int], [SurveyedPicture]) = ([], [])
    var room = Self.outputsKept
    for place in all.keys.sorted() {
      let (item, wantsFacts) = (items[place], step.wants(items[place]))
      guard case .success(let info)? = all[place]?.info, wantsFacts || job.takesDetailFocus else { continue }
      let plan = planner.plan(item, index: first + place, info: .success(info))
      if plan.error != nil { continue }
      let small = planner.smallPicture(of: plan, info, side: step.side)
      var picture = SurveyedPicture(small: small, wantsFacts: wantsFacts)
      if job.takesDetailFocus {
        // Thousands of pictures wait, and each may have many outputs.
        var bare = plan
        (bare.outputs, bare.decodes) = ([], [])
        picture.windows = { [bare] in planner.windows(of: item, info, bare, $0) }
      }
      room -= plan.outputs.count
      if room >= 0 { all[place]?.plan = plan }
      if step.ahead?.wants(plan) == true, let joint = planner.together(plan, with: small, info) {
        picture.joint =
          room >= 0
          ? SurveyedPicture.Joint(like: joint) { joint }
          : SurveyedPicture.Joint(like: joint) {
            planner.together(
              planner.plan(item, index: first + place, info: .success(info)), with: small, info)
          }
      }
      places.append(place)
      pictures.append(picture)
    }
    for (place, facts) in zip(places, try step.facts(pictures, store)) { all[place]?.add(facts) }
    return all
  }

  /// The headers of all pages of a source, in their order.
  private func lookAtAll(of source: SurveyedSource) throws(SourceRefusal) -> [Look] {
    var source = source
    let count = try source.pages(most: job.limits.maxPages)
    return (0..<count).map { look(at: $0, of: source) }
  }

  private func look(at page: Int?, of source: SurveyedSource) -> Look {
    let clock = probes == nil ? nil : StageClock()
    let info: Result<SourceInfo, SourceRefusal>
    do throws(SourceRefusal) {
      info = .success(
        try clock.time(.probe) { () throws(SourceRefusal) in
          try source.survey(clock, page: page, thumbnail: job.embeddedThumbnail)
        })
    } catch { info = .failure(error) }
    return Look(info: info, cost: clock?.costs[.probe] ?? StageCost())
  }

  /// Reads a source's header.
  private func read<Value>(
    _ item: SourceItem, _ trouble: Trouble, _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    defer { work.add(images: 1) }
    guard item.isUTF8 else {
      throw SourceRefusal(Finding(.nameNotUTF8, "the name isn't UTF-8: rename the file"))
    }
    return try store.read(item, trouble: { trouble($0, item) }) { source throws(SourceRefusal) in
      try body(prepared(source))
    }
  }

  /// A job that takes all frames of animations needs their number, wherever they lie in the file.
  private func prepared(_ source: SurveyedSource) -> SurveyedSource {
    var source = source
    if job.outputs.contains(where: { $0.frames == .all }) {
      source.countFrames(within: job.limits.maxFileBytes)
    }
    return source
  }
}
