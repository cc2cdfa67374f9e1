package import Records

extension Words {
    /// Why a source failed, as a clause without a full stop. The English text is that of the failure, except that settings have their
    /// labels from the page, and that no path of a board's file is shown; technical parts stay English in all languages.
    package func text(_ failure: SourceFailure) -> String {
        guard catalogue.language.code != "en" || Self.hasOwnWords(failure.kind) else { return failure.message }
        let (address, detail): (String, String) = (failure.address, failure.detail)
        return switch failure.kind {
        case .refused: self("Tidings isn’t allowed to reach \(address): \(detail)")
        case .privateHost:
            self(
                """
                Tidings isn’t allowed to reach \(address): it is on a private network, or this server itself. \
                Administrators can allow it in the server settings, under “\(self("Allowed hosts for boards"))”
                """)
        case .publicOnly:
            self(
                """
                \(address) is on a private network, or this server itself, which members’ boards can’t reach. \
                Ask an administrator to add this one
                """)
        case .unreachable: self("Tidings couldn’t reach \(address)")
        case .status: self("\(address) answered with status \(String(failure.status ?? 0))")
        case .redirects: self("\(address) redirects too often")
        case .timedOut: self("\(address) didn’t answer in time")
        case .truncated: self("The connection to \(address) broke off")
        case .tooLarge: self("\(address) sent more than Tidings reads")
        case .damaged: self("The data from \(address) is damaged")
        case .noBrowser: self("Tidings needs a browser to read \(address), and none is installed on the server")
        case .browserLate: self("\(address) wasn’t ready in the browser in time")
        case .browserMemory: self("\(address) needs more memory than a page in the browser may use")
        case .browser: self("The browser can’t read \(address): \(detail)")
        case .unreadable: self("Tidings can’t read the data from \(address): \(detail)")
        case .noRows: explained(self("This board’s rows aren’t where Tidings looks for them on \(address)"), detail)
        case .severalRows: explained(self("\(address) has several values where this board reads one"), detail)
        case .other: failure.message
        }
    }

    private static func hasOwnWords(_ kind: SourceFailure.Kind) -> Bool { [.privateHost, .noRows, .severalRows].contains(kind) }

    private func explained(_ text: String, _ detail: String) -> String { detail.isEmpty ? text : "\(text); \(detail)" }
}
