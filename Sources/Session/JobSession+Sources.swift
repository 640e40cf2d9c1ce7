import JobFile
import Planning
import Remote
import Reporting
import Survey
import System

extension JobSession {
  /// The store of a job's sources. `file` is the job file's name, and `text` its bytes. Pictures of URLs that come whole
  /// with their headers are kept for a run, up to `most` bytes. Throws if the job has URLs, and this system can't fetch
  /// them.
  func store(
    _ job: JobSpec, _ folders: JobFolders, file: String, text: [UInt8], keeping most: Int = 0
  ) throws(SessionError) -> SourceStore {
    let shelf = folders.archives(of: job)
    if !job.hasURLs && folders.bucket == nil { return SourceStore(folders, job.limits, shelf: shelf) }
    if let path = job.network.certificates, let certificates = folders.certificates(of: job) {
      if let fault = Self.fault(ofCertificates: certificates) {
        let diagnostic = Diagnostic(file: file, at: path.location, "'\(path.value)' \(fault)")
        throw SessionError(.usage, [.diagnostics([diagnostic], text: text)])
      }
    }
    let stores = Self.stores(of: job)
    if case .failure(let fault) = stores, job.outputBucket != nil || job.firstBucketEntry != nil {
      let place = job.firstBucketEntry?.location ?? job.outputRoot?.location
      let diagnostic = Diagnostic(file: file, at: place, fault.message)
      throw SessionError(fault.isTemporary ? .later : .usage, [.diagnostics([diagnostic], text: text)])
    }
    do throws(Halted) {
      let web = try WebSources(
        job, folders, agent: "upright/" + ToolVersion.number, keeping: most, counting: work,
        stores: stores
      ) { [self] news in
        tell(LogEntry(.warning, job: job.name, message(news)))
      }
      return SourceStore(folders, job.limits, web, shelf: shelf)
    } catch { throw SessionError(error.halt, file: file) }
  }

  /// The settings of the store in which the buckets of a job lie, or the reason why there are none.
  private static func stores(of job: JobSpec) -> Result<StoreSettings, StoreFault> {
    guard
      job.outputBucket != nil || job.firstBucketEntry != nil
        || job.sources.contains(where: { $0.list != nil })
    else {
      return .failure(StoreFault("the job names no bucket"))
    }
    return Result { () throws(StoreFault) in
      try StoreSettings(environment: ProcessEnvironment.variables)
    }
  }

  private func message(_ news: WebNews) -> String {
    switch news {
    case .pause(let host, nil, let status):
      "\(host) gets no more requests, because it answered \(status) too often"
    case .pause(let host, let seconds?, let status):
      "\(host) gets no request for \(seconds) s, because it answered \(status)"
    case .store(.region(let bucket, let region)):
      "the bucket '\(bucket)' lies in the region \(region): set AWS_REGION to that region"
    case .store(.noConditions(let bucket)):
      "the store of the bucket '\(bucket)' knows no conditions: an object that another program puts at the same moment is replaced"
    case .unwritable(let cache, let error):
      "the cache '\(shown(cache))' can't be written: \(error.message)"
    }
  }

  /// Why no certificate can be read from the file at `path`; nil if it has one.
  private static func fault(ofCertificates path: String) -> String? {
    do throws(SystemError) {
      let text = try FileBytes.read(path, limit: FixedLimits.Web.certificateBytes)
      let isCertificate = text.firstRange(of: Array("CERTIFICATE-----".utf8)) != nil
      return isCertificate ? nil : "holds no certificate: it must be a PEM file"
    } catch { return "can't be read: \(error.message)" }
  }
}
