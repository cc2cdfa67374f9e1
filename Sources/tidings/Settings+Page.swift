import BoardPages
import Boards
import Foundation
import Localisation
import Notifying
import Records
import Serving
import Streaming
import Web

/// The settings page for administrators.
extension Settings {
    /// `check` builds a server from other settings and throws if they prevent its start; `folder` is the data folder.
    func page(
        in folder: URL, isDemo: Bool, library: @escaping @Sendable () -> BoardLibrary,
        check: @escaping @Sendable (Settings) throws -> Server,
        beginAnew: @escaping @Sendable () -> Void
    ) -> ServerSettings {
        let sources = (try? self.sources()) ?? [:]
        return ServerSettings(
            given: given(sources, isDemo: isDemo), boards: { choices(of: library(), isDemo: isDemo) },
            addresses: { Self.addresses(of: library(), sources) },
            board: { name, addresses in
                let wanted = sources.merging(addresses) { $1 }.filter { !$0.value.isEmpty }
                var settings = self
                settings.keep(ServerSettings.source(wanted), for: ServerSettings.Name.source.rawValue)
                if !addresses.isEmpty, let refusal = settings.sourceRefusals(in: folder).first { throw refusal }
                guard let board = BoardLibrary(data: folder, sources: wanted, views: Views.forms)[name] else {
                    throw ServerSettings.Refusal(.source, board: name)
                }
                return board
            },
            secrets: secrets, secretLock: { self.secretVariable($0) },
            refusals: { self.refusals(of: $0, forMail: $1, in: folder, by: check) },
            keep: { changes, secrets in
                let wanted = try self.checked(changes, secrets, by: check)
                if changes[.source] != nil, let refusal = wanted.settings.sourceRefusals(in: folder).first { throw refusal }
                if changes[.media] != nil, let refusal = wanted.settings.mediaRefusal(in: folder) { throw refusal }
                do { try wanted.settings.kept.write(in: folder) } catch { throw Self.refusal(of: error) }
                return wanted.server.operating.basePath
            },
            sendMail: { changes, notice, recipient in
                guard let mail = try self.checked(changes, by: check).server.notices.mail else {
                    throw ServerSettings.Refusal(.mailHost)
                }
                let delivery: Delivery
                do { delivery = await mail.send(notice, to: .init(try MailAddress(recipient))) } catch {
                    delivery = .refused("\(error)")
                }
                await mail.shutdown()
                return delivery
            }, beginAnew: beginAnew)
    }

    /// The value of each field; for a secret, only whether it is set.
    private func given(_ sources: [String: String], isDemo: Bool) -> [ServerSettings.Name: ServerSettings.Given] {
        var given: [ServerSettings.Name: ServerSettings.Given] = [:]
        for name in ServerSettings.Name.allCases {
            let lock = lock(name.rawValue)
            if name.isSecret {
                let secret = lock ?? kept.texts[name.rawValue] ?? value("\(name.rawValue)-file") ?? ""
                given[name] = .init(secret.isEmpty ? "" : "•", lock: lock)
            } else {
                given[name] = .init(value(name.rawValue) ?? "", lock: lock, unusable: unusable(in: name.rawValue).map(\.text))
            }
        }
        if isDemo {
            given[.source] = .init("", lock: "--demo")
        } else if given[.source]?.lock == nil {
            given[.source] = .init(ServerSettings.source(sources))
        }
        return given
    }

    /// The boards and queues that can be enabled and made public, by name.
    private func choices(of library: BoardLibrary, isDemo: Bool) -> [ServerSettings.BoardChoice] {
        let (on, off, open) = (enabledBoards, disabledBoards, Set(list("public-boards")))
        func choice(
            _ name: String, _ title: String, isEnabled: Bool, isPublic: Bool, of board: Board? = nil
        ) -> ServerSettings.BoardChoice {
            .init(
                name: name, title: title, isOn: (isEnabled || on.contains(name)) && !off.contains(name),
                isPublic: isPublic || open.contains(name),
                isOnByFile: isEnabled && !on.contains(name), isPublicByFile: isPublic,
                secrets: board?.neededSecrets.map(\.name) ?? [], board: board)
        }
        let boards = library.boards.map { board in
            choice(
                board.name, board.title, isEnabled: board.isEnabled, isPublic: board.isPublic || isDemo && board.comesAlong, of: board)
        }
        let queues = library.queueBoards.map { board in
            choice(board.name, board.title, isEnabled: board.isEnabled, isPublic: board.isPublic || isDemo && board.comesAlong)
        }
        return (boards + queues).sorted { $0.name < $1.name }
    }

    /// The flag or the variable that locks a setting on the page; nil: it isn't locked.
    private func lock(_ name: String) -> String? {
        switch origin(of: name) {
        case .flag, .environment: place(of: name)
        case .served, .page, .file, nil: nil
        }
    }

