import Localisation
import Notifying
import Records
import Serving

/// The form for a new channel, and the channel made from it.
struct NewChannel: Sendable {
    /// nil if none has been chosen yet.
    var kind: ChannelKind?
    var name = ""
    var values = ChannelValues()
    /// Whether all watches will use it.
    var isForAll = true
    /// What is wrong with the input as a whole.
    var problem: String?
    /// What is wrong with fields, by their names.
    var problems: [String: String] = [:]
    /// Whether the problem is a server setting, which administrators can change.
    var isForSettings = false

    init(_ kind: ChannelKind? = nil) { self.kind = kind }

    init(posted: [String: String]) {
        kind = posted["kind"].flatMap { ChannelKind($0) }
        name = String((posted["name"] ?? "").trimmingWhitespace().prefix(60))
        for field in kind?.fields ?? [] where field.isTyped { values[field.name] = posted[field.name] }
        isForAll = posted["all"] == "on"
    }

    struct Made: Sendable {
        let kind: ChannelKind
        let name: String
        let address: ChannelKind.Address
    }

    /// The channel; nil if the input has problems, which are noted in the reader's language as far as they are translated.
    mutating func made(of kind: ChannelKind, _ words: Words) -> Made? {
        func sentence(_ error: AddressError) -> String { error.advice.map { words($0) } ?? error.description.asSentence }
        do throws(AddressError) {
            let address = try kind.address(values)
            return Made(kind: kind, name: name.isEmpty ? address.defaultName : name, address: address)
        } catch {
            for mistake in kind.mistakes(in: values) { problems[mistake.field] = sentence(mistake.error) }
            if problems.isEmpty { problem = sentence(error) }
            return nil
        }
    }
}

extension Words {
    /// Channels can't reach this host. The sentence doesn't reveal whether it exists on a private network.
    func refusal(ofHost host: String) -> String {
        let setting = self("Allowed hosts for channels")
        return self(
            """
            Tidings can’t reach \(host): it doesn’t exist, or it is on a private network. Administrators can allow it in the server \
            settings, under “\(setting)”.
            """
        )
    }
}
