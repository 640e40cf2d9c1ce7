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

  /// The threads that read headers. Those of a job with URLs wait most of the time, and each has a connection and a
  /// file in memory.
  var readers: ThreadPool {
    job.hasURLs ? ThreadPool(width: max(pool.width, 64)).limited(outputs: 2) : pool.limited(outputs: 0)
  }

  /// The items of the plan's images. A source with `page: all` is read here once, and becomes an item for
  /// each page. `pages` holds the headers of these pages, by the index of their item.
  func imageItems(trouble: @escaping Trouble) -> (items: [SourceItem], pages: [Int: Look]) {
    guard job.takesAllPages else { return (found.items, [:]) }
    let looks = readers.map(count: found.items.count) { place -> [Look]? in
      let item = found.items[place]
      let isPaged = item.part == .whole && job.sources[item.entry].pages == .all
      return isPaged ? lookAtAll(of: item, trouble: trouble) : nil
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

  /// The header of a source's page; of the main page if `page` is nil.
  func look(at item: SourceItem, _ page: Int?, trouble: Trouble) -> Look {
    do throws(SourceRefusal) {
      return try read(item, trouble) { source throws(SourceRefusal) in look(at: page, of: source) }
    } catch {
      return Look(info: .failure(error))
    }
  }

  /// The headers of `items`, by the index of their item, with the facts that `step` finds about the pictures.
  /// The headers in `pages` are read already.
  func looksWithFacts(
    _ items: [SourceItem], _ pages: [Int: Look], _ planner: Planner, _ step: SurveyStep,
    _ trouble: @escaping Trouble
  ) throws(Halted) -> [Int: Look] {
    let looks = readers.map(count: items.count) { place -> Look? in
      switch items[place].part {
      case .annotations, .folder: nil
      case .whole, .page, .boxes:
        pages[place] ?? look(at: items[place], planner.page(of: items[place]), trouble: trouble)
      }
    }
    var all = Dictionary(
      uniqueKeysWithValues: looks.enumerated().compactMap { place, look in look.map { (place, $0) } })
    let pictures = all.keys.sorted().compactMap { place -> (place: Int, plan: ImagePlan)? in
      guard case .success(let info)? = all[place]?.info else { return nil }
      let plan = planner.plan(items[place], index: place + 1, info: .success(info))
      return plan.error == nil ? (place, planner.smallPicture(of: plan, info, side: step.side)) : nil
    }
    for (picture, facts) in zip(pictures, try step.facts(pictures.map(\.plan), store)) {
      all[picture.place]?.add(facts)
    }
    return all
  }

  /// The headers of all pages of a source, in their order. If the pages can't be counted, or are too many, a
  /// single refusal takes their place.
  private func lookAtAll(of item: SourceItem, trouble: Trouble) -> [Look] {
    do throws(SourceRefusal) {
      return try read(item, trouble) { source throws(SourceRefusal) in
        var source = source
        let count = try source.pages(most: job.limits.maxPages)
        return (0..<count).map { look(at: $0, of: source) }
      }
    } catch {
      return [Look(info: .failure(error))]
    }
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

  /// Reads a source's header. A job that takes all frames of animations needs their number, wherever they lie in the file.
  private func read<Value>(
    _ item: SourceItem, _ trouble: Trouble, _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    defer { work.add(images: 1) }
    guard item.isUTF8 else {
      throw SourceRefusal(Finding(.nameNotUTF8, "the name isn't UTF-8: rename the file"))
    }
    let countsFrames = job.outputs.contains { $0.frames == .all }
    return try store.read(item, trouble: { trouble($0, item) }) { source throws(SourceRefusal) in
      var source = source
      if countsFrames { source.countFrames(within: job.limits.maxFileBytes) }
      return try body(source)
    }
  }
}
