import ImageModel
import JSON

extension ExifOrientation: JSONWritable {}
extension ColorModel: JSONWritable {}
extension CorruptionPolicy: JSONWritable {}
extension VerifyExtent: JSONWritable {}
extension OrientationMode: JSONWritable {}
extension OutputFormat: JSONWritable {}
extension ChromaSubsampling: JSONWritable {}
extension TIFFCompression: JSONWritable {}
extension ResampleFilter: JSONWritable {}
extension SpaceName: JSONWritable {}
extension MetadataName: JSONWritable {
  package func write(to json: inout JSONWriter) { name.write(to: &json) }
}
extension Finding.Code: JSONWritable {}

extension PixelSize: JSONWritable {
  /// Writes the list `[width,height]`.
  package func write(to json: inout JSONWriter) {
    json.list { json in
      json.number(width)
      json.number(height)
    }
  }
}

extension PixelRect: JSONWritable {
  /// Writes the list `[x,y,width,height]`.
  package func write(to json: inout JSONWriter) {
    json.list { json in
      json.number(x)
      json.number(y)
      json.number(width)
      json.number(height)
    }
  }
}

extension RealRect: JSONWritable {
  /// Writes the list `[x,y,width,height]`.
  package func write(to json: inout JSONWriter) {
    json.list { json in
      json.number(x)
      json.number(y)
      json.number(width)
      json.number(height)
    }
  }
}

extension DCTScale: JSONWritable {
  /// Writes the scale as a string, such as `"3/8"`.
  package func write(to json: inout JSONWriter) { json.string(description) }
}

extension SamplingFactors: JSONWritable {
  /// Writes the factors across and down as a string, such as `"2x1"`.
  package func write(to json: inout JSONWriter) { json.string(description) }
}

extension RGBColor: JSONWritable {
  /// Writes the colour as a string, `"#rrggbb"`.
  package func write(to json: inout JSONWriter) { json.string(description) }
}

extension Finding: JSONObject {
  /// An object with `code` and `message`.
  package func writeFields(to json: inout JSONWriter) {
    json.field("code", code)
    json.field("message", message)
  }
}

extension RequestedBox: JSONObject {
  /// An object with `box` and `space`.
  package func writeFields(to json: inout JSONWriter) {
    json.field("box", box)
    json.field("space", space)
  }
}

extension ResampleGeometry: JSONObject {
  package func writeFields(to json: inout JSONWriter) {
    json.field("samples", samples)
    json.field("region", region)
    json.field("size", size)
    json.field("filter", filter)
  }
}

extension EncodeOptions: JSONObject {
  /// An object with the options that are set.
  package func writeFields(to json: inout JSONWriter) {
    for option in EncodeOption.all {
      switch option.get(self) {
      case .number(let number): json.field(option.name, number)
      case .flag(let flag): json.field(option.name, flag)
      case .name(let name): json.field(option.name, name)
      case nil: break
      }
    }
  }
}

extension ColorPlan: JSONObject {
  /// An object with `profile`, `intent` and `linear`.
  package func writeFields(to json: inout JSONWriter) {
    json.field("profile", target.text)
    json.field("intent", intent.rawValue)
    json.field("linear", isLinear)
  }
}

extension PixelFormat: JSONObject {
  /// An object with `color`, `bits` and `alpha`.
  package func writeFields(to json: inout JSONWriter) {
    json.field("color", color)
    json.field("bits", depth.rawValue)
    json.field("alpha", hasAlpha)
  }
}

extension MetadataPolicy: JSONObject {
  /// An object with the names to `keep`, the names to `drop` if there are any, and `gps`: `keep` or `drop`.
  package func writeFields(to json: inout JSONWriter) {
    let names = names
    json.field("keep", names.keep)
    if !names.drop.isEmpty { json.field("drop", names.drop) }
    json.field("gps", gpsStays ? "keep" : "drop")
  }
}
