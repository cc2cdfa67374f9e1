package import Hummingbird
package import Localisation
import NIOCore
import Operating
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
    /// The other end of the connection; nil in a test without one.
    let peer: InternetAddress?
    /// Where the request comes from: the other end of the connection, or whom a trusted proxy names (`BehindProxy`).
    var client: InternetAddress?
    /// The connection, for those who take it away from HTTP.
    let channel: any NIOCore.Channel
    let handover = Handover()
    /// Whether the request bears a proxy's trace, whoever that is.
    var cameThroughProxy = false

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress?.ipAddress.flatMap { InternetAddress($0) }
        client = peer
    }

    /// `client` in writing; empty if nobody knows.
    package var address: String { client?.description ?? "" }

    /// What every form of this reader carries.
    var formTokenField: HTML { reader.formField ?? "" }

    var reader: Reader { Reader(person: person, formToken: formToken, words: words) }
}
