import Foundation
import ImageModel
import Testing

@Suite("Values in memory of their own") struct BoxedTests {
  private struct Holder: Codable, Hashable {
    @Boxed var first = 1
    @Rare var size: PixelSize?
    @Rare var name: String? = nil
  }

  @Test("A value takes the bytes of a pointer, however large it is")
  func size() {
    #expect(MemoryLayout<Boxed<[PixelSize?]>>.size == 8 && MemoryLayout<Boxed<RGBColor>>.size == 8)
    #expect(MemoryLayout<Rare<RGBColor>>.size == 8)
    #expect(MemoryLayout<Rare<[PixelSize?]>>.size == 8)
    #expect(MemoryLayout<Holder>.size == 24)
  }

  @Test("A value is read as it was set")
  func value() {
    var holder = Holder(size: nil)
    #expect(holder.size == nil && holder.name == nil)
    var other = holder
    other.name = "a"
    other.size = PixelSize(width: 3, height: 4)
    #expect(other.size == PixelSize(width: 3, height: 4) && other.name == "a")
    #expect(holder != other, "a copy keeps its value")
    holder.name = "a"
    holder.size = PixelSize(width: 3, height: 4)
    holder.first = 2
    #expect(other.first == 1 && holder != other, "a copy keeps its value")
    other.first += 1
    #expect(holder == other && holder.hashValue == other.hashValue)
    other.size = nil
    #expect(other.size == nil && holder != other)
  }

  @Test(
    "JSON holds a value as it holds that of an optional property",
    arguments: [
      (nil, nil, #"{"first":1}"#), (4, nil, #"{"first":1,"size":[3,4]}"#),
      (4, "a", #"{"first":1,"name":"a","size":[3,4]}"#),
    ])
  func coding(_ height: Int?, _ name: String?, _ text: String) throws {
    let holder = Holder(size: height.map { PixelSize(width: 3, height: $0) }, name: name)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(holder), as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(Holder.self, from: Data(text.utf8)) == holder)
  }

  @Test("A null is no value, and a value of another type is an error")
  func faults() throws {
    let null = Data(#"{"first":1,"name":null}"#.utf8)
    #expect(try JSONDecoder().decode(Holder.self, from: null) == Holder(size: nil))
    let wrong = Data(#"{"first":1,"name":7}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Holder.self, from: wrong) }
  }
}
