import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Logging
import NIOCore
import Queueing
import Records
package import Serving
import Speaking

/// `/queue/<name>/speech/<label>`: a call as audio, in the reader's language, for screens whose browser has no voice.
///
/// Only recently called numbers (`QueueState.calls`) are spoken, so anonymous clients can't make the server generate arbitrary speech.
package struct SpeechPage: Sendable {
    private let feature: QueuesFeature
    private let context: PageContext
    private var words: Words { context.words }

    package init(_ feature: QueuesFeature, _ context: PageContext) {
        self.feature = feature
        self.context = context
    }

    package func speech(for request: Request) async throws -> Response {
        let (desk, plan) = try feature.queue(context)
        let label = context.parameters.get("label")?.removingPercentEncoding
        guard let call = try await desk.state(of: plan.name).calls.first(where: { $0.label == label }) else {
            throw Refusal(.notFound, "Only recently called numbers are announced.")
        }
        let wave = try await wave(of: call)
        let etag = #""\#(words.language)-\#(call.counter.utf8.map { String($0, radix: 16) }.joined())-\#(wave.bytes.count)""#
        // Revalidated on each use, because the number may be called to another counter soon. Ranges are supported because some players
        // require them.
        return .bytes(
            wave.bytes, to: request, headers: [.contentType: "audio/wav", .cacheControl: "no-cache, private", .eTag: etag])
    }

    private func wave(of call: QueueState.Call) async throws -> WaveFile {
        guard let speaker = feature.speaker else { throw Refusal(.notFound, "This queue doesn’t exist.") }
        let sentence = words("Number \(call.label), please come to counter \(call.counter).", sense: "spoken")
        do {
            return try await speaker.speak(sentence.withoutDirections, in: words.catalogue.language.code)
        } catch let error as SpeechError {
            switch error.code {
            case .noEngine: throw Refusal(.notFound, "Announcements need espeak-ng on the server.")
            case .noVoice, .sentence: throw Refusal(.notFound, "Announcements aren’t available in this language.")
            case .busy: throw Refusal(.serviceUnavailable, "The server is busy. Try again in a few seconds.")
            case .engine, .storage, .noRoom, .died, .refused:
                context.logger.error("a number cannot be said", metadata: ["error": "\(error)"])
                throw Refusal(.serviceUnavailable, "That isn’t possible now.")
            }
        }
    }
}

extension String {
    /// Bidirectional control characters (UAX #9) are invisible, but a voice may read them.
    fileprivate var withoutDirections: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }))
    }
}
