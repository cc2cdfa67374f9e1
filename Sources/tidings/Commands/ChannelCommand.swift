import ArgumentParser
import Fetching
import Foundation
import Notifying
import Records
import Storage
import Watching

/// `tidings channel add ntfy my-topic`: where a person receives. Browsers add themselves, in the app.
struct ChannelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel", abstract: "Add, list, remove and try the channels by which a person receives notices.",
        subcommands: [Add.self, List.self, Remove.self, Test.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a channel.",
            discussion: "email ADDRESS, webhook URL or ntfy TOPIC (https://ntfy.example/TOPIC on a server of your own).")

        @Argument(help: "email, webhook or ntfy.") var kind: String
        @Argument(help: "The address.") var address: String
        @Option(help: "What watches call it (the kind).") var name: String?
        @OptionGroup var person: WatchCommand.PersonOption
        @OptionGroup var folder: DataOption

        func run() async throws {
            let (stored, secret): (String, String?)
            do { (stored, secret) = try read() } catch let error as AddressError { throw Failure(.badUse, "\(kind): \(error)") }
            let work = try Workspace(data: folder.data)
            do {
                let channel = try await work.store.addChannel(
                    of: try await person.person(in: work.store), named: name ?? kind, kind: kind, address: stored, at: .system())
                Output.print("\(channel.id): \(channel.name)")
                if let secret { Output.print("Signatures are made with the secret \(secret)") }
            } catch {
                throw Failure(error)
            }
        }

        /// As it is stored, and the secret of a webhook, which is shown this once.
        private func read() throws -> (stored: String, secret: String?) {
            func json(_ address: some Encodable) throws -> String { String(decoding: try JSONEncoder().encode(address), as: UTF8.self) }
            switch NoticeChannel(rawValue: kind) {
            case .email: return (try json(Email.Recipient(try MailAddress(address))), nil)
            case .webhook:
                let endpoint = try Webhook.Endpoint(url: address)
                return (try json(endpoint), endpoint.secret)
            case .ntfy:
                guard address.contains("://"), let slash = address.lastIndex(of: "/") else {
                    return (try json(try Ntfy.Topic(name: address)), nil)
                }
                let name = String(address[address.index(after: slash)...])
                return (try json(try Ntfy.Topic(server: String(address[..<slash]), name: name)), nil)
            case .push: throw Failure(.badUse, "push: a browser is added in that browser, on the page of your channels")
            case nil: throw Failure(.badUse, "'\(kind)' is none of email, webhook, ntfy")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List a person's channels.")

        @OptionGroup var person: WatchCommand.PersonOption
        @OptionGroup var folder: DataOption

        func run() async throws {
            let work = try Workspace(data: folder.data)
            do {
                let channels = try await work.store.channels(of: try await person.person(in: work.store))
                for channel in channels { Output.print(Self.text(channel)) }
                if channels.isEmpty { throw Failure(.nothingFound, "there is no channel") }
            } catch {
                throw Failure(error)
            }
        }

        private static func text(_ channel: Channel) -> String {
            var text = "\(channel.id): \(channel.name) (\(channel.kind))"
            if let last = channel.lastDelivered { text += ", delivered at \(last)" }
            if channel.isGone { text += ", gone" }
            return text + (channel.failure.map { ": \($0)" } ?? "")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a channel.")

        @Argument(help: "Its number, see 'tidings channel list'.") var channel: Int64
        @OptionGroup var folder: DataOption

        func run() async throws {
            let work = try Workspace(data: folder.data)
            do {
                guard let channel = try await work.store.channel(channel), try await work.store.remove(channel) else {
                    throw Failure(.nothingFound, "there is no channel \(channel)")
                }
            } catch {
                throw Failure(error)
            }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Send a test by a channel, at once.")

        @Argument(help: "Its number, see 'tidings channel list'.") var channel: Int64
        @OptionGroup var folder: DataOption

        func run() async throws {
            let work = try Workspace(data: folder.data)
            let data = work.settings.folder(folder.data)
            let notices = try work.settings.notices
            let fetcher = Fetcher(try work.settings.fetching())
            let result: Result<Delivery, any Error>
            do {
                guard let channel = try await work.store.channel(channel) else {
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
                case .gone(let reason): throw Failure(.source, "the address is no more: \(reason)")
                case .later(_, let reason), .refused(let reason): throw Failure(.source, reason)
                }
            } catch {
                throw Failure(error)
            }
        }
    }
}
