import Foundation
import Logging
package import LongJobs
import Operating
package import Records
import ServiceLifecycle
package import Storage

/// Turns files in people's folders into documents.
///
/// A service that polls every few seconds, because the kernel reports no changes on network file systems; a folder has few names. A file is
/// accepted once it is unchanged between two polls. Accepted files are recorded by name, size and time, so a deleted document doesn't
/// return while its file still exists. Disabled people's folders are skipped. Of several servers one polls for all.
package actor DocumentFolders: Service {
    /// A file that isn't a document, and why.
    package struct Problem: Hashable, Sendable {
        package enum Reason: Hashable, Sendable {
            /// It can't be opened or read completely.
            case unreadable
            /// It exceeds the size limit of documents.
            case tooLarge
            /// Its person has reached the limit of documents or bytes.
            case full
        }

        package let name: String
        package let reason: Reason
    }

    private let folders: [DocumentFolder]
    private let library: DocumentLibrary
    private let store: Store
    private let roles: Roles
    private let pause: Duration
    private let logger = Logger(label: "tidings.documents")
    /// The files as of the last poll.
    private var seen: [String: FolderFile] = [:]
    private var problems: [Person.ID: [Problem]] = [:]
    /// Problems already logged, so that each is logged once.
    private var told: Set<String> = []

    package init(
        _ folders: [DocumentFolder], library: DocumentLibrary, store: Store, roles: Roles = .all, pause: Duration = .seconds(5)
    ) {
        (self.folders, self.library, self.store, self.roles, self.pause) = (folders, library, store, roles, pause)
    }

    /// The problems found by the last poll.
    package func problems(of person: Person.ID) -> [Problem] { problems[person] ?? [] }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.roles.serving(.documentFolders) {
                while !Task.isCancelled {
                    do { try await self.scan() } catch is CancellationError {} catch {
                        self.logger.error("the folders of documents can’t be looked through", metadata: ["error": "\(error)"])
                    }
                    try? await Task.sleep(for: self.pause)
                }
            }
        }
    }

    /// Polls all folders once. Throws `StorageError`, `SpeechError` (`storage`) and `CancellationError`.
    package func scan() async throws {
        var (present, problems, warnings): ([String: FolderFile], [Person.ID: [Problem]], Set<String>) = ([:], [:], [])
        for folder in folders {
            guard let person = try await store.people.person(named: folder.person) else {
                warnings.insert("no one here has the name '\(folder.person)', whose documents are in \(folder.path)")
                continue
            }
            guard !person.isDisabled else {
                warnings.insert("\(folder.person) is disabled: files in \(folder.path) aren’t taken")
                continue
            }
            guard let files = try await folder.scan() else {
                warnings.insert("the folder of documents \(folder.path) can’t be read")
                continue
            }
            for file in files { present[file.path] = file.mark }
            problems[person.id, default: []] += try await add(files, from: folder, for: person.id)
        }
        (seen, self.problems) = (present, problems)
        for warning in warnings.subtracting(told).sorted() { logger.warning("\(warning)") }
        told = warnings
    }

    private func add(_ files: [DocumentFolder.Found], from folder: DocumentFolder, for person: Person.ID) async throws -> [Problem] {
        let known = try await store.documents.folderFiles(of: person)
        let paths = Set(files.map(\.path))
        // Skip subfolders, which may be watched themselves.
        let start = folder.path + "/"
        let gone = known.keys.filter { $0.hasPrefix(start) && !$0.dropFirst(start.count).contains("/") && !paths.contains($0) }
        if !gone.isEmpty { try await store.documents.forgetFolderFiles(gone.sorted(), of: person) }
        var problems: [Problem] = []
        for file in files where known[file.path] != file.mark {
            try Task.checkCancellation()
            guard file.mark.size <= StoredDocument.Limits.fileBytes else {
                problems.append(Problem(name: file.name, reason: .tooLarge))
                continue
            }
            // Otherwise it is accepted at the next poll.
            guard seen[file.path] == file.mark else { continue }
            let own = try await store.documents.all(of: person)
            guard own.count(where: { $0.state == .reading }) < StoredDocument.Limits.waiting else { break }
            let isFull =
                own.count >= StoredDocument.Limits.documents
                || own.reduce(0) { $0 + $1.bytes + $1.textBytes } + file.mark.size > StoredDocument.Limits.allBytes
            guard !isFull else {
                problems.append(Problem(name: file.name, reason: .full))
                continue
            }
            do { try await add(file, in: folder, for: person) } catch FolderFault.unreadable {
                problems.append(Problem(name: file.name, reason: .unreadable))
            } catch FolderFault.changed {}
        }
        return problems
    }

    /// Throws `FolderFault`.
    private func add(_ file: DocumentFolder.Found, in folder: DocumentFolder, for person: Person.ID) async throws {
        let incoming = try await library.receive(for: person) { incoming in
            try await folder.read(file, { try await $0.take($1) }, into: incoming)
        }
        guard let incoming else { return }
        switch try await library.add(incoming, named: FileTitle.title(file.name), isFileName: true, for: person, through: store) {
        case .new, .known: try await store.documents.noteFolderFile(file.path, file.mark, of: person)
        // A limit was reached concurrently: the next poll will report it.
        case .tooMany, .tooLarge, .tooManyWaiting: break
        }
    }
}
