import Localisation
import Notifying
import Records
import Serving

/// What a person typed to be told by another channel, and what it comes to.
struct NewChannel: Sendable {
    /// nil: none was chosen yet.
    var kind: ChannelKind?
    var name = ""
    var values = ChannelValues()
    /// Whether all watches use it from now on.
    var isForAll = true
    /// What is wrong with what was typed.
    var problem: String?

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

    struct Wrong: Error { let sentence: String }

    /// In the reader's language where it is known what to type, else as it was found.
    func made(of kind: ChannelKind, _ words: Words) throws(Wrong) -> Made {
        do {
            let address = try kind.address(values)
            return Made(kind: kind, name: name.isEmpty ? address.usualName : name, address: address)
        } catch {
            throw Wrong(sentence: error.advice.map { words($0) } ?? error.description.asSentence)
        }
    }
}
