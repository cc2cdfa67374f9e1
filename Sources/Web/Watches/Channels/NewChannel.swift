import Fetching
import Foundation
import Localisation
import Notifying
import Records

/// What a person typed to be told another way, and what it comes to: the address as it is stored, or what is wrong with it.
struct NewChannel: Hashable, Sendable {
    /// What a webhook's listener takes.
    enum Body: String, CaseIterable, Hashable, Sendable { case own, apprise, template }

    var kind = ChannelKind.email
    var name = ""
    /// The mail address, the address of the webhook or the server of ntfy.
    var address = ""
    var body = Body.own
    var template = ""
    /// Of ntfy.
    var topic = ""
    var token = ""
    /// Whether all watches use it from now on.
    var isForAll = true
    var problem: String?

    init(_ kind: ChannelKind = .email) { self.kind = kind }

    init(posted: [String: String]) {
        kind = ChannelKind(posted["kind"]) ?? .email
        name = String((posted["name"] ?? "").trimmingWhitespace().prefix(60))
        address = (posted["address"] ?? "").trimmingWhitespace()
        body = posted["body"].flatMap { Body(rawValue: $0) } ?? .own
        template = posted["template"] ?? ""
        topic = (posted["topic"] ?? "").trimmingWhitespace()
        token = (posted["token"] ?? "").trimmingWhitespace()
        isForAll = posted["all"] == "on"
    }

    /// What `Notifiers` reads it from, and a name for it; of a webhook its secret too.
    struct Made: Hashable, Sendable {
        let address: String
        let name: String
        var secret: String?
    }

    /// Throws `AddressError`; a browser cannot be typed.
    func made() throws -> Made? {
        switch kind {
        case .push: return nil
        case .email:
            let address = try MailAddress(self.address)
            return Made(address: try Self.json(Email.Recipient(address)), name: named(address.description))
        case .webhook:
            let endpoint = try Webhook.Endpoint(url: address, template: try chosenTemplate())
            return Made(address: try Self.json(endpoint), name: named("\(endpoint.url.host)"), secret: endpoint.secret)
        case .ntfy:
            let server = address.isEmpty ? "https://ntfy.sh" : address
            let topic = try Ntfy.Topic(server: server, name: self.topic, token: token.isEmpty ? nil : token)
            return Made(address: try Self.json(topic), name: named("ntfy: \(topic.name)"))
        }
    }

    /// [Apprise](https://github.com/caronc/apprise-api) passes a notice on to many other services.
    static let appriseTemplate = #"{"title": "{title}", "body": "{body}\n{link}", "type": "info", "format": "text"}"#

    private func chosenTemplate() throws -> WebhookTemplate? {
        switch body {
        case .own: nil
        case .apprise: try WebhookTemplate(Self.appriseTemplate)
        case .template: try WebhookTemplate(template)
        }
    }

    private func named(_ usual: String) -> String { name.isEmpty ? usual : name }

    private static func json(_ address: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(address), as: UTF8.self)
    }
}

extension NewChannel {
    /// What is wrong with what was typed: in the reader's language where the form asks for one thing, else as it was found.
    func problem(of error: AddressError, _ words: Words) -> String {
        switch kind {
        case .email: words("Enter a mail address, like name@example.org.")
        case .ntfy where (try? Ntfy.Topic(server: "https://ntfy.sh", name: topic, token: nil)) == nil:
            words("A topic has 1 to 64 letters, digits, hyphens and underscores.")
        default: error.description.asSentence
        }
    }
}
