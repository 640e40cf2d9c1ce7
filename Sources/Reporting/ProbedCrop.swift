import ImageModel
import Imaging
import Planning

extension ProbedFile {
  /// The facts about the picture that are needed to compute a crop.
  package var cropped: LosslessCrop.Picture {
    switch self {
    case .jpeg(let report):
      LosslessCrop.Picture(
        storedSize: report.header.storedSize, orientation: report.orientation ?? .topLeft,
        grid: report.cutting)
    case .picture(let report):
      LosslessCrop.Picture(
        storedSize: report.header.storedSize, orientation: report.orientation ?? .topLeft,
        grid: .failure(ImageError(.notLossless, "it is no JPEG")))
    }
  }
}

extension ProbeReport {
  /// The grid on which a run can cut the picture without loss, or the reason why no run can.
  fileprivate var cutting: Result<MCUGrid, ImageError> {
    if let refusal = header.refusal { return .failure(ImageError(refusal)) }
    guard let coefficients = header.coefficients else { return .failure(ImageError(.noScan)) }
    let map = gainMap.flatMap { try? $0.get() }
    return coefficients.grid(with: map, in: header.storedSize)
  }
}

extension ProbeText {
  /// The box that a job cuts, and the nearest box that can be cut without loss.
  static func facts(_ crop: LosslessCrop) -> [Fact] {
    let nearest =
      if let nearest = crop.nearest {
        "\"\(nearest.region)\"" + (nearest == crop.asked ? ", as asked" : "")
      } else {
        "none" + (crop.reason.map { ": \($0)" } ?? "")
      }
    return [("crop", crop.asked.map { "\"\($0.region)\"" } ?? "none"), ("lossless crop", nearest)]
  }
}
