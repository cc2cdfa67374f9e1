import Foundation

/// A password, a token or a key that is kept as a text: no description and no mirror shows it, and it leaves by named ways only.
package struct SecretText: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Where it goes.
    package enum Way: Hashable, Sendable {
        /// To the server or program that wants it.
        case itsServer
        /// Into a text that is sealed before it is stored.
        case theSeal
        /// To the person it is made for, who sees it once.
        case itsOwner
    }

    private let text: String

    package init(_ text: String) { self.text = text }

    package func text(for way: Way) -> String { text }

    package var isEmpty: Bool { text.isEmpty }
    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Whether a text repeats it: as it is, in other letters, with escapes of an address, or in base64, alone or with what was encoded
    /// around it (RFC 4616).
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
