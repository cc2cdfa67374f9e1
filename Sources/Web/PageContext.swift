package import Hummingbird
package import Localisation
package import Storage

/// What is known of a request beside itself: who asks, and in which language they read.
package struct PageContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// nil: a stranger.
    package var person: Person?
    package var words = Words.english
    /// What forms of this reader carry, so that nobody else's are taken for theirs.
    package var formToken = ""

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
