import Remote
import System
import Testing

@Suite struct StoreEndpointTests {
  private func url(
    _ endpoint: StoreEndpoint, _ bucket: String, _ key: String = "a/b.jpg", region: String = "eu-west-1"
  ) -> String {
    endpoint.address(bucket: bucket, key: key, query: StoreQuery(), region: region).shown
  }

  @Test(
    "Each region of Amazon has its server",
    arguments: [
      ("eu-west-1", "https://photos.s3.eu-west-1.amazonaws.com/a/b.jpg"),
      ("cn-north-1", "https://photos.s3.cn-north-1.amazonaws.com.cn/a/b.jpg"),
      ("us-gov-west-1", "https://photos.s3.us-gov-west-1.amazonaws.com/a/b.jpg"),
    ])
  func regions(_ region: String, _ expected: String) throws {
    #expect(url(try StoreEndpoint(), "photos", region: region) == expected)
  }

  @Test(
    "A bucket stands in the path if its name can't be a label of the host",
    arguments: ["my.photos", "Photos", "my_photos", "-a1", "a1-", String(repeating: "a", count: 64)])
  func inPath(_ bucket: String) throws {
    #expect(url(try StoreEndpoint(), bucket) == "https://s3.eu-west-1.amazonaws.com/\(bucket)/a/b.jpg")
  }

  @Test(
    "A bucket stands in the path at addresses and local names, and in the host elsewhere",
    arguments: [
      ("http://127.0.0.1:9000", "http://127.0.0.1:9000/photos/a/b.jpg"),
      ("http://[::1]:9000/", "http://[::1]:9000/photos/a/b.jpg"),
      ("http://localhost:9000", "http://localhost:9000/photos/a/b.jpg"),
      ("http://s3.localhost:9000", "http://s3.localhost:9000/photos/a/b.jpg"),
      ("http://minio", "http://minio/photos/a/b.jpg"),
      ("https://store.example.org", "https://photos.store.example.org/a/b.jpg"),
      ("https://store.example.org:8443/base//", "https://photos.store.example.org:8443/base/a/b.jpg"),
      ("http://127.0.0.1/the base", "http://127.0.0.1/the base/photos/a/b.jpg"),
    ])
  func places(_ endpoint: String, _ expected: String) throws {
    let expected = expected.replacing("the base", with: "the%20base")
    #expect(url(try StoreEndpoint(endpoint), "photos") == expected)
  }

  @Test("The operator may set the place of the bucket's name")
  func addressing() throws {
    let path = try StoreEndpoint("https://store.example.org", addressing: .path)
    #expect(url(path, "photos") == "https://store.example.org/photos/a/b.jpg")
    let host = try StoreEndpoint("http://minio:9000", addressing: .virtual)
    #expect(url(host, "photos") == "http://photos.minio:9000/a/b.jpg")
    #expect(
      url(try StoreEndpoint("http://127.0.0.1", addressing: .virtual), "x-1")
        == "http://127.0.0.1/x-1/a/b.jpg")
  }

  @Test(
    "A key reaches the store as it is",
    arguments: [
      ("a b", "/a%20b"), ("a+b%2Fc", "/a%2Bb%252Fc"), ("/a", "//a"), ("a//b/", "/a//b/"), ("../a", "/../a"),
      ("a/./b/..", "/a/./b/.."), ("é?#&=", "/%C3%A9%3F%23%26%3D"), ("~-._'", "/~-._%27"),
    ])
  func keys(_ key: String, _ path: String) throws {
    let virtual = try StoreEndpoint().address(
      bucket: "photos", key: key, query: StoreQuery([.init("a", "b c")]), region: "r")
    #expect(virtual.target == path + "?a=b%20c")
    let inPath = try StoreEndpoint("http://minio").address(
      bucket: "photos", key: key, query: StoreQuery(), region: "r")
    #expect(inPath.target == "/photos" + path)
  }

  @Test("A bucket without a key")
  func bucket() throws {
    let query = StoreQuery([.init("list-type", "2")])
    let virtual = try StoreEndpoint().address(bucket: "photos", query: query, region: "r")
    #expect(virtual.target == "/?list-type=2")
    let inPath = try StoreEndpoint("http://minio/x").address(bucket: "photos", query: query, region: "r")
    #expect(inPath.target == "/x/photos?list-type=2")
  }
}
