import Fetching
import Foundation
import Localisation
import LongJobs
import Operating
import Records
import Serving
import Speaking
import Storage
import Watching

/// Adds a document by its address: fetches it as a job of the person, and stores it like an uploaded file.
///
/// Members can reach public addresses only, and can't distinguish a private address from a nonexistent one. Administrators can also reach
/// the hosts in `allow-hosts`, and see why another private address is refused.
struct DocumentFetch: Sendable {
    private let feature: ReaderFeature
    private let person: Person
    private static let time = Duration.seconds(180)
    static let addressLength = 2000
    private static let accept = "text/html,application/xhtml+xml,application/pdf,application/epub+zip,text/plain;q=0.9,*/*;q=0.1"

    init(_ feature: ReaderFeature, _ person: Person) { (self.feature, self.person) = (feature, person) }

    enum Outcome {
        case added(DocumentStore.AddedDocument)
        /// It isn't a web address.
        case noAddress
        case failed(SourceFailure)
        /// No public host has this address, or an address that it leads to. Members can't distinguish private hosts from missing ones.
        case notPublic(String)
        /// Its job was cancelled.
        case cancelled
        /// Too many uploads or fetches are running.
        case busy
    }

    /// An address without a scheme is treated as HTTPS.
    func add(_ text: String) async throws -> Outcome {
        let text = text.trimmingWhitespace()
        guard text.utf8.count <= Self.addressLength, let library = feature.documents, let jobs = feature.jobs,
            let address = try? WebAddress(text.contains("://") ? text : "https://\(text)")
        else { return .noAddress }
        var request = Fetching.Request(url: address.url, headers: [("Accept", Self.accept)], bodyLimit: StoredDocument.Limits.fileBytes)
        request.reachesListed = person.role == .administrator
        request.timeouts.total = Self.time
        let job = feature.fetcher.job(request, for: "document")
        do {
            let file = try await jobs.run(.pages, about: DocumentLibrary.subject, for: person.id) { [person] report in
                report.follow { .init(done: job.progress.receivedBytes, total: job.progress.expectedBytes) }
                return try await library.receive(for: person.id) { file in
                    _ = try await job.run { part in
                        if case .body(let bytes) = part { try await file.take(bytes) }
                    }
                }
            }
            guard let file else { return .busy }
            guard file.finish().bytes > 0 else {
                return .failed(.init(.unreadable, at: address.description, message: "\(address) is empty"))
            }
            return .added(try await library.add(file, named: "", for: person.id, through: feature.store))
        } catch let error as FetchError {
            return error.code == .cancelled ? .cancelled : failure(error, of: address)
        } catch is JobError {
            return .busy
        } catch is CancellationError {
            return .cancelled
        }
    }

    private func failure(_ error: FetchError, of address: WebAddress) -> Outcome {
        guard error.isUnlisted else { return .failed(SourceFailure(error)) }
        guard person.role == .administrator else { return .notPublic(address.description) }
        // An administrator learns which setting allows the host.
        guard error.code != .refused else { return .failed(SourceFailure(error)) }
        return .failed(SourceFailure(.unreachable, at: address.description, message: "Tidings couldn’t reach \(address)"))
    }
}

extension DocumentFetch {
    /// The sentence for `Outcome.notPublic`.
    static func notPublic(_ address: String, _ words: Words) -> String {
        words(
            """
            Tidings couldn’t reach \(address): it, or an address that it leads to, doesn’t exist or is on a private network, which members \
            can’t reach.
            """)
    }
}
