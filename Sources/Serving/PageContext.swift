package import Hummingbird
package import Localisation
import NIOCore
package import Operating
package import Records

/// The server's additions to a request: the signed-in person, their language, and more.
package struct PageContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// nil for a visitor.
    package var person: Person?
    package var words = Words.english
    /// The token in all of this reader's forms, against forged requests; nil if no browser is signed in.
    package var formToken: FormToken?
    /// The person that the store writes for, with proof; nil for a visitor.
    package var behalf: OnBehalf?
    /// The browser session; nil for a visitor, a program with a token, or a person that a proxy has signed in.
    package var session: Session?
    /// The token's scopes; nil if no token was used.
    package var scopes: Set<APIToken.Scope>?
    /// The connection's remote address; nil in a test without a connection.
    package let peer: InternetAddress?
    /// The client's address: the connection's remote address, or the one named by a trusted proxy (`BehindProxy`).
    package var client: InternetAddress?
    /// The connection, for handlers that take it over from HTTP.
    package let channel: any NIOCore.Channel
    package let handover = Handover()
    /// The path without its query, which the header marks as current.
    package var path = ""
    /// The number of unread notices. Counted only for pages.
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

    /// The hidden field in all of this reader's forms.
    package var formTokenField: HTML { reader.formField ?? "" }

    /// Whether the caller may read private content.
    package var isReader: Bool { person != nil && scopes?.contains(.read) ?? true }

    package var reader: Reader { Reader(person: person, formToken: formToken?.text ?? "", words: words, path: path, unread: unread) }
}
