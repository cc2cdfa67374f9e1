package import Hummingbird
package import Localisation
import NIOCore
package import Operating
package import Storage

/// What is known of a request beside itself: who asks, and in which language they read.
package struct PageContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// nil: a stranger.
    package var person: Person?
    package var words = Words.english
    /// What forms of this reader carry, so that nobody else's are taken for theirs.
    package var formToken = ""

    /// Who opened the connection; nil in a test without one.
    let peer: InternetAddress?
    /// Who asks, behind whatever proxies there are. Set by `BehindProxy`.
    package var client: InternetAddress?
    /// Whether the browser's own connection is encrypted, as far as a proxy has said so.
    package var isSecure = false

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress.flatMap { InternetAddress($0) }
        client = peer
    }
}
