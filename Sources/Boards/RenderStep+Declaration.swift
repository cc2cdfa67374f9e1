import Fetching
import Foundation
import Records

extension RenderStep {
    private static let keys = ["open", "fill", "press", "wait"]
    private static let (addressLimit, valueLimit) = (2_000, 1_000)

    /// One of `{ open: … }`, `{ fill: …, value: … }`, `{ fill: …, secret: … }`, `{ press: … }`, `{ wait: … }`, `{ wait: { address: … } }`.
    static func declared(_ declaration: Declaration) throws(DeclarationError) -> RenderStep {
        let entries = try declaration.entries(knowing: keys + ["value", "secret"])
        let given = keys.filter { entries[$0] != nil }
        guard given.count == 1, let key = given.first, let place = entries[key] else {
            throw declaration.error("a step is one of \(keys.joined(separator: ", ")), like { press: 'button[type=submit]' }")
        }
        if key == "fill" { return .fill(selector: try RenderOrder.selector(place), try input(entries, of: declaration)) }
        for other in ["value", "secret"] { if let extra = entries[other] { throw extra.error("'\(other)' goes with 'fill'") } }
        switch key {
        case "open": return .open(try address(place))
        case "press": return .press(selector: try RenderOrder.selector(place))
        default:
            guard case .map = place.content else { return .wait(selector: try RenderOrder.selector(place)) }
            guard let goal = try place.entries(knowing: ["address"])["address"] else { throw place.error("'address' is missing") }
            return .arrive(try address(goal))
        }
    }

    private static func input(_ entries: [String: Declaration], of step: Declaration) throws(DeclarationError) -> RenderInput {
        switch (entries["value"], entries["secret"]) {
        case (let value?, nil):
            let text = try value.text()
            guard text.utf8.count <= valueLimit else { throw value.error("a value has \(valueLimit) bytes at most") }
            return .value(text)
        case (nil, let secret?):
            let name = try secret.text()
            guard Board.isName(name, including: "_") else {
                throw secret.error("'secret' is the name of a secret (lower-case letters, digits, underscores), not the secret itself")
            }
            return .secret(name)
        default: throw step.error("'fill' needs either a 'value' or the name of a 'secret'")
        }
    }

    /// A whole address, or a path on the page's own host, beginning with `/`.
    private static func address(_ declaration: Declaration) throws(DeclarationError) -> String {
        let text = try declaration.text()
        guard text.utf8.count <= addressLimit else { throw declaration.error("an address has \(addressLimit) bytes at most") }
        let isOnHost = text.hasPrefix("/") && !text.hasPrefix("//")
        guard let example = URL(string: "https://host.example/"), isOnHost || text.contains("://"), url(text, from: example) != nil else {
            throw declaration.error("'\(text)' isn't an address like https://example.org/login or /login")
        }
        return text
    }
}

extension RenderStep {
    /// The text of the step for a board file, on one line.
    var text: String {
        switch self {
        case .open(let address): "{ open: \(JSONLine.quoted(address)) }"
        case .fill(let selector, .value(let value)): "{ fill: \(JSONLine.quoted(selector)), value: \(JSONLine.quoted(value)) }"
        case .fill(let selector, .secret(let name)): "{ fill: \(JSONLine.quoted(selector)), secret: \(name) }"
        case .press(let selector): "{ press: \(JSONLine.quoted(selector)) }"
        case .wait(let selector): "{ wait: \(JSONLine.quoted(selector)) }"
        case .arrive(let address): "{ wait: { address: \(JSONLine.quoted(address)) } }"
        }
    }
}
