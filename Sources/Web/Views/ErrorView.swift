/// The page for a request that could not be answered: what happened, in one sentence, and the way back.
enum ErrorView {
    /// `status` is HTTP's. `message` is a sentence for the person; without it the status speaks for itself. What only the log should
    /// know does not belong here.
    static func page(status: Int, message: String? = nil, assets: String) -> HTML {
        let title = Words.title(of: status)
        return PageShell(title: title, assets: assets).page(
            """
            <div class="error">
            <p class="error-code">\(Words.error) \(status)</p>
            <h1>\(title)</h1>
            <p class="lead">\(message ?? Words.advice(for: status))</p>
            <a class="button" href="/">\(Words.wayBack)</a>
            </div>
            """)
    }

    private enum Words {
        static let error = "Error"
        static let wayBack = "Back to your boards"

        static func title(of status: Int) -> String {
            switch status {
            case 404, 410: "There is no such page"
            case 401, 403: "This page is not open to you"
            case 429: "That was a little fast"
            case 503: "Not ready at the moment"
            case 500...: "Something went wrong here"
            default: "This could not be done"
            }
        }

        static func advice(for status: Int) -> String {
            switch status {
            case 404, 410: "The address may be mistyped, or the board may have been removed."
            case 401, 403: "Sign in, or ask whoever runs this server."
            case 429, 503: "Wait a moment and try again."
            case 500...: "It is our fault and not yours. What happened is in the server's log."
            default: "The request was not understood. Go back and try once more."
            }
        }
    }
}