    /// The addresses that can be set: those with only an example in the file, and those that were replaced.
    private static func addresses(of library: BoardLibrary, _ sources: [String: String]) -> [ServerSettings.Address] {
        var found: [ServerSettings.Address] = []
        func add(_ name: String, _ title: String, _ declared: String, isExample: Bool) {
            guard isExample || sources[name] != nil else { return }
            found.append(.init(name: name, title: title, declared: declared, text: sources[name] ?? ""))
        }
        for board in library.declared {
            add(board.name, board.title, board.source.address.source, isExample: board.source.isExample)
            for service in board.services {
                add(service.name, "\(board.title) (\(service.name))", service.address.source, isExample: service.address.isExample)
            }
        }
        return found
    }

    /// All that is wrong with the changed settings: each setting of the page is checked by itself, then the whole server.
    private func refusals(
        of changes: [ServerSettings.Name: String], forMail: Bool, in folder: URL, by check: (Settings) throws -> Server
    ) -> [ServerSettings.Refusal] {
        let wanted = changed(by: changes)
        var found = wanted.checks(forMail: forMail).compactMap { check -> ServerSettings.Refusal? in
            do { try check() } catch { return Self.refusal(of: error) }
            return nil
        }
        if changes[.source] != nil { found += wanted.sourceRefusals(in: folder) }
        if changes[.media] != nil, let refusal = wanted.mediaRefusal(in: folder) { found.append(refusal) }
        guard found.isEmpty else { return found }
        do { _ = try check(wanted) } catch { found.append(Self.refusal(of: error)) }
        return found
    }

    /// Each throws a `Failure` for its setting, in the order of the page. `forMail`: a mail server is needed.
    private func checks(forMail: Bool) -> [() throws -> Void] {
        var checks: [() throws -> Void] = [{ _ = try publicURL }]
        if forMail || value("mail-host") != nil { checks += mailChecks }
        let others: [() throws -> Void] = [
            { _ = try sourceContact }, { _ = try geocoder }, { _ = try pushContact }, { _ = try tiles() }, { try checkTilesAttribution() },
            { _ = try hosts("allow-hosts") }, { _ = try hosts("allow-hosts-for-channels") }, { _ = try mediaLookUps() },
        ]
        checks += others
        for source in (try? mediaLookUps()) ?? [] { checks.append { _ = try mediaSource(source) } }
        return checks
    }

    /// Invalid addresses of boards are refused before they are stored, because the boards would be left out.
    private func sourceRefusals(in folder: URL) -> [ServerSettings.Refusal] {
        let sources: [String: String]
        do { sources = try self.sources() } catch { return [Self.refusal(of: error)] }
        let before = Set(BoardLibrary(data: folder, views: Views.forms).problems.map { "\($0)" })
        let problems = BoardLibrary(data: folder, sources: sources, views: Views.forms).problems.filter { !before.contains("\($0)") }
        return problems.map { problem in
            let name = sources.keys.first { problem.detail.hasPrefix("source \($0): ") }
            return .init(.source, board: name, reason: Phrase("The board can’t use this address: \(problem.detail)"), problem.detail)
        }
    }

    /// A disk may be missing for a while, but not while its folder is being configured. The data folder isn't a library.
    private func mediaRefusal(in data: URL) -> ServerSettings.Refusal? {
        func ended(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }
        let folders = media()
        guard folders.isEmpty || FFmpeg.installed() != nil else {
            return .init(.media, reason: Phrase("Films and music need ffmpeg and ffprobe. Install them on the server: apt install ffmpeg"))
        }
        let own = ended(data.standardizedFileURL.resolvingSymlinksInPath().path)
        for folder in folders {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue,
                FileManager.default.isReadableFile(atPath: folder)
            else { return .init(.media, reason: Phrase("Folder not found or not readable: \(folder).")) }
            let place = ended(URL(fileURLWithPath: folder).resolvingSymlinksInPath().path)
            guard !place.hasPrefix(own), !own.hasPrefix(place) else {
                return .init(.media, reason: Phrase("\(folder) contains Tidings’ own data or is part of it. Choose another folder."))
            }
        }
        return nil
    }

    private func changed(by changes: [ServerSettings.Name: String]) -> Settings {
        var settings = self
        for (name, text) in changes { settings.keep(text, for: name.rawValue) }
        return settings
    }

    private func checked(
        _ changes: [ServerSettings.Name: String], _ secrets: [String: SecretText] = [:], by check: (Settings) throws -> Server
    ) throws -> (settings: Settings, server: Server) {
        var settings = changed(by: changes)
        for (name, secret) in secrets { settings.keep(secret, forSecret: name) }
        do { return (settings, try check(settings)) } catch { throw Self.refusal(of: error) }
    }

    /// Failures begin with the name of the setting that they concern.
    private static func refusal(of error: any Error) -> ServerSettings.Refusal {
        let sentence = Failure(error).message ?? "\(error)"
        let parts = sentence.split(separator: ": ", maxSplits: 1)
        guard parts.count == 2, let name = ServerSettings.Name(rawValue: String(parts[0])) else {
            return .init(nil, sentence)
        }
        return .init(name, "\(parts[1])")
    }
}
