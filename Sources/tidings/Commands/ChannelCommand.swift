import ArgumentParser
import Boards
import Fetching
import Following
import Foundation
import Notifying
import Records
import Serving
import Storage
import Watching

/// `tidings channel add ntfy my-topic`: manages a person's channels. Browsers add themselves, in the app.
struct ChannelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel", abstract: "Add, list, remove and test the channels through which a person gets notices.",
        subcommands: [Add.self, List.self, Remove.self, Test.self])

    /// For options that name channels.
    static let namingHelp = ArgumentHelp(
        """
        Channels by name or kind (\(ChannelKind.all.map { $0.name }.joined(separator: ", "))), by commas; \
        the app lists notices in any case.
        """)

    /// The warning for a watch or an alert without a channel.
    static let withoutChannels =
        "Nothing is sent: no channel is named with --to. Notices are listed in the app; tidings channel list shows your channels."

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a channel.",
            discussion: """
                The address is one word: \(words). Anything else goes into --set:
                tidings channel add gotify https://gotify.example --set token=@token.txt
                """)

        private static let kinds = ChannelKind.all.filter(\.isTyped)
        private static let words = kinds.map { "\($0) \($0.fields.first?.name.uppercased() ?? "")" }.joined(separator: ", ")
        static let kindNames = kinds.map { $0.name }.joined(separator: ", ")

        @Argument(help: "One of \(kindNames).") var kind: String
        @Argument(help: "The address.") var address: String
        @Option(help: "FIELD=VALUE, more of the address, repeated; FIELD=@FILE is the file’s first line.") var set: [String] = []
        @Option(help: "What watches call it (the kind).") var name: String?
        @OptionGroup var person: WatchCommand.PersonOption
        @OptionGroup var folder: StoreOption

        func run() async throws {
            guard let kind = ChannelKind(kind) else { throw Failure(.badUse, "'\(kind)' isn't one of \(Self.kindNames)") }
            guard kind.isTyped else { throw Failure(.badUse, "\(kind): a browser is added in that browser, on the page of your channels") }
            let given = try values(of: kind)
            let read: ChannelKind.Address
            do { read = try kind.address(given) } catch { throw Failure(.badUse, "\(kind): \(error)") }
            if let server = read.server { try await Self.check(server, try Settings(flags: folder.flags)) }
            let work = try Workspace(folder, isMaking: true)
            do {
                let channel = try await work.store.following.addChannel(
                    of: try await person.person(in: work.store), named: name ?? kind.name, kind: kind.name, address: read.stored,
                    at: .system())
                Output.print("\(channel.id): \(channel.name)")
                if let secret = read.secret { Output.print("Signatures are made with the secret \(secret)") }
            } catch {
                throw Failure(error)
            }
        }

        /// As in the app: a host that doesn't exist, or that channels may not reach, is refused before anything is stored.
        private static func check(_ server: URL, _ settings: Settings) async throws {
            let fetcher = Fetcher(try settings.sending())
            let isRefused = await fetcher.refuses(server)
            try? await fetcher.shutdown()
            guard isRefused else { return }
            let host = server.host ?? "\(server)"
            throw Failure(
                .badUse,
                "\(host) doesn't exist, or is on a private network that allow-hosts-for-channels doesn't list; to allow it, set "
                    + "TIDINGS_ALLOW_HOSTS_FOR_CHANNELS=\(host), or “Allowed hosts for channels” in the server settings")
        }

        private func values(of kind: ChannelKind) throws -> ChannelValues {
            var values = kind.values(ofWord: address)
            for given in set {
                let parts = given.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let names = kind.fields.map { $0.name }
                guard parts.count == 2, names.contains(parts[0]) else {
                    throw Failure(.badUse, "set: '\(parts[0])' isn't FIELD=VALUE with one of \(names.joined(separator: ", "))")
                }
                values[parts[0]] = parts[1].hasPrefix("@") ? try Self.firstLine(of: String(parts[1].dropFirst())) : parts[1]
            }
            return values
        }

        private static func firstLine(of path: String) throws -> String {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw Failure(.badUse, "set: '\(path)' can't be read")
            }
            return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List a person's channels.")

        @Flag(help: "Print one JSON object per line, as in the API.") var json = false
        @OptionGroup var person: WatchCommand.PersonOption
        @OptionGroup var folder: StoreOption

        func run() async throws {
            let work = try Workspace(folder)
            do {
                let channels = try await work.store.following.channels(of: try await person.person(in: work.store))
                if json {
                    for channel in channels { Output.print(ChannelResource.members.line(channel).closed) }
                } else {
                    Output.columns(channels.map(Self.texts))
                }
                if channels.isEmpty { throw Failure(.nothingFound, "there is no channel") }
            } catch {
                throw Failure(error)
            }
        }

        private static func texts(_ channel: Channel) -> [String] {
            let state = [channel.lastDelivered.map { "delivered at \($0)" }, channel.isGone ? "gone" : nil, channel.failure]
            return ["\(channel.id)", channel.name, channel.kind, state.compactMap { $0 }.joined(separator: ", ")]
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a channel.")

        @Argument(help: "Its number, see 'tidings channel list'.") var channel: Int64
        @OptionGroup var folder: StoreOption

        func run() async throws {
            let work = try Workspace(folder)
            do {
                guard let channel = try await work.store.following.channel(channel), try await work.store.following.remove(channel) else {
                    throw Failure(.nothingFound, "there is no channel \(channel)")
                }
            } catch {
                throw Failure(error)
            }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "test", abstract: "Send a test over a channel now.")

        @Argument(help: "Its number, see 'tidings channel list'.") var channel: Int64
        @OptionGroup var folder: StoreOption

        func run() async throws {
            let work = try Workspace(folder)
            let data = work.settings.folder
            let notices = try work.settings.notices
            let fetcher = Fetcher(try work.settings.sending())
            let result: Result<Delivery, any Error>
            do {
                guard let channel = try await work.store.following.channel(channel) else {
                    throw Failure(.nothingFound, "there is no channel \(channel)")
                }
                let key = try VAPIDKey.stored(in: data.appendingPathComponent("vapid.pem"))
                let sender = Sender(
                    store: work.store, in: data, notifiers: try notices.notifiers(by: fetcher, key: key),
                    writer: NoticeWriter(boards: [], publicURL: notices.publicURL))
                result = .success(try await sender.test(channel))
            } catch {
                result = .failure(error)
            }
            await notices.mail?.shutdown()
            try? await fetcher.shutdown()
            do {
                switch try result.get() {
                case .delivered: Output.print("delivered")
                case .gone(let reason): throw Failure(.source, "the address no longer exists: \(reason)")
                case .later(_, let reason), .refused(let reason): throw Failure(.source, reason)
                }
            } catch {
                throw Failure(error)
            }
        }
    }
}
