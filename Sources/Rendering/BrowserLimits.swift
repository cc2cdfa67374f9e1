/// Limits of one page. The network's limits are those of `ForwardingProxy`.
package struct BrowserLimits: Hashable, Sendable {
    /// From the browser's start until the page is closed.
    package var time = Duration.seconds(30)
    /// Additional time for all steps of a page together.
    package var stepTime = Duration.seconds(45)
    /// A page that never becomes quiet is read after this time, counted from its first response.
    package var settling = Duration.seconds(15)
    /// Longer requests are held open by their server, and aren't waited for.
    package var requestTimeout = Duration.seconds(5)
    /// Bytes of memory of all processes together, checked several times a second.
    package var memory = 768 << 20
    /// Bytes that each process may allocate: enforced by the kernel (setrlimit(2), RLIMIT_DATA), so that none outruns the check of
    /// `memory`. A process reserves 600 MB of that before it does anything.
    package var processMemory = 1536 << 20
    /// Megabytes for the objects of scripts.
    package var scriptMegabytes = 256
    /// Characters of the page when it is ready.
    package var html = 8 << 20
    /// Bytes of one message from the browser, except the page itself, and of all messages: a page can cause many.
    package var (message, messages) = (4 << 20, 160 << 20)
    /// Bytes of a page's screenshot, and the timeout of taking it.
    package var (picture, pictureTime) = (200_000, Duration.seconds(5))
    /// Requests observed in the browser, including those that share a connection.
    package var requests = 300
    /// Pages that wait for the browser.
    package var waiting = 200

    package init() {}
}
