import ImageModel
import Planning
import Synchronization
import System

/// Pictures of URLs that came whole while a plan read their headers. The run that follows the plan in the same process
/// needs no second request for them.
///
/// Pictures are added while the plan is made, as long as they have room. The run then drops those that it doesn't need,
/// and each other one when its last image is made. They lie in plain memory, because open files are few.
final class KeptPictures: Sendable {
  private struct Picture {
    let version: SourceVersion
    let bytes: [UInt8]
    /// The number of images that need it and aren't made.
    var images = 0
  }

  private struct State {
    var pictures: [ExactText: Picture] = [:]
    /// The bytes of all pictures, and the most that they may have.
    var bytes = 0
    var most: Int

    init(most: Int) { self.most = most }

    func hasRoom(for bytes: Int) -> Bool { bytes <= most - self.bytes }

    mutating func add(_ picture: Picture, _ name: ExactText) {
      pictures[name] = picture
      bytes += picture.bytes.count
    }

    /// Returns the bytes of the picture; 0 if there is none.
    @discardableResult mutating func remove(_ name: ExactText) -> Int {
      let freed = pictures.removeValue(forKey: name)?.bytes.count ?? 0
      bytes -= freed
      return freed
    }
  }

  private let state: Mutex<State>

  /// Keeps up to `most` bytes; 0 to keep none.
  init(most: Int) { state = Mutex(State(most: most)) }

  /// The bytes of all pictures.
  var bytes: Int { state.withLock { $0.bytes } }

  /// True if a picture of so many bytes may be added now.
  func hasRoom(for bytes: Int) -> Bool { state.withLock { $0.hasRoom(for: bytes) } }

  /// Adds the picture of a source, and removes the picture of any other version of the source. A picture without room
  /// isn't added.
  func add(_ name: String, _ version: SourceVersion, _ bytes: [UInt8]) {
    let name = ExactText(name)
    state.withLock { state in
      state.remove(name)
      if state.hasRoom(for: bytes.count) { state.add(Picture(version: version, bytes: bytes), name) }
    }
  }

  /// Keeps the pictures that the images at `places` need: the first ones, up to `most` bytes. Drops all others, and
  /// takes no more. ``release(_:)`` must follow for each of these images.
  func retain(_ images: [ImagePlan], at places: [Int32], within most: Int) {
    state.withLock { state in
      let all = state.pictures
      state = State(most: most)
      for place in places {
        let image = images[Int(place)]
        let name = ExactText(image.source)
        guard let picture = all[name], picture.version == image.version else { continue }
        if state.pictures[name] == nil, state.hasRoom(for: picture.bytes.count) { state.add(picture, name) }
        state.pictures[name]?.images += 1
      }
      state.most = 0
    }
  }

  /// True if it has this version of the source `name`.
  func has(_ name: String, _ version: SourceVersion) -> Bool {
    state.withLock { $0.pictures[ExactText(name)]?.version == version }
  }

  /// Opens this version of the source `name`; nil if it isn't kept. Throws `io_error` if there is no file in memory for
  /// it.
  func open(_ name: String, _ version: SourceVersion) throws(ImageError) -> OpenSource? {
    guard let picture = state.withLock({ $0.pictures[ExactText(name)] }), picture.version == version else {
      return nil
    }
    return try OpenSource(picture.bytes, version)
  }

  /// Notes that an image of the source `name` is made. Returns the bytes that are free by that.
  func release(_ name: String) -> Int {
    let name = ExactText(name)
    return state.withLock { state in
      guard let images = state.pictures[name]?.images, images > 1 else { return state.remove(name) }
      state.pictures[name]?.images = images - 1
      return 0
    }
  }
}
