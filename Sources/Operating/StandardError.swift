import Glibc

package enum StandardError {
    /// Whether it is connected to the stream with this name, `DEVICE:INODE` as in systemd's `JOURNAL_STREAM` (systemd.exec(5)): its current
    /// target, not that of a parent process.
    package static func leads(to stream: String) -> Bool {
        var status = stat()
        return fstat(STDERR_FILENO, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }
}
