import Glibc

package enum StandardError {
    /// Whether it leads to the stream with this name, `DEVICE:INODE` as systemd writes it to `JOURNAL_STREAM` (systemd.exec(5)): what it
    /// leads to now, and not what a parent's did.
    package static func leads(to stream: String) -> Bool {
        var status = stat()
        return fstat(STDERR_FILENO, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }
}
