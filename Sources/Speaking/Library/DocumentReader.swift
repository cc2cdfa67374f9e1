import Foundation
import Glibc
import Logging
import Operating
import Records
import Synchronization

/// Extracts the text of a document's file.
///
/// Runs in a separate process (`tidings read-document`), so a file that makes its parser loop, allocate without limit or crash affects only
/// that process. The process has limits for memory and CPU time and is killed if the caller is cancelled. Without a program, a thread of
/// this process reads; a cancelled caller leaves it running.
package final class DocumentReader: Sendable {
    private let program: FencedProgram?
    /// Whether a thread of this process is reading.
    private let isReading = Atomic(false)
    private let logger = Logger(label: "tidings.documents")

    package static let command = "read-document"
    /// A PDF of a hundred megabytes needs less than half of the memory, and a minute.
    private static let limits = ChildProcess.Limits(memory: 3 << 30, processorSeconds: 300)
    private static let timeout = Duration.seconds(900)
    /// The size limit of the result in bytes. A million words take some 20 MB.
    private static let answerLimit = 256 << 20
    private static let look = Duration.milliseconds(100)
    /// Exit codes of a process that exceeded its CPU time: 128 plus SIGXCPU or SIGKILL.
    private static let killed: Set<Int32> = [128 + SIGXCPU, 128 + SIGKILL]

    /// `program` is the executable of `tidings`; nil reads in this process.
    package convenience init(program: String? = nil) {
        self.init(program.map { FencedProgram($0, [Self.command], limits: Self.limits) })
    }

    init(_ program: FencedProgram?) { self.program = program }

    /// The file's contents; nil if there is no file. Throws `DocumentFault`, `FencedProgram.Failure` if no process can be started, and
    /// `CancellationError`.
    func contents(of file: URL) async throws -> DocumentContents? {
        guard let program else { return try await contentsHere(of: file) }
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let written = Mutex<[UInt8]>([])
        let status: Int32
        do {
            status = try await program.run(reading: descriptor, atMost: Self.answerLimit, within: Self.timeout) { piece in
                written.withLock { $0 += piece }
            }
        } catch FencedProgram.Failure.late, FencedProgram.Failure.tooMuchOutput { throw DocumentFault(.tooLong) }
        guard status == 0 else {
            logger.warning("a document has ended its reader", metadata: ["document": "\(file.lastPathComponent)", "status": "\(status)"])
            throw DocumentFault(Self.killed.contains(status) ? .tooLong : .damaged)
        }
        return try Answer(json: written.withLock { $0 }).contents()
    }

    private func contentsHere(of file: URL) async throws -> DocumentContents? {
        // An abandoned reading occupies the slot until it ends.
        while isReading.load(ordering: .relaxed) { try await Task.sleep(for: Self.look) }
        isReading.store(true, ordering: .relaxed)
        return try await BlockingWork.runUnlessCancelled { () throws -> DocumentContents? in
            guard let bytes = try? Data(contentsOf: file) else { return nil }
            return try Answer(reading: [UInt8](bytes)).contents()
        } onEnd: {
            self.isReading.store(false, ordering: .relaxed)
        }
    }

    /// The result of a reading: the contents, or the reason for failure.
    package struct Answer: Codable {
        private let found: DocumentContents?
        private let fault: String?

        package init(reading bytes: [UInt8]) {
            do {
                let opened = try DocumentFile(bytes)
                guard opened.pageCount <= StoredDocument.Limits.pages, opened.document.wordCount <= StoredDocument.Limits.words else {
                    throw DocumentError.tooManyWords
                }
                let contents = DocumentContents(opened)
                guard contents.extent.words <= StoredDocument.Limits.words else { throw DocumentError.tooManyWords }
                (found, fault) = (contents, nil)
            } catch let error as DocumentError {
                (found, fault) = (nil, StoredDocument.Fault(error).rawValue)
            } catch { (found, fault) = (nil, StoredDocument.Fault.damaged.rawValue) }
        }

        init(json bytes: [UInt8]) throws(DocumentFault) {
            do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { throw DocumentFault(.damaged) }
        }

        package var json: [UInt8] { get throws { [UInt8](try JSONEncoder().encode(self)) } }

        func contents() throws(DocumentFault) -> DocumentContents {
            guard let found else { throw DocumentFault(fault.flatMap(StoredDocument.Fault.init(rawValue:)) ?? .damaged) }
            return found
        }
    }
}

/// Why a document can't be read.
struct DocumentFault: Error, Hashable {
    let fault: StoredDocument.Fault

    init(_ fault: StoredDocument.Fault) { self.fault = fault }
}
