import Glibc

/// A program or service that speaks sentences; espeak-ng implements it.
package protocol SpeechEngine: Sendable {
    /// Identifies the engine and its settings, and is part of the cache key of a sentence.
    var name: String { get }

    /// The voice for a language (ISO 639-1, `de`); nil if the language isn't supported.
    func voice(for language: String) -> String?

    /// Limited in time and length. Throws `SpeechError`.
    func speak(_ sentence: String, with voice: String) async throws -> WaveFile
}

/// Why speech failed.
package struct SpeechError: Error, Hashable, CustomStringConvertible {
    package enum Code: Sendable {
        /// A required program isn't installed.
        case noEngine
        /// The engine has no voice for the language.
        case noVoice
        /// The sentence is empty or too long.
        case sentence
        /// Too many sentences are waiting.
        case busy
        /// The engine failed, timed out or produced too much.
        case engine
        /// Its process exited or doesn't respond; a retry may succeed.
        case died
        /// The engine refuses the text or the voice.
        case refused
        /// The sound or the document can't be stored.
        case storage
        /// The disk is full.
        case noRoom
    }

    package let code: Code
    /// Details for the log.
    package let detail: String

    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// A write failed; `problem` is the error number (errno(3)).
    init(writing what: String, _ problem: Int32) {
        self.init([ENOSPC, EDQUOT].contains(problem) ? .noRoom : .storage, "\(what): \(String(cString: strerror(problem)))")
    }

    package var description: String { detail }
}
