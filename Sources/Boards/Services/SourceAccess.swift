import Fetching
package import Records

/// The authentication for a source, as declared in a board file. The file never contains the secret itself, only the name under which the
/// operator sets it (`TIDINGS_SECRET_<NAME>`, `…_FILE`, or the board's setup page).
package enum SourceAccess: Hashable, Sendable {
    /// A user name and a password, sent by the method that the server requests: Basic or Digest.
    case password(user: String, secret: String)
    /// `Authorization: Bearer …`.
    case bearer(secret: String)
    /// A header with a name of the source's choice.
    case header(name: String, secret: String)
    /// A query parameter.
    case query(name: String, secret: String)

    package init(_ declaration: Declaration) throws(DeclarationError) {
        let kinds = try declaration.entries(knowing: ["password", "bearer", "header", "query"])
        guard kinds.count == 1, let (kind, options) = kinds.first else {
            throw declaration.error("one of password, bearer, header, query is expected: password: { user: reader, secret: directory }")
        }
        let needsName = kind == "header" || kind == "query"
        let keys = try options.entries(knowing: (kind == "password" ? ["user"] : needsName ? ["name"] : []) + ["secret"])
        func wanted(_ key: String) throws(DeclarationError) -> String {
            guard let value = keys[key] else { throw options.error("'\(key)' is missing") }
            return try value.text()
        }
        let secret = try wanted("secret")
        guard Board.isName(secret, including: "_") else {
            throw options.error("'secret' is the name of a secret (lower-case letters, digits, underscores), not the secret itself")
        }
        if kind == "header", let name = keys["name"], try !Board.isHeader(name.text()) {
            throw name.error("'\(try name.text())' isn't a header that can be set here")
        }
        switch kind {
        case "password": self = .password(user: try wanted("user"), secret: secret)
        case "bearer": self = .bearer(secret: secret)
        case "header": self = .header(name: try wanted("name"), secret: secret)
        default: self = .query(name: try wanted("name"), secret: secret)
        }
    }

    /// The name of the secret it needs.
    package var secret: String {
        switch self {
        case .password(_, let secret), .bearer(let secret), .header(_, let secret), .query(_, let secret): secret
        }
    }
}

/// A secret that a board needs, and its uses.
package struct NeededSecret: Hashable, Sendable {
    package let name: String
    /// The board, or the service method.
    package let place: String
    /// The user name that the password belongs to; nil for a key.
    package let user: String?
    /// The selector of the field that a page's steps fill it into; nil for other uses.
    package let field: String?
}

extension Board {
    /// Whether its page needs steps in a browser, such as signing in.
    package var takesSteps: Bool { source.render?.steps.isEmpty == false }

    /// The secrets needed by its source, the steps of its page and its service methods, without duplicates.
    package var neededSecrets: [NeededSecret] {
        let ways = [(name, source.access)] + services.map { ($0.name, $0.access) }
        let all =
            ways.compactMap { place, access -> NeededSecret? in
                guard let access else { return nil }
                let user: String? = if case .password(let user, _) = access { user } else { nil }
                return NeededSecret(name: access.secret, place: place, user: user, field: nil)
            } + stepSecrets
        var known: Set<String> = []
        return all.filter { known.insert($0.name).inserted }
    }

    private var stepSecrets: [NeededSecret] {
        (source.render?.steps ?? []).compactMap { step in
            guard case .fill(let selector, .secret(let secret)) = step else { return nil }
            return NeededSecret(name: secret, place: name, user: nil, field: selector)
        }
    }
}
