import Records
import Testing

@Suite("Faults of media files") struct MediaFaultTests {
    @Test(
        "a fault that is stored as its message is the same when it is read",
        arguments: [MediaFault.unclear, .trackless, .timeless, .awaited, .unreadable("no atom (1)"), .unreadable(""), .other("a test (1)")])
    func stored(fault: MediaFault) { #expect(MediaFault(message: fault.message) == fault) }

    @Test(
        "a message of an earlier version is still understood",
        arguments: [
            ("what ffprobe says of it can’t be read", MediaFault.unclear), ("it is being looked at again", .awaited),
            ("nothing in it lasts any time", .timeless), ("there is no picture and no sound in it that can be decoded", .trackless),
            ("it can’t be read as film or music (no atom (1))", .unreadable("no atom (1)")),
        ])
    func former(message: String, fault: MediaFault) { #expect(MediaFault(message: message) == fault) }
}
