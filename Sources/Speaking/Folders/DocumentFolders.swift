import Foundation
import Logging
import Operating
package import Records
import ServiceLifecycle
package import Storage

/// Makes documents of the files that lie in people's folders.
///
/// A service that looks every few seconds: at a few names in a folder, also on a disk of another machine, whose changes no kernel tells. A file counts once it has been the same at two looks. What was
/// taken is noted by name, size and time, so that a document that its person deletes doesn't come back while its file stays. Of somebody who is disabled nothing is taken.
package actor DocumentFolders: Service {
    /// A file that isn't a document, and why.
    package struct Problem: Hashable, Sendable {
        package enum Reason: Hashable, Sendable {
            /// It can't be opened or read to its end.
            case unreadable
            /// It is larger than a document may be.
            case tooLarge
            /// Its person has as many documents, or bytes, as there can be.
            case full
        }

        package let name: String
        package let reason: Reason
    }

    private let folders: [DocumentFolder]
    private let library: DocumentLibrary
    private let store: Store
    private let pause: Duration
    private let logger = Logger(label: "tidings.documents")
    /// Files as they were at the last look.
    private var seen: [String: FolderFile] = [:]
    private var problems: [Person.ID: [Problem]] = [:]
    /// What was said of folders, so that it is said once.
    private var told: Set<String> = []

    package init(_ folders: [DocumentFolder], library: DocumentLibrary, store: Store, pause: Duration = .seconds(5)) {
        (self.folders, self.library, self.store, self.pause) = (folders, library, store, pause)
    }

    /// Of the last look.
    package func problems(of person: Person.ID) -> [Problem] { problems[person] ?? [] }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do { try await self.look() } catch is CancellationError {} catch {
                    self.logger.error("the folders of documents can’t be looked through", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: self.pause)
            }
        }
    }

    /// Looks through all folders once. Throws `StorageError`, `SpeechError` (`storage`) and `CancellationError`.
    package func look() async throws {
        var (present, problems, warnings): ([String: FolderFile], [Person.ID: [Problem]], Set<String>) = ([:], [:], [])
        for folder in folders {
            guard let person = try await store.people.person(named: folder.person) else {
                warnings.insert("nobody here is called '\(folder.person)', whose documents are in \(folder.path)")
                continue
            }
            guard !person.isDisabled else {
                warnings.insert("\(folder.person) is disabled: files in \(folder.path) aren’t taken")
                continue
            }
            guard let files = try await BlockingWork.run({ folder.look() }) else {
                warnings.insert("the folder of documents \(folder.path) can’t be read")
                continue
            }
            for file in files { present[file.path] = file.mark }
            problems[person.id, default: []] += try await take(files, from: folder, for: person.id)
        }
        (seen, self.problems) = (present, problems)
        for warning in warnings.subtracting(told).sorted() { logger.warning("\(warning)") }
        told = warnings
    }

    private func take(_ files: [DocumentFolder.Found], from folder: DocumentFolder, for person: Person.ID) async throws -> [Problem] {
        let known = try await store.documents.folderFiles(of: person)
        let paths = Set(files.map(\.path))
        // Not in folders inside it, which may be watched themselves.
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
            // Else it comes with the next look.
            guard seen[file.path] == file.mark else { continue }
            let own = try await store.documents.all(of: person)
            guard own.count(where: { $0.state == .reading }) < StoredDocument.Limits.waiting else { break }
            let isFull =
                own.count >= StoredDocument.Limits.documents
                || own.reduce(0) { $0 + $1.bytes } + file.mark.size > StoredDocument.Limits.allBytes
            guard !isFull else {
                problems.append(Problem(name: file.name, reason: .full))
                continue
            }
            do { try await take(file, for: person) } catch FolderFault.unreadable {
                problems.append(Problem(name: file.name, reason: .unreadable))
            } catch FolderFault.changed {}
        }
        return problems
    }

    /// Throws `FolderFault`.
    private func take(_ file: DocumentFolder.Found, for person: Person.ID) async throws {
        let incoming = try await library.receive(for: person) { incoming in
            try await DocumentFolder.read(file, { try await $0.take($1) }, into: incoming)
        }
        guard let incoming else { return }
        switch try await library.add(incoming, named: FileTitle.title(file.name), for: person, through: store) {
        case .new, .known: try await store.documents.noteFolderFile(file.path, file.mark, of: person)
        // Somebody was faster: the next look says what is so then.
        case .tooMany, .tooLarge, .tooManyWaiting: break
        }
    }
}
