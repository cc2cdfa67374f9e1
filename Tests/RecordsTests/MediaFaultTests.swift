import Records
import Testing

@Suite("Faults of media files") struct MediaFaultTests {
    @Test(
        "a fault that is stored as its message is the same when it is read",
        arguments: [MediaFault.unclear, .trackless, .timeless, .awaited, .unreadable("no atom (1)"), .unreadable(""), .other("a test (1)")])
    func stored(fault: MediaFault) { #expect(MediaFault(message: fault.message) == fault) }
}
