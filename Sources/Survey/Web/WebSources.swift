import Glibc
import ImageModel
import Imaging
import JobFile
import Net
import Planning
import Synchronization
import System

/// The sources of a job that are URLs.
package final class WebSources: Sendable {
  let client: WebClient
  /// The most sources of a host that are open at a time.
  let openPerHost: Int
  private let cache: ContentCache?
  private let meter: NetworkMeter
  private let robots: RobotsFiles
  /// The indices of the entries of `sources` whose URLs are fetched only if their servers wish it.
  private let obeying: Set<Int>
  /// The URLs that the job file names, by the names of their sources.
  private let addresses: [ExactText: WebAddress]
  /// The URLs with secrets that lists name. The name of another URL of a list is the URL. Nil if the job has no list.
  private let listed: Mutex<SecretURLs>?
  /// The largest file that is taken, in bytes.
  private let largest: Int
  /// The bytes that are free for headers of more than ``usual`` bytes. All threads share them.
  private let room: Monitor<Int>
  /// The conditions of the versions whose headers were read, by the names of their sources.
  private let conditions = Mutex<[ExactText: WebVersion.Condition]>([:])

  /// The most bytes that are kept of each of many sources whose headers are read at once. Few headers need more.
  private static let usual = 1 << 20

  /// The sources of `job`, which reads from `folders`. Servers see the name `agent`. `work` counts the use of the
  /// network. Throws if this system can't fetch URLs.
  package init(
    _ job: JobSpec, _ folders: JobFolders, agent: String, counting work: WorkDone
  ) throws(Halted) {
    var settings = WebSettings()
    settings.perHost = job.network.perHost
    settings.rate = job.network.rate
    settings.timeout = job.network.timeout
    settings.tries = job.network.retries + 1
    settings.policy = AddressPolicy(allowed: job.network.allowed)
    settings.certificates = folders.certificates(of: job)
    meter = NetworkMeter(within: work.network)
    do throws(FetcherFault) { client = try WebClient(settings, agent: agent, meter: meter) } catch {
      throw Halted(Halt(error))
    }
    cache =
      if let spec = job.cache, let folder = folders.cache(of: job) {
        ContentCache(folder, most: spec.most)
      } else { nil }
    robots = RobotsFiles(client)
    obeying = Set(job.sources.indices.filter { job.sources[$0].list?.robots == .obey })
    openPerHost = 2 * settings.perHost
    largest = job.limits.maxFileBytes
    room = Monitor(largest)
    addresses = Dictionary(
      job.sources.compactMap(\.address).map { (ExactText($0.shown), $0) },
      uniquingKeysWith: { first, _ in first })
    listed = job.sources.contains { $0.list != nil } ? Mutex(SecretURLs()) : nil
  }

  /// The use of the network so far.
  var use: NetworkUse { meter.use }

  /// Takes the URLs with secrets that lists name.
  func add(_ secrets: SecretURLs) { listed?.withLock { $0 = secrets } }

  /// Reads the header of the source `name`. `body` gets the bytes that are known. It is called again with more bytes
  /// until these suffice. `entry` is the index of the source's entry in `sources`. It is nil if the source is planned:
  /// then the plan has asked for its server's wishes.
  func read<Value>(
    _ name: String, entry: Int?, _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    let obeys = entry.map(obeying.contains) ?? false
    let client = WebManners(client: client, robots: obeys ? robots : nil)
    var result = readVersion(name, client, body)
    if case .failure(let refusal) = result, refusal.finding.code == .sourceChanged {
      // It changed between two requests.
      result = readVersion(name, client, body)
    }
    return try result.get()
  }

  /// Reads the header of the present version. A header that needs more than ``usual`` bytes waits for room.
  private func readVersion<Value>(
    _ name: String, _ client: WebManners, _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) -> Result<Value, SourceRefusal> {
    do throws(WebPieces.Fault) {
      return try readPieces(name, client, within: min(Self.usual, largest), body)
    } catch {
      guard case .large(let size) = error else { return .failure(error.refusal) }
      let most = min(max(size ?? largest, Self.usual), largest)
      room.wait { free -> Void? in
        if free < most { return nil }
        free -= most
        return ()
      }
      defer { room.with { $0 += most } }
      do throws(WebPieces.Fault) { return try readPieces(name, client, within: most, body) } catch {
        return .failure(error.refusal)
      }
    }
  }

  /// Reads the header with up to `most` bytes of the source in memory.
  private func readPieces<Value>(
    _ name: String, _ client: WebManners, within most: Int,
    _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(WebPieces.Fault) -> Result<Value, SourceRefusal> {
    guard let address = address(of: name) else { throw .image(ImageError(.unnamedURL)) }
    var pieces = try WebPieces(address, client, most: most, largest: largest)
    let condition = pieces.version.condition
    conditions.withLock { $0[ExactText(name)] = condition }
    if let cache { pieces.keep(name, in: cache) }
    while true {
      let result = Result { () throws(SourceRefusal) in try pieces.withSource(body) }
      guard let wanted = pieces.wanted else { return result }
      try pieces.fetch(wanted, client)
    }
  }

  /// The present version of the source `name`; nil if the URL gives nothing.
  func version(of name: String) -> SourceVersion? {
    do throws(SourceRefusal) { return try read(name, entry: nil) { $0.version } } catch { return nil }
  }

  /// True if the cache has the source `name` in the version `planned`.
  func isKept(_ name: String, _ planned: SourceVersion) -> Bool { cache?.has(name, planned) == true }

  /// Opens the source `name` in the cache, or else fetches it into memory. Throws `source_changed` if it isn't of the
  /// version `planned`; nil stands for any version. `anew` leaves out the cache.
  func open(
    _ name: String, of planned: SourceVersion? = nil, anew: Bool
  ) throws(OpeningError) -> OpenSource {
    if !anew, let planned, let kept = cache?.open(name, planned) { return kept }
    guard let address = address(of: name) else { throw .source(.unnamedURL) }
    let start = MonotonicClock.now()
    let reply = client.get(request(address, for: name, of: planned))
    meter.add(NetworkUse(waited: MonotonicClock.now() - start))
    return try open(name, reply, of: planned)
  }

  /// The request for the source `name` at `address`.
  func request(_ address: WebAddress, for name: String, of planned: SourceVersion?) -> WebRequest {
    var request = WebRequest(address, most: planned?.bytes ?? largest)
    if planned != nil, let condition = conditions.withLock({ $0[ExactText(name)] }) {
      request.headers.append(condition.name, condition.value)
    }
    return request
  }

  /// The source `name` in the reply to a ``request(_:for:of:)``.
  func open(
    _ name: String, _ reply: WebReply, of planned: SourceVersion?
  ) throws(OpeningError) -> OpenSource {
    do throws(ImageError) {
      if planned != nil, [.status(412), .trouble(.largeBody)].contains(reply.outcome) {
        throw ImageError(.sourceChanged)
      }
      try reply.check(most: planned?.bytes ?? largest)
      let source = try OpenSource(reply)
      if let planned, planned != source.version { throw ImageError(.sourceChanged) }
      try? cache?.keep(name, source.version, source.descriptor)
      return source
    } catch { throw .source(error.finding) }
  }

  /// The URL of the source `name`; nil if the job doesn't name it.
  func address(of name: String) -> WebAddress? {
    if let address = addresses[ExactText(name)] ?? listed?.withLock({ $0[name] }) { return address }
    return listed == nil ? nil : try? WebAddress(name)
  }
}

extension WebPieces.Fault {
  /// The refusal of a source whose header can't be read.
  fileprivate var refusal: SourceRefusal {
    switch self {
    case .image(let error): SourceRefusal(error.finding)
    // It needs more bytes than it had when room was made for it.
    case .large: SourceRefusal(.sourceChanged)
    }
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
