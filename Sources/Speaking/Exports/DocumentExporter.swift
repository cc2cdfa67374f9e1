package import Foundation
import Logging
package import LongJobs
import Operating
package import Records
import ServiceLifecycle
package import Storage

/// Exports whole documents as sound files, as visible jobs, and keeps the files for a limited time.
///
/// A few exports are open at once, at most one per person. They take turns part by part, so that a long document doesn't hold up others.
///
/// A service. Files are named by their export's number, which is never reused. An export interrupted by a shutdown restarts. Of several
/// servers one makes the exports of all; its files are in a folder that all of them see.
package actor DocumentExporter: Service {
    nonisolated package let folder: URL
    nonisolated let maker: PartMaker
    nonisolated let store: Store
    private let jobs: Jobs
    private let roles: Roles
    nonisolated let now: Now
    private let news = AsyncSignal()
    private let logger = Logger(label: "tidings.exports")
    private var making: [DocumentExport.ID: Making] = [:]
    /// The documents' folder, which contains their covers.
    nonisolated let covers: URL?
    nonisolated let semaphore = FairSemaphore(.init(width: 1, own: 1, waiting: DocumentExporter.openLimit))

    private struct Making {
        let person: Person.ID
        var task: Task<Void, any Error>?
        var report: JobReport?
    }

    static let openLimit = 4
    private static let attempts = 3
    private static let (pause, rest) = (Duration.seconds(300), Duration.seconds(30))

    /// Throws if the folder can't be created. `covers` is the documents' folder, which contains the pictures of their covers.
    package init(
        in folder: URL, covers: URL? = nil, maker: PartMaker, store: Store, jobs: Jobs, roles: Roles = .all,
        now: @escaping Now = Timestamp.system
    ) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        self.covers = covers
        (self.folder, self.maker, self.store, self.jobs, self.roles, self.now) = (folder, maker, store, jobs, roles, now)
        // Those of several servers are another's, which may be at work.
        if !roles.areShared { try Self.removeDrafts(in: folder) }
    }

    /// Drafts left by an earlier process.
    private static func removeDrafts(in folder: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where ExportWriter.isDraft(name) {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    /// Whether ffmpeg, which creates the files, is installed.
    nonisolated package var canMake: Bool { SoundFile.ffmpeg() != nil }

    // MARK: People's actions

    /// Adds an export through the person's store.
    package func add(
        _ format: DocumentExport.Format, of id: StoredDocument.ID, for person: Person.ID, anew: Bool = false, through store: Store
    ) async throws -> DocumentStore.AddedExport {
        let added = try await store.documents.addExport(format, of: id, for: person, anew: anew, at: now())
        news.send()
        return added
    }

    /// Cancels exports that were deleted from the store and removes their files.
    package func tidy() async throws {
        let known = Set(try await store.documents.allExports().map(\.id))
        for (id, making) in making where !known.contains(id) { making.task?.cancel() }
        news.send()
    }

    /// Finished parts of the total; nil while the export waits.
    package func progress(of id: DocumentExport.ID) -> LongJob.Progress? { making[id]?.report?.progress }

    nonisolated package static func name(of export: DocumentExport) -> String { "\(export.id).\(export.format.ending)" }

    // MARK: The service

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.roles.serving(.exports) {
                // What a server that is gone was writing.
                if self.roles.areShared { try? Self.removeDrafts(in: self.folder) }
                await withDiscardingTaskGroup { group in
                    while !Task.isCancelled {
                        do {
                            try await self.removeFiles()
                            for export in try await self.next() { group.addTask { await self.open(export) } }
                        } catch is CancellationError {} catch { self.complain(error) }
                        await self.news.wait(atMost: self.roles.pause(Self.pause))
                    }
                }
            }
        }
    }

    /// The exports to open now, oldest request first.
    private func next() async throws -> [DocumentExport] {
        let waiting = try await store.documents.allExports().filter { $0.state == .making }
        var next: [DocumentExport] = []
        for export in waiting where making.count < Self.openLimit && !making.values.contains(where: { $0.person == export.person }) {
            making[export.id] = Making(person: export.person)
            next.append(export)
        }
        return next
    }

    private func open(_ export: DocumentExport) async {
        do { try await make(export) } catch is CancellationError {} catch {
            complain(error)
            // It is retried.
            try? await Task.sleep(for: Self.rest)
        }
        making[export.id] = nil
        news.send()
    }

    nonisolated private func complain(_ error: any Error) { logger.error("documents can’t be exported", metadata: ["error": "\(error)"]) }

    private func make(_ export: DocumentExport) async throws {
        // An export that repeatedly crashes the process is abandoned.
        guard try await store.documents.beginExport(export.id) <= Self.attempts else {
            return try await store.documents.failExport(export.id, .voice)
        }
        let subject = DocumentLibrary.subject
        let task = Task {
            try await jobs.run(.exports, about: subject, for: export.person) { report in
                await self.begin(export.id, report)
                try await self.write(export, report)
            }
        }
        making[export.id]?.task = task
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch let error as SpeechError {
            logger.error("an export can’t be made", metadata: ["export": "\(export.id)", "error": "\(error)"])
            try await store.documents.failExport(export.id, .init(error))
        } catch is CancellationError {
            // If the server stops, the export restarts at the next start. Otherwise its person cancelled it.
            if Task.isCancelled {
                let noting = Task { try await store.documents.interruptExport(export.id) }
                _ = await noting.result
                throw CancellationError()
            }
            try await store.documents.failExport(export.id, .cancelled)
        }
    }

    private func begin(_ id: DocumentExport.ID, _ report: JobReport) { making[id]?.report = report }

    // MARK: Files

    /// Removes files without an export, exports without a file, and expired exports.
    private func removeFiles() async throws {
        let known = try await store.documents.allExports()
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") })
        let leaving = Set(
            DocumentExport.leaving(known, at: now()).map(\.id)
                + known.filter { $0.made != nil && !files.contains(Self.name(of: $0)) }.map(\.id))
        try await store.documents.dropExports(leaving.sorted())
        // Queried again, because exports may have been added meanwhile.
        let kept = Set(try await store.documents.allExports().map(Self.name))
        for name in files where !kept.contains(name) { try? FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
    }
}

extension DocumentExport.Fault {
    init(_ error: SpeechError) {
        self =
            switch error.code {
            case .noEngine: .noEngine
            case .noVoice: .noVoice
            case .storage, .noRoom: .storage
            default: .voice
            }
    }
}
