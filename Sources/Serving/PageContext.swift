package import Hummingbird
package import Localisation
import NIOCore
package import Operating
package import Records
package import Storage

/// What the server adds to a request: the signed-in person, and the language they read.
package struct PageContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// nil for a visitor.
    package var person: Person?
    package var words = Words.english
    /// The token that every form of this reader carries, against forged requests; nil if no browser is signed in.
    package var formToken: FormToken?
    /// The person that the store writes for, with the proof; nil for a visitor.
    package var behalf: OnBehalf?
    /// The browser session; nil for a visitor, for a program with a token, and for a person that a proxy has signed in.
    package var session: Session?
    /// What the token allows; nil if no token was used.
    package var scopes: Set<APIToken.Scope>?
    /// The other end of the connection; nil in a test without a connection.
    package let peer: InternetAddress?
    /// Where the request comes from: the other end of the connection, or the address that a trusted proxy names (`BehindProxy`).
    package var client: InternetAddress?
    /// The connection, for handlers that take it over from HTTP.
    package let channel: any NIOCore.Channel
    package let handover = Handover()
    /// The path without its query, which the header marks as the current page.
    package var path = ""
    /// How many of the person's notices are new. Counted only for pages.
    package var unread = 0
    /// The file uploaded with the request (`WholeBody`).
    package var upload: IncomingFile?
    /// The form that contained it.
    package var uploadForm: UploadForm?
    /// Whether the request has headers that proxies add, trusted or not.
    package var cameThroughProxy = false

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress?.ipAddress.flatMap { InternetAddress($0) }
        client = peer
    }

    /// `client` as text; empty if unknown.
    package var address: String { client?.description ?? "" }

    /// The hidden field that every form of this reader contains.
    package var formTokenField: HTML { reader.formField ?? "" }

    /// Whether the caller may read what isn't public.
    package var isReader: Bool { person != nil && scopes?.contains(.read) ?? true }

    package var reader: Reader { Reader(person: person, formToken: formToken?.text ?? "", words: words, path: path, unread: unread) }
}
