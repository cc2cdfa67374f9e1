/// What one page may use. The network's bounds are those of `ForwardingProxy`.
package struct BrowserLimits: Hashable, Sendable {
    /// From the browser's start to the page's end.
    package var time = Duration.seconds(30)
    /// More for a page with steps, all of them together.
    package var stepTime = Duration.seconds(45)
    /// A page that is never quiet is read as it is then, counted from its first answer.
    package var settling = Duration.seconds(15)
    /// Requests that take longer are held open by their server. They aren't waited for.
    package var requestTimeout = Duration.seconds(5)
    /// Bytes of memory of all processes together, looked at a few times a second.
    package var memory = 768 << 20
    /// Bytes that each process may allocate: held by the kernel (setrlimit(2), RLIMIT_DATA), so that none outruns the look at
    /// `memory`. A process has 600 MB of that reserved before it does anything.
    package var processMemory = 1536 << 20
    /// Megabytes for the objects of scripts.
    package var scriptMegabytes = 256
    /// Characters of the page when it is ready.
    package var html = 8 << 20
    /// Bytes of one message of the browser's, except the page itself, and of all messages: a page can have it say much.
    package var (message, messages) = (4 << 20, 160 << 20)
    /// Bytes of the picture of a page, and how long taking it may take.
    package var (picture, pictureTime) = (200_000, Duration.seconds(5))
    /// Requests that are seen in the browser, also those that share a connection.
    package var requests = 300
    /// Pages that wait for the browser.
    package var waiting = 200

    package init() {}
}
