package import Foundation
import Logging
package import LongJobs
package import Operating
package import Records
import ServiceLifecycle
package import Storage

/// People's documents for listening: their files, their text, and the sound of their parts.
///
/// A service: it extracts the text of one document at a time, as a visible job, and deletes files whose document is gone. Files are named
/// by their document's number, which is never reused. Of several servers each takes files, in a folder that all of them see, and one
/// extracts the texts.
package actor DocumentLibrary: Service {
    /// nil if the speech helper isn't installed.
    nonisolated package let maker: PartMaker?
    nonisolated private let pictures: PagePictures?
    nonisolated private let folder: URL
    private let store: Store
    private let jobs: Jobs?
    private let roles: Roles
    private let now: Now
    nonisolated private let news = AsyncSignal()
    private let logger = Logger(label: "tidings.documents")
    private var places = UploadPlaces()
    /// The files being uploaded, and the total number of uploads.
    private var receiving: [Int: IncomingFile] = [:]
    private var receivedCount = 0
    private let reader: DocumentReader
    /// Signals that documents may have been removed.
    nonisolated private let removals = AsyncSignal()
    /// The number of documents recorded before their files are in place.
    private var adding = 0

    package static let subject = LongJob.Subject(board: "reader", title: "Reader")
    private static let attempts = 3
    private static let pause = Duration.seconds(300)
    /// How often a running extraction checks whether its document still exists; commands can also delete documents.
    private static let removalPause = Duration.seconds(5)
    /// How long the file of a new document, which another server has taken, may take to come.
    private static let arrival = Duration.seconds(600)

    /// Throws if the folder can't be created.
    package init(
        in folder: URL, maker: PartMaker?, pictures: PagePictures? = nil, reader: DocumentReader = DocumentReader(), store: Store,
        jobs: Jobs? = nil, roles: Roles = .all, now: @escaping Now = Timestamp.system
    ) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        (self.pictures, self.reader) = (pictures, reader)
        (self.folder, self.maker, self.store, self.jobs, self.roles, self.now) = (folder, maker, store, jobs, roles, now)
        // Uploads interrupted when an earlier process ended.
        let prefix = IncomingFile.prefix + roles.fileMark
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix(prefix) {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    // MARK: People's actions

    /// Receives a file through `write`, piece by piece. Returns nil if too many uploads are running, or if this one was too slow while
    /// others waited (`UploadPlaces`). Throws `SpeechError` (`storage`, `noRoom`) and the errors of `write`.
    package func receive(for person: Person.ID, _ write: @Sendable (IncomingFile) async throws -> Void) async throws -> IncomingFile? {
        let (now, number) = (ContinuousClock.now, receivedCount)
        receivedCount += 1
        let paces = receiving.mapValues(\.pace).filter { places.hasPace($1.began, at: now) }.mapValues { $0.bytesPerSecond(at: now) }
        switch places.enter(number, for: person, at: now, paces: paces) {
        case .goes: break
        case .goesInstead(let other): receiving.removeValue(forKey: other)?.giveUp()
        case .isFull: return nil
        }
        defer {
            places.leave(number)
            receiving[number] = nil
        }
        do {
            let file = try IncomingFile(in: folder, mark: roles.fileMark)
            receiving[number] = file
            try await write(file)
            try await file.flush()
            return file
        } catch is IncomingFile.GivenUp { return nil } catch let error as IncomingFile.Failure { throw Self.failure(error) }
    }

    private static func failure(_ error: IncomingFile.Failure) -> SpeechError {
        SpeechError(writing: "the document can’t be kept", error.code)
    }

    /// Adds a file as a document through the person's store. Throws `SpeechError` (`storage`, `noRoom`) and `StorageError`. With
    /// `isFileName`, the document's own title replaces `name`.
    package func add(
        _ file: IncomingFile, named name: String, isFileName: Bool = false, about: DocumentAbout = DocumentAbout(), for person: Person.ID,
        through store: Store
    ) async throws -> DocumentStore.AddedDocument {
        adding += 1
        defer {
            adding -= 1
            news.send()
        }
        let written = file.finish()
        let kind = DocumentFile.kind(of: written.head)
        let added = try await store.documents.addDocument(
            written.digest, kind, title: name, isFileName: isFileName, about: about, bytes: written.bytes, for: person, at: now())
        guard case .new(let id) = added else { return added }
        do {
            try await BlockingWork.run { [folder] in try file.move(to: Self.file(id, in: folder)) }
        } catch {
            _ = try await self.store.documents.removeDocument(id, of: person)
            if let failure = error as? IncomingFile.Failure { throw Self.failure(failure) }
            throw error
        }
        return added
    }

    /// Whether page pictures are possible: the document is a PDF with its file on this server.
    nonisolated package func hasPictures(of document: StoredDocument) -> Bool {
        pictures != nil && document.extent?.pages != nil && access(Self.file(document.id, in: folder).path, R_OK) == 0
    }

    /// The picture of a book's cover, as in its file; nil if there is none.
    nonisolated package func cover(of document: StoredDocument) async -> [UInt8]? {
        guard document.hasCover else { return nil }
        let place = Self.cover(document.id, in: folder)
        return try? await BlockingWork.run { Array(try Data(contentsOf: place)) }
    }

    /// A picture of a book, as in its file, by its number, base 0; nil if there is none.
    nonisolated package func picture(_ number: Int, in document: StoredDocument) async -> [UInt8]? {
        guard number >= 0 else { return nil }
        let place = Self.picture(number, of: document.id, in: folder)
        return try? await BlockingWork.run { Array(try Data(contentsOf: place)) }
    }

    /// The picture of a page, base 1; nil if there is none. Throws `SpeechError` (`busy`).
    nonisolated package func picture(of page: Int, _ size: PagePictures.Size, in document: StoredDocument) async throws -> [UInt8]? {
        guard let pictures, hasPictures(of: document), page >= 1, page <= document.extent?.pages ?? 0 else { return nil }
        return try await pictures.picture(
            of: page, size, in: Self.file(document.id, in: folder), content: document.content, for: document.person)
    }

    /// Deletes files of removed documents and cancels their extraction.
    nonisolated package func tidy() {
        removals.send()
        news.send()
    }

    // MARK: The service

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.roles.serving(.documents) {
                while !Task.isCancelled {
                    do {
                        try await self.removeFiles()
                        try await self.readAll()
                    } catch is CancellationError {} catch {
                        self.logger.error("documents can’t be read", metadata: ["error": "\(error)"])
                    }
                    await self.news.wait(atMost: self.roles.pause(Self.pause))
                }
            }
        }
    }

    /// Extracts the waiting documents, alternating between people.
    private func readAll() async throws {
        var last: Person.ID?
        while !Task.isCancelled {
            let waiting = try await store.documents.documentsToRead().filter(isHere)
            // Each upload signals when its file is in place.
            guard adding == 0 else { return }
            guard let next = waiting.first(where: { $0.person != last }) ?? waiting.first else { return }
            last = next.person
            try await read(next)
        }
    }

    /// Whether a document's file is here, or won't come any more. Another server has noted the document and may still be moving its file.
    private func isHere(_ document: StoredDocument) -> Bool {
        !roles.areShared || access(Self.file(document.id, in: folder).path, F_OK) == 0 || document.added + Self.arrival < now()
    }

    private func read(_ document: StoredDocument) async throws {
        // A document that repeatedly crashes the process is abandoned.
        guard try await store.documents.beginDocument(document.id) <= Self.attempts else {
            return try await store.documents.failDocument(document.id, .damaged)
        }
        do {
            guard let jobs else { return try await read(document, nil) }
            try await jobs.run(.documents, about: Self.subject, for: document.person) { try await self.read(document, $0) }
        } catch let error as DocumentFault {
            try await store.documents.failDocument(document.id, error.fault)
        } catch let error as FencedProgram.Failure {
            // The failure isn't the document's fault.
            try await store.documents.interruptDocument(document.id)
            throw error
        } catch is CancellationError {
            // If the server stops, extraction restarts at the next start. Otherwise the person cancelled it.
            if Task.isCancelled {
                let noting = Task { try await store.documents.interruptDocument(document.id) }
                _ = await noting.result
                throw CancellationError()
            }
            try await store.documents.failDocument(document.id, .cancelled)
        }
    }

    private func read(_ document: StoredDocument, _ report: JobReport?) async throws {
        report?.update(0, of: document.bytes)
        let file = Self.file(document.id, in: folder)
        let contents = try await unlessRemoved(document) { [reader] in try await reader.contents(of: file) }
        try Task.checkCancellation()
        report?.update(document.bytes, of: document.bytes)
        guard let contents else { return try await store.documents.failDocument(document.id, .lost) }
        let cover = contents.cover.map { ($0, Self.cover(document.id, in: folder)) }
        let pictures = contents.pictures.enumerated().map { ($1, Self.picture($0, of: document.id, in: folder)) }
        let all = [cover].compactMap { $0 } + pictures
        // If the pictures don't fit on the disk, the text is stored without them.
        var areKept = true
        do {
            try await BlockingWork.run { () throws -> Void in
                for (picture, place) in all { try picture.write(to: place) }
            }
        } catch { areKept = false }
        try await store.documents.finishDocument(
            document.id, title: contents.title, firstWords: contents.firstWords, about: contents.about, hasCover: areKept && cover != nil,
            pictureBytes: areKept ? all.reduce(0) { $0 + $1.0.bytes.count } : 0, contents.extent, contents.parts,
            chapters: contents.chapters)
    }

    /// Cancels the work when its document is removed.
    private func unlessRemoved<Value: Sendable>(
        _ document: StoredDocument, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask { [store, removals] in
                while try await store.documents.document(document.id, of: document.person) != nil {
                    await removals.wait(atMost: Self.removalPause)
                    try Task.checkCancellation()
                }
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else { throw CancellationError() }
            return value
        }
    }

    private func removeFiles() async throws {
        // List files first, because a document is recorded before its file exists.
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { name in
            Int64(name.prefix { $0 != "." }).map { (id: $0, name: name) }
        }
        guard !files.isEmpty else { return }
        let known = try await store.documents.documentIDs()
        for (id, name) in files where !known.contains(id) { try? FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
    }

    private static func file(_ id: StoredDocument.ID, in folder: URL) -> URL { folder.appendingPathComponent("\(id)") }
    // All files of a document have names that begin with its number and a dot.
    static func cover(_ id: StoredDocument.ID, in folder: URL) -> URL { folder.appendingPathComponent("\(id).cover") }
    private static func picture(_ number: Int, of id: StoredDocument.ID, in folder: URL) -> URL {
        folder.appendingPathComponent("\(id).\(number)")
    }
}
