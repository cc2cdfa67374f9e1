import Foundation

/// A password, a token or a key as a text: descriptions and mirrors hide it, and it can be read only for a named purpose.
package struct SecretText: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The purpose of reading it.
    package enum Way: Hashable, Sendable {
        /// For the server or program that requires it.
        case itsServer
        /// For a text that is sealed before it is stored.
        case theSeal
        /// For the person it is made for, who sees it once.
        case itsOwner
    }

    private let text: String

    package init(_ text: String) { self.text = text }

    package func text(for way: Way) -> String { text }

    package var isEmpty: Bool { text.isEmpty }
    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Whether a text contains it: literally, in other case, with URL escapes, or in base64, alone or together with surrounding bytes (RFC
    /// 4616).
    package func isRepeated(in other: String) -> Bool {
        guard !text.isEmpty else { return false }
        let folded = text.lowercased()
        if other.lowercased().contains(folded) { return true }
        if other.removingPercentEncoding?.lowercased().contains(folded) == true { return true }
        let words = other.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || "+/-_".contains($0)) }
        return words.contains { word in
            let digits = String(word).replacing("-", with: "+").replacing("_", with: "/")
            let whole = digits + String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
            return Data(base64Encoded: whole)?.range(of: Data(text.utf8)) != nil
        }
    }
}
