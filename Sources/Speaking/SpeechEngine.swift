/// A program or a service that says sentences: the seam behind which espeak-ng is.
package protocol SpeechEngine: Sendable {
    /// Another engine, or the same with other settings, says a sentence in another way: part of what a kept sentence is found by.
    var name: String { get }

    /// The voice for a language (ISO 639-1, `de`); nil: it does not speak it.
    func voice(for language: String) -> String?

    /// Bounded in time and in length. Throws `SpeechError`.
    func speak(_ sentence: String, with voice: String) async throws -> WaveFile
}

/// Why something is not said.
package struct SpeechError: Error, Hashable, CustomStringConvertible {
    package enum Code: Sendable {
        /// A program that this needs isn't installed.
        case noEngine
        /// The engine has no voice for the language.
        case noVoice
        /// Nobody says so long a sentence, or an empty one.
        case sentence
        /// More wait to be said than can be.
        case busy
        /// The engine failed, took too long or said too much.
        case engine
        /// Its process ended, or does not answer: it may be asked again.
        case died
        /// The engine will not say this, or not with this voice.
        case refused
        /// It cannot be kept.
        case storage
    }

    package let code: Code
    /// For the log.
    package let detail: String

    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    package var description: String { detail }
}
