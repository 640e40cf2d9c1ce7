import ImageModel
import Net
import Planning
import Synchronization
import System

/// Fetches the pictures of a run before threads begin with their images.
///
/// Pictures that came whole with the plan are here from the beginning. They take a part of the larder's memory, which
/// becomes free for others as their images are made.
///
/// The pictures have memory of their own, apart from that of the images in work. A request waits only for memory of
/// pictures, and an image only for memory of images: it begins when its picture is here, whose bytes then count with
/// the image. So each image ends. It frees the room of its picture when it begins. So each request finds room.
///
/// In source order, an image begins only after those before it. Then requests are made in that order too, and a picture
/// keeps its memory from before its first request on. So the first image that hasn't begun always has room.
package final class Larder: Sendable {
  private struct State {
    var turns: HostTurns<Int32>
    /// The memory for pictures that are fetched, in bytes.
    var most: Int
    /// In source order, the next picture, if there is no memory for it yet.
    var next: Int32?
    /// In source order, the memory of the pictures that are asked for, or here.
    var used = 0
    var pictures: [Int32: Picture] = [:]
    /// In source order, the number of images that were told.
    var told = 0
    var tell: (@Sendable ([Int32]) -> Void)?
    var isOver = false
  }

  /// A picture that is here.
  private struct Picture {
    /// Nil once the image of a front has begun. The image itself holds the front, perhaps until the whole file comes.
    var fetched: FetchedPicture?
    /// True once its image has begun.
    var isTaken = false
  }

  private let web: WebSources
  private let images: [ImagePlan]
  private let places: [Int32]
  /// The places of images: `kept` has those whose pictures came with the plan, `fetched` those whose pictures the larder
  /// fetches.
  private let kept, fetched: Set<Int32>
  /// The least bytes that a fetched picture counts. It bounds the number of open files.
  private let least: Int
  private let inOrder: Bool
  private let state: Mutex<State>

  /// Makes a larder of `bytes` bytes for the images at `places`. The pictures of the places in `kept` came with the plan,
  /// and take a part of the bytes. The larder fetches the pictures of the places in `fetched`.
  init(
    _ web: WebSources, _ images: [ImagePlan], at places: [Int32], kept: Set<Int32>, fetched: Set<Int32>,
    bytes: Int, inOrder: Bool
  ) {
    (self.web, self.images, self.places) = (web, images, places)
    (self.kept, self.fetched, self.inOrder) = (kept, fetched, inOrder)
    least = bytes / min(FixedLimits.Web.picturesAtOnce, OpenFileLimit.pictures) + 1
    let open = FixedLimits.Web.openRequests
    let turns = HostTurns<Int32>(perHost: inOrder ? open : web.openPerHost, most: open)
    state = Mutex(State(turns: turns, most: bytes - web.kept.bytes))
  }

  /// Begins to fetch. `tell` gets the images as they become ready, one call at a time. It must not call the larder.
  /// Returns images whose pictures needn't be fetched, which may begin when no other one is ready. In source order,
  /// `tell` gets these too.
  package func begin(_ tell: @escaping @Sendable ([Int32]) -> Void) -> [Int32] {
    let (requests, others) = state.withLock { state -> ([Int32], [Int32]) in
      state.tell = tell
      web.transport.client.setRoom(state.most)
      for place in places where fetched.contains(place) { state.turns.add(place, of: host(of: place)) }
      if inOrder { tell(ready(&state)) }
      return (self.requests(&state), inOrder ? [] : places.filter { !fetched.contains($0) })
    }
    get(requests)
    return others
  }

  /// The picture of the image at `place`, which begins; nil if the larder didn't fetch it. A picture that its server
  /// encoded once more is decoded now, and takes the place of its encoded bytes.
  package func picture(at place: Int32) -> FetchedPicture? {
    let (picture, requests) = state.withLock { state -> (Picture?, [Int32]?) in
      let picture = state.pictures[place]
      if picture?.isTaken != false { return (picture, nil) }
      state.pictures[place]?.isTaken = true
      state.used -= bytes(of: place)
      return (picture, self.requests(&state))
    }
    if let requests {
      web.transport.client.free(bytes(of: place))
      get(requests)
    }
    guard var fetched = picture?.fetched else { return nil }
    if fetched.isFront {
      state.withLock { $0.pictures[place]?.fetched = nil }
    } else if fetched.isEncoded {
      fetched = fetched.decoded(of: images[Int(place)].version)
      state.withLock { $0.pictures[place]?.fetched = fetched }
    }
    return fetched
  }

  /// Notes that a thread waited so many nanoseconds for a picture.
  package func noteWait(_ nanoseconds: Int64) { web.noteWait(nanoseconds) }

  /// Forgets the picture of an image that is made.
  package func remove(_ place: Int32) {
    let freed = kept.contains(place) ? web.kept.release(images[Int(place)].source) : 0
    let requests = state.withLock { state -> [Int32] in
      state.pictures.removeValue(forKey: place)
      if freed == 0 { return [] }
      state.most += freed
      web.transport.client.setRoom(state.most)
      return self.requests(&state)
    }
    get(requests)
  }

  /// Fetches nothing more. In source order, this tells all other images.
  package func end() {
    state.withLock { state in
      state.isOver = true
      if inOrder { state.tell?(Array(places[state.told...])) }
      (state.tell, state.told) = (nil, places.count)
    }
  }

  /// Takes the pictures whose turn has come out of the queue, and returns their places.
  private func requests(_ state: inout State) -> [Int32] {
    var requests: [Int32] = []
    while !state.isOver, let place = state.next ?? state.turns.next() {
      state.next = nil
      if inOrder && state.used > 0 && bytes(of: place) > state.most - state.used {
        state.next = place
        break
      }
      state.used += bytes(of: place)
      requests.append(place)
    }
    return requests
  }

  /// In source order, the images that are ready and were not told.
  private func ready(_ state: inout State) -> [Int32] {
    let rest = places[state.told...]
    let ready = rest.prefix { !fetched.contains($0) || state.pictures[$0] != nil }
    state.told += ready.count
    return Array(ready)
  }

  private func get(_ places: [Int32]) {
    for place in places {
      let image = images[Int(place)]
      guard let address = web.address(of: image.source) else { continue }
      web.get(image, at: address, counting: bytes(of: place)) { [weak self] in self?.add($0, at: place) }
    }
  }

  private func add(_ fetched: FetchedPicture, at place: Int32) {
    let requests = state.withLock { state -> [Int32] in
      if state.isOver { return [] }
      state.pictures[place] = Picture(fetched: fetched)
      state.turns.finish(host(of: place))
      state.tell?(inOrder ? ready(&state) : [place])
      return self.requests(&state)
    }
    get(requests)
  }

  private func bytes(of place: Int32) -> Int { max(images[Int(place)].bytes ?? 0, least) }

  private func host(of place: Int32) -> WebAddress.Origin? {
    inOrder ? nil : web.address(of: images[Int(place)].source)?.origin
  }
}
