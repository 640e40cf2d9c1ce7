import ImageModel

/// The first track of pictures in a `moov` box (ISO/IEC 14496-12, 8; ISO/IEC 23008-12, 7).
struct HEIFSequence {
  let pictures: HEIFTrack
  private var auxiliary: [ISOBox] = []

  /// Finds the first track of pictures in `moov`; nil if there is none.
  init?(_ moov: ISOBox, _ boxes: inout ISOBoxes) throws(ImageError) {
    var pictures: HEIFTrack?
    for track in try boxes.boxes(in: moov.content) where track.type == "trak" {
      switch try HEIFTrack.handler(of: track, &boxes) {
      case "pict" where pictures == nil: pictures = try HEIFTrack(track, &boxes)
      case "auxv": auxiliary.append(track)
      default: break
      }
    }
    guard let pictures else { return nil }
    self.pictures = pictures
  }

  /// The tracks of auxiliary pictures, such as alpha, for this track (ISO/IEC 23008-12, 7.5).
  func auxiliaryTracks(_ boxes: inout ISOBoxes) throws(ImageError) -> [HEIFTrack] {
    var tracks: [HEIFTrack] = []
    for box in auxiliary {
      guard let track = try HEIFTrack(box, &boxes) else { continue }
      if track.references["auxl"]?.contains(pictures.number) == true { tracks.append(track) }
    }
    return tracks
  }
}
