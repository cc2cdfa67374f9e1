/// A redirect target on this server: a path with its query, never a URL of another server.
package struct LocalPath: Hashable, Sendable {
    package let text: String

    /// nil if the text isn't a local path. Browsers resolve `//elsewhere.example`, `/\elsewhere.example` and texts with control characters
    /// to other hosts (https://url.spec.whatwg.org/#url-parsing).
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 2000, text.utf8.first == UInt8(ascii: "/"),
            ![UInt8(ascii: "/"), UInt8(ascii: "\\")].contains(text.utf8.dropFirst().first),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = String(text)
    }
}

/// The path of the sign-in page, with the path to continue at.
package enum LoginPath {
    package static func page(next: LocalPath?) -> String {
        guard let next, next.text != "/" else { return "/login" }
        return "/login?next=\(Percent.encoded(next.text))"
    }
}
