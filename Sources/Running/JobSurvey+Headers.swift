import ImageModel
import Imaging
import JobFile
import Planning
import Survey
import System

/// Reading headers.
extension JobSurvey {
  /// What a header says of one image.
  struct Look: Sendable {
    let info: Result<SourceInfo, SourceRefusal>
    var cost = StageCost()
  }

  /// What takes trouble that isn't a source's.
  typealias Trouble = @Sendable (SystemError, SourceItem) -> Void

  /// The items of the plan's images, and what is known of pages by their places: a source of which all pages are taken is
  /// looked at here, once, and is an item for each.
  func imageItems(trouble: @escaping Trouble) -> (items: [SourceItem], pages: [Int: Look]) {
    guard job.takesAllPages else { return (found.items, [:]) }
    let looks = pool.limited(outputs: 0).map(count: found.items.count) { place -> [Look]? in
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

  /// What a source's header says of a page.
  func look(at item: SourceItem, _ page: Int, trouble: Trouble) -> Look {
    do throws(SourceRefusal) {
      return try open(item, trouble) { source throws(SourceRefusal) in
        look(at: page, of: source, try source.bytes())
      }
    } catch {
      return Look(info: .failure(error))
    }
  }

  /// What a source's header says of each page, in their order; one refusal where they can't be counted, or are too many.
  private func lookAtAll(of item: SourceItem, trouble: Trouble) -> [Look] {
    do throws(SourceRefusal) {
      return try open(item, trouble) { source throws(SourceRefusal) in
        var bytes = try source.bytes()
        let count = try source.pages(in: &bytes, most: job.limits.maxPages)
        return (0..<count).map { look(at: $0, of: source, bytes) }
      }
    } catch {
      return [Look(info: .failure(error))]
    }
  }

  private func look(at page: Int, of source: borrowing OpenSource, _ bytes: ByteSource) -> Look {
    let clock = probes == nil ? nil : StageClock()
    let info: Result<SourceInfo, SourceRefusal>
    do throws(SourceRefusal) {
      info = .success(
        try clock.time(.probe) { () throws(SourceRefusal) in
          try source.survey(bytes, clock, page: page, thumbnail: job.embeddedThumbnail)
        })
    } catch { info = .failure(error) }
    return Look(info: info, cost: clock?.costs[.probe] ?? StageCost())
  }

  private func open<Value>(
    _ item: SourceItem, _ trouble: Trouble,
    _ body: (borrowing OpenSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    defer { work.add(images: 1) }
    guard item.isUTF8 else {
      throw SourceRefusal(Finding(.nameNotUTF8, "the name isn't UTF-8: rename the file"))
    }
    return try base.withFileSystemPath(of: item.path) { path in
      Result { () throws(SourceRefusal) in
        let source: OpenSource
        do throws(OpeningError) { source = try OpenSource.open(path) } catch {
          if case .system(let error) = error { trouble(error, item) }
          throw SourceRefusal(error.finding)
        }
        return try body(source)
      }
    }.get()
  }
}
