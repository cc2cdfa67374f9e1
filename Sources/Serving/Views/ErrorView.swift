package import Localisation

/// The page for a request that failed: what happened, in one sentence, and a link back.
package struct ErrorView {
    package let words: Words

    package init(words: Words) {
        self.words = words
    }

    /// `status` is the HTTP status. `message` is a sentence for the person; without it, the status is explained. Details for the log don't
    /// belong here.
    package func page(status: Int, message: String? = nil, assets: String) -> HTML {
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

    /// The page for a form that couldn't be stored: it has the input, to be sent again. Passwords must be typed again.
    package func unsent(_ fields: [String: String], to action: String, message: String?, assets: String) -> HTML {
        let kept = fields.sorted { $0.key < $1.key }.map { name, value in
            name.contains("password") || name == "current"
                ? FormField(name: name, label: words("Password"), type: "password").html : FormView.hidden(name, value)
        }
        let reader = Reader(words: words)
        return PageShell(title: title(of: 503), assets: assets, reader: reader, hasMenu: false).page(
            """
            <div class="error">
            <p class="error-code">\(words("Error \(String(503))"))</p>
            <h1>\(title(of: 503))</h1>
            <p class="lead">\(message ?? advice(for: 503))</p>
            <p>\(words("What you typed is kept on this page."))</p>
            \(FormView.form(action, reader, button: words("Send again"), "\(kept)"))
            </div>
            """)
    }

    private func title(of status: Int) -> String {
        switch status {
        case 404, 410: words("Page not found")
        case 401, 403: words("You don’t have access to this page")
        case 429: words("Slow down a moment")
        case 503: words("Not ready right now")
        case 500...: words("Something went wrong here")
        default: words("That didn’t work")
        }
    }

    private func advice(for status: Int) -> String {
        switch status {
        case 404, 410: words("The address may be mistyped, or the board may have been removed.")
        case 401, 403: words("Sign in, or ask your administrator.")
        case 429, 503: words("Wait a moment and try again.")
        case 500...: words("This is a fault in Tidings, not yours. The server’s log says more.")
        default: words("Tidings didn’t understand the request. Go back and try again.")
        }
    }
}
