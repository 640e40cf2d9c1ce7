import CZimg
import ImageModel
import Testing

@testable import Imaging

/// Resamples one axis with zimg, which mirrors rows at their ends too. The resampled part must lie within the
/// samples, and be longer than the kernel.
enum Zimg {
  /// Resamples the rows of `plane`.
  static func resampled<From, To>(_ plane: Plane<From>, _ axis: ResampleAxis) throws -> Plane<To> {
    var (source, target) = (format(bits: From.bitWidth), format(bits: To.bitWidth))
    let result = try Plane<To>(width: axis.target, height: plane.height)
    (source.width, source.height) = (UInt32(axis.samples), UInt32(plane.height))
    (target.width, target.height) = (UInt32(axis.target), UInt32(plane.height))
    (source.active_region.left, source.active_region.width) = (axis.start, axis.extent)
    var parameters = parameters(axis.filter)
    let graph = try #require(zimg_filter_graph_build(&source, &target, &parameters))
    defer { zimg_filter_graph_free(graph) }
    var size = 0
    zimg_filter_graph_get_tmp_size(graph, &size)
    let scratch = try Plane<UInt8>(width: max(size, 1), height: 1)
    let status = czimg_process_plane(
      graph, plane.row(0).baseAddress, plane.rowBytes, result.row(0).baseAddress, result.rowBytes,
      scratch.row(0).baseAddress)
    try #require(status == ZIMG_ERROR_SUCCESS)
    return result
  }

  /// Version 2.4 of zimg's API, encoded as `ZIMG_MAKE_API_VERSION` encodes it.
  private static let version: UInt32 = 2 << 8 | 4

  private static func format(bits: Int) -> zimg_image_format {
    var format = zimg_image_format()
    zimg_image_format_default(&format, version)
    format.color_family = ZIMG_COLOR_GREY
    format.pixel_type = bits > 8 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE
    format.depth = UInt32(bits)
    format.pixel_range = ZIMG_RANGE_FULL
    return format
  }

  private static func parameters(_ filter: ResampleFilter) -> zimg_graph_builder_params {
    var parameters = zimg_graph_builder_params()
    zimg_graph_builder_params_default(&parameters, version)
    switch filter {
    case .lanczos3:
      parameters.resample_filter = ZIMG_RESIZE_LANCZOS
      parameters.filter_param_a = 3
    case .bicubic:
      parameters.resample_filter = ZIMG_RESIZE_BICUBIC
      (parameters.filter_param_a, parameters.filter_param_b) = (0, 0.5)
    case .mitchell:
      parameters.resample_filter = ZIMG_RESIZE_BICUBIC
      (parameters.filter_param_a, parameters.filter_param_b) = (1.0 / 3, 1.0 / 3)
    case .bilinear: parameters.resample_filter = ZIMG_RESIZE_BILINEAR
    case .spline36: parameters.resample_filter = ZIMG_RESIZE_SPLINE36
    case .point: parameters.resample_filter = ZIMG_RESIZE_POINT
    }
    return parameters
  }
}
