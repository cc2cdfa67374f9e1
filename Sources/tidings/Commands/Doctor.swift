import ArgumentParser
import BoardPages
import Boards
import Fetching
import Foundation
import Operating
import Records
import Serving
import Storage
import Web

/// `tidings doctor`: checks what is installed, reachable and configured, and explains how to fix problems.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the installation and explain how to fix problems.")

    @OptionGroup var folder: StoreOption
    @Flag(help: "Print one JSON object per line.") var json = false

    func run() async throws {
        var findings: [Finding] = [Finding("tidings", .well, "version \(Version.number)")]
        let settings = try Settings(flags: folder.flags)
        let data = settings.folder
        findings.append(contentsOf: Self.files())
        findings += Self.origins(settings)
        let library = BoardLibrary(data: data, sources: try settings.sources(), enabling: settings.enabledBoards, views: Views.forms)
        for problem in library.problems { findings.append(Finding("board", .amiss, "\(problem)")) }
        findings.append(contentsOf: library.enabled.map(Self.board))
        findings += Diagnosis.folder(data)
        findings += Diagnosis.places(in: data, settings)
        findings.append(Diagnosis.pushKey(in: data, contact: try? settings.pushContact))
        let (store, finding) = self.store(settings, in: data)
        findings.append(await Diagnosis.geocoder(settings, store))
        var storedUntil: Timestamp?
        if let finding { findings.append(finding) }
        if let store {
            do {
                let place = try settings.database()?.description ?? Store.database(of: data)?.description ?? data.path
                findings.append(Finding("store", .well, "\(place), \(try await store.description())"))
                findings += try await Diagnosis.database(store)
                findings += try await Diagnosis.nodes(store)
                let feeds = try await store.feeds.all()
                findings.append(Diagnosis.schedule(feeds, of: library.enabled))
                let alone = Dictionary(grouping: feeds, by: \.board).filter { $0.value.count == 1 }
                for feed in feeds {
                    let name = alone[feed.board] == nil ? Self.name(of: feed, library[feed.board]) : feed.board
                    findings.append(Self.feed(feed, named: name))
                    storedUntil = [storedUntil, feed.lastAttempt].compactMap { $0 }.max()
                }
            } catch {
                findings.append(Finding("store", .amiss, Failure(error).message ?? ""))
            }
        }
        findings += [
            Diagnosis.clock(storedUntil: storedUntil), Diagnosis.cores(settings), Diagnosis.authorities(),
            Diagnosis.program("ffmpeg", for: "films, music and sound files other than .wav"),
            Diagnosis.program("ffprobe", in: "ffmpeg", for: "films and music"), Diagnosis.fence(),
            Diagnosis.program("pdftoppm", in: "poppler-utils", for: "pictures of pages"),
            Diagnosis.program("flite", for: "some more English voices"),
            Diagnosis.program("espeak-ng", for: "saying numbers of queues aloud"),
            await Diagnosis.speech(), await Diagnosis.browser(settings),
        ]
        findings += await Diagnosis.naturalVoices(settings)
        findings += settings.leftOut.map { Finding("settings", .amiss, $0) }
        findings += await Self.server(settings)
        for finding in findings { Output.print(json ? finding.json : finding.text) }
        if findings.contains(where: { $0.state == .amiss }) { throw Failure(.ours) }
    }

    /// The store, or a finding if none can be opened.
    private func store(_ settings: Settings, in data: URL) -> (Store?, Finding?) {
        do {
            let database = try settings.database()
            try Store.check(data, database: database)
            // The server may run as another user, who would not own a store created here.
            guard Store.isThere(in: data) else { return (nil, Finding("store", .note, "nothing is stored yet")) }
            return (try Store.opened(in: data, database: database), nil)
        } catch { return (nil, Finding("store", .amiss, Failure(error).message ?? "")) }
    }

    private static func files() -> [Finding] {
        [("Boards", "Definitions"), ("Localisation", "Catalogs"), ("Speaking", "Helper"), ("Serving", "Assets")].map { module, name in
            Installation.folder(name, of: module).map { Finding("files", .well, "\(module): \($0.path)") }
                ?? Finding("files", .amiss, "\(module): its files are not beside the executable; copy tidings_\(module).resources there")
        }
    }

    /// The source of each setting. Values aren't shown: some are secrets, and people share the doctor's output.
    private static func origins(_ settings: Settings) -> [Finding] {
        (Settings.known.map(\.name) + Settings.secretNames).compactMap { name in
            settings.place(of: name).map { Finding("setting", .well, "\(name) is from \($0)") }
        }
    }

    /// Checks the public address, and whether the other settings can be read.
    private static func server(_ settings: Settings) async -> [Finding] {
        do {
            _ = (try settings.logging(), try settings.accounts(), try settings.notices, try settings.sending(), try settings.pushServices())
            let operating = try settings.operating()
            let mail = await Diagnosis.mail(try settings.mailServer(ownName: try settings.publicURL?.host))
            guard let url = try settings.publicURL else {
                return [mail, Finding("public-url", .note, "is not set; links in notices need it: public-url: https://home.example")]
            }
            var findings = [mail] + (await reach(url, settings))
            if operating.isBehindProxy, operating.metricsToken == nil {
                findings.append(
                    Finding("metrics", .note, "behind a proxy they are refused; set metrics-token-file if you want them"))
            }
            return findings
        } catch {
            return [Finding("settings", .amiss, Failure(error).message ?? "")]
        }
    }

    private static func reach(_ url: URL, _ settings: Settings) async -> [Finding] {
        var findings: [Finding] = []
        if url.scheme == "http", url.host != "localhost", url.host.flatMap({ InternetAddress($0)?.isLoopback }) != true {
            findings.append(
                Finding("public-url", .note, "\(url) is not https; without it phones neither install the app nor take push notices"))
        }
        do {
            let host = url.host ?? ""
            let fetcher = Fetcher(try settings.fetching(named: [host, url.port.map { "\(host):\($0)" } ?? host]))
            defer { Task { try? await fetcher.shutdown() } }
            var request = Request(url: url.appendingPathComponent("healthz"))
            request.timeouts.total = .seconds(10)
            _ = try await fetcher.job(request, for: "doctor").run { _ in }
            findings.append(Finding("public-url", .well, "\(url) answers"))
        } catch {
            findings.append(
                Finding("public-url", .note, "\(url) cannot be reached from here: \(Failure(error).message ?? ""); is the proxy running?"))
        }
        return findings
    }

    private static func board(_ board: Board) -> Finding {
        if board.source.url.host?.hasSuffix(".example") == true {
            return Finding(
                "board", .note, "\(board.name): its source \(board.source.url) is a placeholder; set the real one: source \(board.name)=URL"
            )
        }
        return Finding("board", .well, "\(board.name): \(board.source.url)")
    }

    /// Of a feed of a board that has several: the board, and the values of its parameters, otherwise its address.
    private static func name(of feed: Feed, _ board: Board?) -> String {
        let values = (board?.parameters ?? []).compactMap { parameter in feed.binding[parameter.name].map { parameter.label(of: $0) } }
        return ([feed.board] + (values.isEmpty ? [feed.url] : values)).joined(separator: " · ")
    }

    private static func feed(_ feed: Feed, named name: String) -> Finding {
        if let failure = feed.failure {
            return Finding("feed", .note, "\(name): cannot be read: \(failure.message) (failed attempts in a row: \(feed.failures))")
        }
        guard let updated = feed.lastSuccess else { return Finding("feed", .note, "\(feed.board): \(feed.url) was not fetched yet") }
        return Finding("feed", .well, "\(name): \(feed.recordCount) records, up to date at \(updated)")
    }
}
