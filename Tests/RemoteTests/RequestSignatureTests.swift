import Net
import Remote
import Testing

@Suite struct RequestSignatureTests {
  private static let keys = StoreKeys(
    access: "AKIAIOSFODNN7EXAMPLE", secret: Secret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"))
  /// 2013-05-24T00:00:00Z
  private static let time = 1_369_353_600

  private func signed(_ signature: RequestSignature) -> HeaderFields {
    signature.fields(keys: Self.keys, region: "us-east-1", time: Self.time)
  }

  /// The examples of the Amazon S3 API Reference, "Examples: Signature Calculations".
  @Test(
    "The examples of Amazon's documentation",
    arguments: [
      (
        RequestSignature(
          method: "GET", host: "examplebucket.s3.amazonaws.com", path: "/test.txt",
          fields: [.init("Range", "bytes=0-9")]),
        "host;range;x-amz-content-sha256;x-amz-date",
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
      ),
      (
        RequestSignature(
          method: "PUT", host: "examplebucket.s3.amazonaws.com", path: "/test%24file.text",
          fields: [
            .init("Date", "Fri, 24 May 2013 00:00:00 GMT"),
            .init("x-amz-storage-class", "REDUCED_REDUNDANCY"),
          ], payload: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"),
        "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
        "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
      ),
      (
        RequestSignature(
          method: "GET", host: "examplebucket.s3.amazonaws.com", path: "/",
          query: StoreQuery([.init("lifecycle")])),
        "host;x-amz-content-sha256;x-amz-date",
        "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
      ),
      (
        RequestSignature(
          method: "GET", host: "examplebucket.s3.amazonaws.com", path: "/",
          query: StoreQuery([.init("prefix", "J"), .init("max-keys", "2")])),
        "host;x-amz-content-sha256;x-amz-date",
        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
      ),
    ])
  func published(_ signature: RequestSignature, _ names: String, _ code: String) {
    #expect(
      signed(signature)["authorization"]
        == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
        + "SignedHeaders=\(names), Signature=\(code)")
  }

  @Test("A request gets its date, the hash of its body, its token and its further fields")
  func fields() {
    let keys = StoreKeys(access: "A", secret: Secret("s"), token: Secret("t"))
    let signature = RequestSignature(
      method: "GET", host: "h.example", path: "/", fields: [.init("x-amz-a", "1")],
      payload: RequestSignature.unsignedPayload)
    let fields = signature.fields(keys: keys, region: "r", time: 951_782_399)
    #expect(fields["x-amz-date"] == "20000228T235959Z")
    #expect(fields["x-amz-content-sha256"] == "UNSIGNED-PAYLOAD")
    #expect(fields["x-amz-security-token"] == "t")
    #expect(fields["x-amz-a"] == "1")
    #expect(fields["host"] == nil)
    #expect(
      fields["authorization"]?.hasPrefix(
        "AWS4-HMAC-SHA256 Credential=A/20000228/r/s3/aws4_request, "
          + "SignedHeaders=host;x-amz-a;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=")
        == true)
    #expect(signed(signature)["x-amz-security-token"] == nil)
  }

  @Test("Blanks at the ends of a value don't count, and several inside count as one")
  func blanks() {
    let codes = Set(
      ["a b", "  a b ", "a   b", "a \t b"].map { value in
        let signature = RequestSignature(
          method: "GET", host: "h", path: "/", fields: [.init("x-amz-a", value)])
        return signed(signature)["authorization"]
      })
    #expect(codes.count == 1)
  }

  @Test("A query is sorted by its encoded names, and then by its encoded values")
  func query() {
    // '%' comes before letters, and '-' before digits.
    #expect(
      StoreQuery([.init("b"), .init("a", "b c"), .init("a", "~"), .init("ä", "+&=/"), .init("a-", "")]).text
        == "%C3%A4=%2B%26%3D%2F&a=b%20c&a=~&a-=&b=")
    #expect(StoreQuery().text == "")
  }

  @Test("The same requests as botocore signs them", arguments: SignatureVectors.all)
  func vectors(_ vector: SignatureVectors.Vector) {
    let signature = RequestSignature(
      method: "GET", host: "photos.s3.example.org", path: "/" + StorePath.encodedKey(vector.key),
      query: StoreQuery(vector.query.map { .init($0, $1) }))
    let token = vector.hasToken ? Secret("to/ken+==") : nil
    let keys = StoreKeys(access: Self.keys.access, secret: Self.keys.secret, token: token)
    let fields = signature.fields(keys: keys, region: vector.region, time: Self.time)
    let code = fields["authorization"]?.split(separator: "Signature=").last.map(String.init)
    #expect(code == vector.code)
  }

  @Test("No description shows a secret")
  func secrets() {
    let keys = StoreKeys(access: "A", secret: Secret("hidden"), token: Secret("covert"))
    var dumped = ""
    dump(keys, to: &dumped)
    for text in ["\(keys)", String(reflecting: keys), dumped, "\(KeyPlace.given(keys))"] {
      #expect(!text.contains("hidden") && !text.contains("covert"))
    }
  }
}
