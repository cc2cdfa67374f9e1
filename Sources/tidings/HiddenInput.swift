import Foundation

/// Reads a line from a terminal without echo. The terminal is restored afterwards, even if a signal ends the process meanwhile.
enum HiddenInput {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// The original state. A global, because a signal handler can't capture anything.
    private nonisolated(unsafe) static var shown = termios()

    /// The next line. Only one call in a process at a time.
    static func line() -> String? {
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return readLine() }
        let handlers = signals.map { number in
            signal(number) { number in
                HiddenInput.show()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        let line = readLine()
        show()
        for (number, handler) in zip(signals, handlers) { signal(number, handler) }
        return line
    }

    private static func show() { tcsetattr(STDIN_FILENO, TCSANOW, &shown) }
}
