import Glibc
import ImageModel
import Imaging
import JobFile
import Net
import Planning
import Remote
import Synchronization
import System

/// The sources of a job that are URLs.
package final class WebSources: Sendable {
  let transport: WebTransport
  /// The most sources of a host that are open at a time.
  let openPerHost: Int
  private let cache: ContentCache?
  /// The pictures that came whole with their headers and aren't in the cache.
  let kept: KeptPictures
  private let meter: NetworkMeter
  private let robots: RobotsFiles
  /// The indices of the entries of `sources` with `robots: obey`.
  private let obeying: Set<Int>
  /// The indices of the entries of `sources` that are patterns of objects.
  private let listing: Set<Int>
  /// The URLs of pictures that the job file names, by the names of their sources.
  private let addresses: [ExactText: WebAddress]
  /// The URLs of archives and Parquet files that the job file names, by their names.
  private let containers: [ExactText: WebAddress]
  /// True if a pattern of objects gives archives or Parquet files.
  private let listsContainers: Bool
  /// The URLs with secrets that lists name. The name of another URL of a list is the URL. Nil if the job has no list.
  private let listed: Mutex<SecretURLs>?
  /// The largest file that is taken, in bytes.
  private let largest: Int
  /// The room for headers that need many bytes. All share it.
  private let room: HeaderRoom
  /// The versions that listings told, and those of sources whose header can't be used, by the names of the sources.
  /// Plans have the versions of all other sources.
  private let versions = Mutex<[ExactText: SourceVersion]>([:])
  /// The conditions of requests for pixels. A key is the hash of a source's name, because a job may have a million
  /// sources. Two of these have equal hashes in one of some 40 million runs. Then a source may count as changed.
  private let conditions = Mutex<[Int: WebVersion.Condition]>([:])

  /// The sources of `job`, which reads from `folders`. Servers see the name `agent`. Pictures that come whole with
  /// their headers are kept for a run, up to `most` bytes. `work` counts the use of the network. `stores` says where
  /// buckets lie. `tell` gets news for the user, and must not wait. Throws if this system
  /// can't fetch URLs.
  package init(
    _ job: JobSpec, _ folders: JobFolders, agent: String, keeping most: Int, counting work: WorkDone,
    stores: Result<StoreSettings, StoreFault>, tell: @escaping @Sendable (WebNews) -> Void
  ) throws(Halted) {
    var settings = WebSettings()
    settings.tell = { pause in
      let host = "\(pause.origin.host.text):\(pause.origin.port)"
      tell(.pause(host: host, seconds: pause.seconds, status: pause.status))
    }
    settings.perHost = job.network.perHost
    settings.rate = job.network.rate
    settings.timeout = job.network.timeout
    settings.tries = job.network.retries + 1
    settings.policy = AddressPolicy(allowed: job.network.allowed)
    settings.certificates = folders.certificates(of: job)
    meter = NetworkMeter(within: work.network)
    do throws(FetcherFault) {
      let client = try WebClient(settings, agent: agent, meter: meter)
      let buckets: Result<ObjectStore, StoreFault> =
        switch stores {
        case .success(let settings):
          .success(try ObjectStore(settings, client: client, agent: agent) { tell(.store($0)) })
        case .failure(let fault): .failure(fault)
        }
      transport = WebTransport(client: client, buckets: buckets)
      robots = RobotsFiles(client)
    } catch {
      throw Halted(Halt(error))
    }
    cache =
      if let spec = job.cache, let folder = folders.cache(of: job) {
        ContentCache(folder, most: spec.most) { tell(.unwritable(cache: folder, $0)) }
      } else { nil }
    kept = KeptPictures(most: most)
    obeying = Set(job.sources.indices.filter { job.sources[$0].list?.robots == .obey })
    listing = Set(job.sources.indices.filter { job.sources[$0].objects != nil })
    openPerHost = 2 * settings.perHost
    largest = job.limits.maxFileBytes
    room = HeaderRoom(largest)
    addresses = Dictionary(
      job.sources.compactMap(\.address).map { (ExactText($0.shown), $0) },
      uniquingKeysWith: { first, _ in first })
    containers = Dictionary(
      job.sources.compactMap { $0.archive?.address }.map { (ExactText($0.shown), $0) },
      uniquingKeysWith: { first, _ in first })
    listsContainers = job.sources.contains { $0.archive?.objects != nil }
    listed = job.sources.contains { $0.list != nil } ? Mutex(SecretURLs()) : nil
  }

  /// The use of the network so far.
  var use: NetworkUse { meter.use }

  /// Notes that an image waited so many nanoseconds for its bytes.
  func noteWait(_ nanoseconds: Int64) { meter.add(NetworkUse(waited: nanoseconds)) }

  /// Takes the URLs with secrets that lists name.
  func add(_ secrets: SecretURLs) { listed?.withLock { $0 = secrets } }

  /// Reads the header of the source `name`. `body` gets the bytes that are known. It is called again with more bytes
  /// until these suffice. `entry` is the index of the source's entry in `sources`. It is nil if the source is planned:
  /// then the plan has obeyed `robots.txt` already.
  func read<Value>(
    _ name: String, entry: Int?, _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    guard let address = address(of: name) else { throw SourceRefusal(.unnamedURL) }
    let manners = manners(entry) { $0() }
    var reading = WebReading(address, largest: largest)
    while true {
      switch reading.next(body) {
      case .get(let request): reading.accept(manners.get(request))
      case .wait(let bytes):
        let isHere = Monitor(false)
        room.take(bytes) { isHere.with { $0 = true } }
        isHere.wait { $0 ? () : nil }
        reading.grant(bytes)
      case .end(let result):
        end(reading, name, result)
        return try result.get()
      }
    }
  }

  private func manners(_ entry: Int?, _ worker: @escaping RobotsFiles.Worker) -> WebManners {
    WebManners(
      transport: transport, robots: entry.map(obeying.contains) == true ? robots : nil, worker: worker)
  }

  /// Reads the headers of the sources at `places`; `source` gives the name and the entry of each. Threads of `pool`
  /// call `body`, as above, and then `done`. No thread waits for a reply, and hosts take turns.
  func read<Value: Sendable>(
    _ places: [Int], _ pool: ThreadPool, source: @escaping @Sendable (Int) -> (name: String, entry: Int),
    _ body: @escaping @Sendable (Int, SurveyedSource) throws(SourceRefusal) -> Value,
    done: @escaping @Sendable (Int, Result<Value, SourceRefusal>) -> Void
  ) {
    if places.isEmpty { return }
    var all = HostTurns<Int>(
      perHost: openPerHost, most: min(FixedLimits.Web.openHeaders, OpenFileLimit.pictures))
    for place in places { all.add(place, of: address(of: source(place).name)?.origin) }
    let turns = Mutex((turns: all, left: places.count))
    let steps = TaskQueue()
    @Sendable func begin() {
      while let place = turns.withLock({ $0.turns.next() }) {
        let (name, entry) = source(place)
        let (address, manners) = (address(of: name), manners(entry, steps.add))
        steps.add {
          guard let address else { return finish(place, of: nil, .failure(SourceRefusal(.unnamedURL))) }
          proceed(WebReading(address, largest: self.largest), place, name, manners)
        }
      }
    }
    @Sendable func proceed(_ reading: WebReading, _ place: Int, _ name: String, _ manners: WebManners) {
      var reading = reading
      let step = reading.next { source throws(SourceRefusal) in try body(place, source) }
      let next = reading
      @Sendable func goOn(_ change: @escaping @Sendable (inout WebReading) -> Void) {
        steps.add {
          var next = next
          change(&next)
          proceed(next, place, name, manners)
        }
      }
      switch step {
      case .get(let request): manners.get(request) { reply in goOn { $0.accept(reply) } }
      case .wait(let bytes): room.take(bytes) { goOn { $0.grant(bytes) } }
      case .end(let result):
        end(reading, name, result)
        finish(place, of: reading.address.origin, result)
      }
    }
    @Sendable func finish(
      _ place: Int, of host: WebAddress.Origin?, _ result: Result<Value, SourceRefusal>
    ) {
      done(place, result)
      let left = turns.withLock { turns in
        turns.turns.finish(host)
        turns.left -= 1
        return turns.left
      }
      if left == 0 { steps.end() } else { begin() }
    }
    begin()
    pool.run(threads: pool.width) { _ in steps.run() }
  }

  private func end<Value>(_ reading: WebReading, _ name: String, _ result: Result<Value, SourceRefusal>) {
    let version = reading.pieces.version
    if let cache { reading.pieces.keep(name, in: cache) }
    if !isCached(name, version.version) { reading.pieces.keep(name, in: kept) }
    let isPlanned = if case .success = result { true } else { false }
    note(version, of: name, isPlanned: isPlanned)
    room.free(reading.room)
  }

  /// Notes the version of the source `name`. A plan has it too if `isPlanned` is true.
  private func note(_ version: WebVersion, of name: String, isPlanned: Bool) {
    let name = ExactText(name)
    versions.withLock { versions in
      if !isPlanned || versions[name] != nil { versions[name] = version.isUnnamed ? nil : version.version }
    }
    conditions.withLock { $0[name.hashValue] = version.isUnnamed ? nil : version.condition }
  }

  /// The version of the source `name` when its bucket was listed, or when its header was read and couldn't be used. Nil
  /// for other sources, and if the URL gave nothing.
  func version(of name: String) -> SourceVersion? { versions.withLock { $0[ExactText(name)] } }

  /// Lists the objects whose keys begin with `prefix`. `page` gets them in parts.
  func list(
    _ bucket: String, _ prefix: String, page: ([ListedObject]) -> Void
  ) throws(StoreFault) {
    try transport.buckets.get().list(bucket: bucket, prefix: prefix, page: page)
  }

  /// Throws if an object can't be read for a reason that concerns its whole bucket.
  func check(_ address: WebAddress) throws(StoreFault) {
    try transport.buckets.get().check(bucket: address.host.text, key: address.key)
  }

  /// Notes the version of a listed object, which is the source `name`.
  func note(_ object: ListedObject, named name: String) {
    note(WebVersion(object), of: name, isPlanned: false)
  }

  /// The version of the source `name` of a pattern when its bucket was listed; nil for other sources.
  func listedVersion(of name: String, entry: Int) -> SourceVersion? {
    listing.contains(entry) ? version(of: name) : nil
  }

  /// The URL of the archive or Parquet file `name`; nil if the job doesn't name it.
  func container(named name: String) -> WebAddress? {
    if let address = containers[ExactText(name)] { return address }
    return listsContainers && WebAddress.isObject(name) ? try? WebAddress(name) : nil
  }

  /// The version of the file `name` when its bucket was listed; nil for other files.
  func listedFile(named name: String) -> WebVersion? {
    version(of: name).map { version in
      WebVersion(version, conditions.withLock { $0[ExactText(name).hashValue] })
    }
  }

  /// Opens an archive or a Parquet file that `reply` doesn't give by ranges: in the cache, where it lies already, or is
  /// kept now. Throws `no_ranges` if the job has no cache.
  func openWhole(
    _ name: String, _ address: WebAddress, after reply: WebReply
  ) throws(OpeningError) -> OpenSource {
    guard let cache else { throw .source(.noRanges) }
    if let size = reply.size {
      let version = WebVersion(reply.headers, bytes: size)
      if !version.isUnnamed, let file = cache.open(name, version.version) { return file }
    }
    let whole = transport.get(WebRequest(address, most: WebReply.encodedBytes(of: largest)))
    let version = try open(name, whole, of: nil).version
    if let file = cache.open(name, version) { return file }
    throw .source(.noRanges)
  }

  /// True if the cache has the source `name` in the version `planned`.
  func isCached(_ name: String, _ planned: SourceVersion) -> Bool { cache?.has(name, planned) == true }

  /// Opens the source `name`, which is kept for the run, or in the cache, or else fetched into memory. Throws
  /// `source_changed` if it isn't of the version `planned`; nil stands for any version. `object` is the version of an
  /// object as its bucket names it. `anew` leaves out the cache.
  func open(
    _ name: String, of planned: SourceVersion? = nil, _ object: String? = nil, anew: Bool
  ) throws(OpeningError) -> OpenSource {
    if let planned {
      do throws(ImageError) {
        if let picture = try kept.open(name, planned) { return picture }
      } catch { throw .source(error.finding) }
      if !anew, let picture = cache?.open(name, planned) { return picture }
    }
    guard let address = address(of: name) else { throw .source(.unnamedURL) }
    let start = MonotonicClock.now()
    let reply = transport.get(request(address, for: name, of: planned, object))
    noteWait(MonotonicClock.now() - start)
    return try open(name, reply, of: planned)
  }

  /// The request for the source `name` at `address`, and for just this version of an object. Nil as `range` stands for
  /// the whole file.
  func request(
    _ address: WebAddress, for name: String, of planned: SourceVersion?, _ object: String?,
    range: Range<Int>? = nil
  ) -> WebRequest {
    // An error's reply may have more bytes than a range.
    let most =
      range.map { max($0.count, FixedLimits.Store.replyBytes) }
      ?? WebReply.encodedBytes(of: most(of: planned))
    var request = WebRequest(address, most: most)
    request.range = range
    request.objectVersion = object
    if planned != nil, let condition = conditions.withLock({ $0[ExactText(name).hashValue] }) {
      request.headers.append(condition.name, condition.value)
      request.size = planned?.bytes
    }
    return request
  }

  /// The reply to a ``request(_:for:of:_:)``, with the picture itself as the body.
  func decoded(_ reply: WebReply, of planned: SourceVersion?) -> WebReply {
    reply.decoded(most: most(of: planned))
  }

  /// The most bytes of a picture of which the version `planned` is asked for.
  private func most(of planned: SourceVersion?) -> Int { planned?.bytes ?? largest }

  /// The source `name` in the reply to a ``request(_:for:of:_:)``.
  func open(
    _ name: String, _ reply: WebReply, of planned: SourceVersion?
  ) throws(OpeningError) -> OpenSource {
    if WebAddress.isObject(name) { try ObjectStore.check(reply, to: name) }
    let reply = decoded(reply, of: planned)
    do throws(ImageError) {
      if planned != nil, [.status(412), .trouble(.largeBody)].contains(reply.outcome) {
        throw ImageError(.sourceChanged)
      }
      try reply.check(most: most(of: planned))
      let source = try OpenSource(reply)
      if let planned, planned != source.version { throw ImageError(.sourceChanged) }
      cache?.keep(name, source.version, source.descriptor)
      return source
    } catch { throw .source(error.finding) }
  }

  /// The URL of the source `name`; nil if the job doesn't name it.
  func address(of name: String) -> WebAddress? {
    if let address = addresses[ExactText(name)] ?? listed?.withLock({ $0[name] }) { return address }
    if listed == nil && listing.isEmpty { return nil }
    let address = try? WebAddress(name)
    return listed != nil || address?.scheme == .s3 ? address : nil
  }
}

extension Halt {
  /// Why no URL can be fetched.
  fileprivate init(_ fault: FetcherFault) {
    switch fault {
    case .missingLibrary:
      self.init(
        .refused, "its URLs need libcurl 7.88 or newer, which isn't installed: install Debian's libcurl4")
    case .system(let error): self.init(.later, "its URLs can't be fetched: \(error.message)")
    }
  }
}

extension OpenSource {
  /// The body of a reply as a source.
  fileprivate init(_ reply: WebReply) throws(ImageError) {
    do throws(SystemError) {
      guard let descriptor = try reply.body?.duplicate() else { throw SystemError(ENODATA) }
      let opened = SourceVersion(try descriptor.status().identity)
      var version = WebVersion(reply.headers, bytes: reply.bytes)
      if version.isUnnamed { version = WebVersion(bytes: reply.bytes, sha256: try descriptor.sha256()) }
      self.init(descriptor: descriptor, version: version.version, opened: opened, heldBytes: reply.bytes)
    } catch { throw ImageError(.ioError(error.code)) }
  }
}
