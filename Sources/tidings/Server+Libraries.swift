import Fetching
import Foundation
import Logging
import LongJobs
import Operating
import Serving
import Speaking
import Storage
import Streaming
import Web

extension Server {
    func openLibraries(in store: Store, by fetcher: Fetcher, jobs: Jobs, _ company: Company) throws -> ServerParts.Libraries {
        let (roles, now) = (company.roles, company.now)
        let documents = try openDocuments(in: store, jobs: jobs, company)
        var libraries = ServerParts.Libraries()
        libraries.media = openMediaLibrary(in: store, jobs: jobs, company)
        let pictures = FoundPictures(in: DataFolder.Apart.mediaPictures.url(in: data), ffmpeg: FFmpeg.installed())
        libraries.pictures = pictures
        libraries.lookUps = libraries.media.map { library in
            MediaLookUps(
                mediaSources, pictures: pictures, store: store, fetcher: fetcher, news: library.arranged, jobs: jobs, roles: roles,
                now: now)
        }
        libraries.documents = documents
        libraries.folders =
            documentFolders.isEmpty ? nil : DocumentFolders(documentFolders, library: documents, store: store, roles: roles)
        libraries.mailboxes = DocumentMailboxes(
            library: documents, store: store, fetcher: fetcher, jobs: jobs, roles: roles, now: now)
        libraries.exporter = try documents.maker.map {
            try DocumentExporter(
                in: DataFolder.Apart.exports.url(in: data), covers: DataFolder.Apart.documents.url(in: data), maker: $0, store: store,
                jobs: jobs, roles: roles, now: now)
        }
        return libraries
    }

    private func openDocuments(in store: Store, jobs: Jobs, _ company: Company) throws -> DocumentLibrary {
        let programs = [naturalVoices].compactMap { $0 } + SpeechProcess.Program.allInstalled()
        let maker =
            programs.isEmpty
            ? nil : PartMaker(Narrator(programs, processes: widths.speakers), keptIn: DataFolder.Apart.readerCache.url(in: data))
        return try DocumentLibrary(
            in: DataFolder.Apart.documents.url(in: data), maker: maker,
            pictures: PagePictures(keptIn: DataFolder.Apart.readerPictures.url(in: data), widths: widths),
            reader: DocumentReader(program: Self.executable), store: store, jobs: jobs, roles: company.roles, now: company.now)
    }

    /// The path of this program.
    private static let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")

    /// nil without folders, or without the programs that look into them.
    private func openMediaLibrary(in store: Store, jobs: Jobs, _ company: Company) -> MediaLibrary? {
        guard !media.isEmpty else { return nil }
        guard let ffmpeg = FFmpeg.installed() else {
            Logger(label: "tidings").warning("media: ffmpeg and ffprobe aren’t installed; apt install ffmpeg")
            return nil
        }
        return MediaLibrary(
            media, ffmpeg: ffmpeg, store: store, jobs: jobs, roles: company.roles,
            cache: DataFolder.Apart.mediaCache.url(in: data), now: company.now, widths: widths)
    }
}
