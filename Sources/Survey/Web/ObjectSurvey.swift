import ImageModel
import JobFile
import Planning
import Remote
import System

/// The objects that patterns of a job give. It lists their buckets, and looks at no object.
package struct ObjectSurvey {
  /// The objects that are pictures, in no order.
  package private(set) var items: [SourceItem] = []
  /// The objects that are archives or Parquet files, in no order.
  package private(set) var archives: [FoundArchive] = []
  /// The reasons why buckets or patterns can't be used. A job with such a reason gets no plan.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Trouble that may be over later; nil if all buckets were listed.
  package private(set) var halt: Halt?

  private let job: JobSpec
  private let file: String
  private let matcher: ObjectMatcher
  /// The indices of entries whose patterns match an object, or only an excluded one.
  private var (matched, excluded): (Set<Int>, Set<Int>) = ([], [])

  /// Lists the buckets of the patterns of `job`, and asks whether other buckets of its `path` entries can be used.
  /// `lists` are the job's lists. Messages call the job file `file`.
  package init(_ job: JobSpec, _ lists: ListSurvey, _ store: SourceStore, file: String) {
    (self.job, self.file) = (job, file)
    matcher = ObjectMatcher(job.sources, exclude: job.exclude, excludedObjects: job.excludedObjects)
    let listEntry = lists.firstWithObjects
    guard let web = store.web, let entry = job.firstBucketEntry ?? listEntry else { return }
    if let fault = web.transport.storeFault {
      report(fault, at: entry)
      return
    }
    let places = matcher.places
    var refused: Set<String> = []
    for place in places where !refused.contains(place.bucket) {
      if !list(place, web) { refused.insert(place.bucket) }
    }
    let named = job.sources.compactMap { entry in entry.address.map { ($0, entry) } }
    check(named + lists.objects, besides: Set(places.map(\.bucket)), web)
    if halt == nil { reportUnmatched(besides: refused) }
  }

  /// Adds the objects of a place. False if it can't be listed.
  private mutating func list(_ place: ObjectMatcher.Place, _ web: WebSources) -> Bool {
    var (items, archives) = ([SourceItem](), [FoundArchive]())
    var (matched, excluded) = (Set<Int>(), Set<Int>())
    do throws(StoreFault) {
      try web.list(place.bucket, place.prefix) { objects in
        for object in objects {
          guard let hits = matcher.hits(bucket: place.bucket, key: object.key), let last = hits.entries.last
          else { continue }
          if hits.isExcluded {
            excluded.formUnion(hits.entries)
            continue
          }
          matched.formUnion(hits.entries)
          let item = matcher.item(bucket: place.bucket, key: object.key, of: last)
          web.note(object, named: item.displayName)
          if job.sources[last].archive == nil {
            items.append(item)
          } else {
            let entries = hits.entries.filter { job.sources[$0].archive != nil }
            archives.append(FoundArchive(path: item.path, entries: entries))
          }
        }
      }
    } catch {
      let entry = job.sources.first {
        $0.objects?.bucket == place.bucket && $0.objects?.prefix.utf8.starts(with: place.prefix.utf8) == true
      }
      report(error, at: entry)
      return false
    }
    self.items += items
    self.archives += archives
    self.matched.formUnion(matched)
    self.excluded.formUnion(excluded)
    return true
  }

  /// Asks for one of the objects that entries name in each bucket that no pattern names. So trouble with a whole bucket
  /// ends the job before work begins.
  private mutating func check(
    _ objects: [(WebAddress, SourceEntry)], besides listed: Set<String>, _ web: WebSources
  ) {
    var known = listed
    for (address, entry) in objects
    where address.scheme == .s3 && known.insert(address.host.text).inserted {
      do throws(StoreFault) { try web.check(address) } catch { report(error, at: entry) }
    }
  }

  private mutating func report(_ fault: StoreFault, at entry: SourceEntry?) {
    if fault.isTemporary {
      halt = halt ?? Halt(.later, fault.message)
    } else {
      diagnostics.append(Diagnostic(file: file, at: entry?.location, fault.message))
    }
  }

  private mutating func reportUnmatched(besides refused: Set<String>) {
    for (index, entry) in job.sources.enumerated() {
      guard let pattern = entry.objects, !refused.contains(pattern.bucket), !entry.isOptional,
        !matched.contains(index)
      else { continue }
      let reason =
        excluded.contains(index) ? "matches only objects that 'exclude' takes out" : "matches no object"
      let below =
        switch entry.archive?.key {
        case "archive": "/**/*.tar"
        case "parquet": "/**/*.parquet"
        default: "/**"
        }
      let advice =
        pattern.isPlain
        ? "for all objects below it, write \((pattern.text + below).quoted)"
        : "where that may be, write - {\(entry.archive?.key ?? "glob"): \(pattern.text.quoted), optional: true}"
      diagnostics.append(
        Diagnostic(file: file, at: entry.location, "'\(pattern.text)' \(reason); \(advice)"))
    }
  }
}
