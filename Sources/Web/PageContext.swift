package import Hummingbird
package import Localisation
package import Storage

/// What is known of a request beside itself: who asks, and in which language they read.
package struct PageContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// nil: a stranger.
    package var person: Person?
    package var words = Words.english
    /// What forms of this reader carry, so that nobody else's are taken for theirs; empty where no browser is logged in.
    package var formToken = ""
    /// The browser in which the person is logged in; nil for a stranger, a program with a token, and whom a proxy has logged in.
    var session: Session?
    /// What the program may do that asks; nil: it is no program with a token.
    var scopes: Set<APIToken.Scope>?
    /// Where the request comes from: the other end of the connection, or whom a trusted proxy names.
    package var address: String
    /// The other end of the connection.
    let peerAddress: String

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peerAddress = source.channel.remoteAddress?.ipAddress ?? ""
        address = peerAddress
    }

    var reader: Reader { Reader(person: person, formToken: formToken, words: words) }
}
