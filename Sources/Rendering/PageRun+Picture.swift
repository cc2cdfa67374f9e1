import Fetching
import Foundation
import Records

/// The results taken from a page: its texts and its screenshot, without the secrets that steps have filled in.
extension PageRun {
    func hiding(_ text: String) -> String { order.repeatsSecret(text) ? "…" : text }

    /// Empties the fields that hold a secret, and removes secrets of at least this length from the page's texts and attributes. Returns
    /// whether there were any.
    @discardableResult
    func hideSecrets(from length: Int) throws -> Bool {
        guard !order.secrets.isEmpty else { return false }
        let secrets = order.secrets.values.map(\.text).sorted()
        return try called(PageScripts.hide, [JSONLine.array(secrets), "\(length)"]) != "0"
    }

    /// Also removes secrets that the page has restored meanwhile.
    func withoutSecrets(_ html: String) -> String {
        var html = html
        for secret in order.longSecrets {
            let escaped = secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            for form in [secret, escaped] where html.contains(form) { html = html.replacing(form, with: "•••") }
        }
        return html
    }

    /// An address without its query if that contains a secret, as after a form with GET.
    func withoutSecrets(_ url: URL) -> URL {
        guard order.repeatsSecret(url.absoluteString), var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return url
        }
        (parts.query, parts.fragment) = (nil, nil)
        guard let bare = parts.url, !order.repeatsSecret(bare.absoluteString) else { return request.url }
        return bare
    }

    // MARK: The screenshot

    /// The contents of the window, as WebP of at most `BrowserLimits.picture` bytes; nil if no screenshot can be taken, or if it could show
    /// a secret.
    func pictured() throws -> [UInt8]? {
        guard request.picture != nil else { return nil }
        do {
            // The page has been read, so shorter secrets can be removed too.
            try hideSecrets(from: 1)
            let height = (Int(try evaluated(PageScripts.height)) ?? .max).clamped(to: 600...BrowserProgram.window.height)
            for (scale, quality) in [("1", 60), ("0.7", 50), ("0.5", 30)] {
                guard let taken = try captured(height, scale, quality) else { return nil }
                // The page may have restored a secret while the screenshot was taken.
                if try hideSecrets(from: 1) { return nil }
                if taken.count <= limits.picture { return taken }
            }
        } catch is BrowserFailure {
            // A page without a screenshot can still be read.
        }
        return nil
    }

    private func captured(_ height: Int, _ scale: String, _ quality: Int) throws -> [UInt8]? {
        var clip = JSONLine()
        clip.add("x", 0)
        clip.add("y", 0)
        clip.add("width", BrowserProgram.window.width)
        clip.add("height", height)
        clip.add("scale", json: scale)
        var parameters = JSONLine()
        parameters.add("format", "webp")
        parameters.add("quality", quality)
        parameters.add("clip", clip)
        let reply = try session.call("Page.captureScreenshot", parameters, in: page, within: limits.pictureTime)
        return reply?.data.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
    }
}

extension RenderOrder {
    /// Shorter secrets occur in many texts by chance: while a page is read they are hidden in fields only.
    static let shownLength = 6

    /// The secrets that are removed from the texts of a page.
    var longSecrets: [String] { secrets.values.map(\.text).filter { $0.count >= Self.shownLength }.sorted() }

    /// Scheme, host and port of the pages that may receive the secrets, for a page at `url`: its own, those of the steps and those that the
    /// board names.
    func trustedOrigins(of url: URL) -> Set<String> {
        var addresses = [url]
        for case .open(let text) in steps { addresses += [RenderStep.url(text, from: url)].compactMap { $0 } }
        // A host without a scheme uses the page's, or the safer one.
        for scheme in url.scheme == "http" ? ["http", "https"] : ["https"] {
            addresses += hosts.compactMap { URL(string: "\(scheme)://\($0)/") }
        }
        return Set(addresses.compactMap { try? WebAddress($0.absoluteString).origin })
    }

    /// Whether a text contains one of the secrets, in any form.
    func repeatsSecret(_ text: String) -> Bool { secrets.values.contains { SecretText($0.text).isRepeated(in: text) } }
}
