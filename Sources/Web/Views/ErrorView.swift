import Localisation

/// The page for a request that could not be answered: what happened, in one sentence, and the way back.
struct ErrorView {
    let words: Words

    /// `status` is HTTP's. `message` is a sentence for the person; without it the status speaks for itself. What only the log should
    /// know does not belong here.
    func page(status: Int, message: String? = nil, assets: String) -> HTML {
        let title = title(of: status)
        return PageShell(title: title, assets: assets, reader: Reader(words: words), hasMenu: false).page(
            """
            <div class="error">
            <p class="error-code">\(words("Error \(String(status))"))</p>
            <h1>\(title)</h1>
            <p class="lead">\(message ?? advice(for: status))</p>
            <a class="button" href="/">\(words("Back to your boards"))</a>
            </div>
            """)
    }

    private func title(of status: Int) -> String {
        switch status {
        case 404, 410: words("There is no such page")
        case 401, 403: words("This page is not open to you")
        case 429: words("That was a little fast")
        case 503: words("Not ready at the moment")
        case 500...: words("Something went wrong here")
        default: words("This could not be done")
        }
    }

    private func advice(for status: Int) -> String {
        switch status {
        case 404, 410: words("The address may be mistyped, or the board may have been removed.")
        case 401, 403: words("Sign in, or ask whoever runs this server.")
        case 429, 503: words("Wait a moment and try again.")
        case 500...: words("It is our fault and not yours. What happened is in the server’s log.")
        default: words("The request was not understood. Go back and try once more.")
        }
    }
}
