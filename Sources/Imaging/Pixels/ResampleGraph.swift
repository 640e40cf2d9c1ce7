import CZimg
import ImageModel

/// The direction of a one-dimensional resample.
enum ResamplePass: Hashable {
  /// Along rows, into 16 bits; `rows` at a time.
  case horizontal(rows: Int)
  /// Along columns of 16-bit samples; `columns` at a time.
  case vertical(columns: Int)
}

/// The parameters of a zimg graph.
struct ResampleKey: Hashable {
  let axis: ResampleAxis
  let pass: ResamplePass
  /// The number of bits of a sample before the horizontal pass and after the vertical pass: 8 or 16.
  let bits: Int
}

/// A zimg filter graph for one plane of full-range samples, with the graph's working memory. Used by one
/// thread.
final class ResampleGraph {
  private let graph: OpaquePointer
  private let scratch: Plane<UInt8>

  /// The CPU type that graphs are built for. Samples are the same for all types but AVX-512.
  typealias CPU = zimg_cpu_type_e

  /// Builds the graph for `key`. Throws `decode_failed` if zimg refuses the geometry, and `memory` if memory
  /// runs out.
  init(_ key: ResampleKey, cpu: CPU) throws(ImageError) {
    let (samples, axis) = (key.bits, key.axis)
    var source: zimg_image_format
    var target: zimg_image_format
    switch key.pass {
    case .horizontal(let rows):
      (source, target) = (Self.format(bits: samples), Self.format(bits: 16))
      (source.width, source.height) = (UInt32(axis.samples), UInt32(rows))
      (target.width, target.height) = (UInt32(axis.target), UInt32(rows))
      (source.active_region.left, source.active_region.width) = (axis.start, axis.extent)
    case .vertical(let columns):
      (source, target) = (Self.format(bits: 16), Self.format(bits: samples))
      (source.width, source.height) = (UInt32(columns), UInt32(axis.samples))
      (target.width, target.height) = (UInt32(columns), UInt32(axis.target))
      (source.active_region.top, source.active_region.height) = (axis.start, axis.extent)
    }
    var parameters = Self.parameters(axis.filter, cpu)
    guard let graph = zimg_filter_graph_build(&source, &target, &parameters) else { throw Self.failure() }
    var size = 0
    zimg_filter_graph_get_tmp_size(graph, &size)
    do throws(ImageError) {
      scratch = try Plane(width: max(size, 1), height: 1)
    } catch {
      zimg_filter_graph_free(graph)
      throw error
    }
    self.graph = graph
  }

  deinit { zimg_filter_graph_free(graph) }

  /// Runs the graph. It reads the first rows of `source`, and writes the rows of `target` from `row` on.
  ///
  /// Both must hold the rows that the graph was built for. Throws `decode_failed`.
  func run<From, To>(_ source: Plane<From>, to target: Plane<To>, row: Int = 0) throws(ImageError) {
    let status = czimg_process_plane(
      graph, source.row(0).baseAddress, source.rowBytes, target.row(row).baseAddress, target.rowBytes,
      scratch.row(0).baseAddress)
    if status != ZIMG_ERROR_SUCCESS { throw Self.failure() }
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

  private static func parameters(_ filter: ResampleFilter, _ cpu: CPU) -> zimg_graph_builder_params {
    var parameters = zimg_graph_builder_params()
    zimg_graph_builder_params_default(&parameters, version)
    parameters.cpu_type = cpu
    parameters.dither_type = ZIMG_DITHER_NONE
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

  private static func failure() -> ImageError {
    var text = [CChar](repeating: 0, count: 200)
    let code = zimg_get_last_error(&text, text.count)
    zimg_clear_last_error()
    if code == ZIMG_ERROR_OUT_OF_MEMORY { return ImageError(.memory, "memory for resampling can't be had") }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return ImageError(
      Finding(.decodeFailed, "can't be resampled", because: String(decoding: bytes, as: UTF8.self)))
  }
}
