import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Logging
import NIOCore
import Queueing
import Records
import Speaking

/// `/queue/<name>/speech/<label>`: a call as it is said aloud, in the reader's language. For screens whose browser has no voice.
///
/// Only numbers that were called lately (`QueueState.calls`) are said, so that strangers have nothing said that nobody needs.
struct SpeechPage: Sendable {
    private let site: Site
    private let context: PageContext
    private var words: Words { context.words }

    init(_ site: Site, _ context: PageContext) {
        self.site = site
        self.context = context
    }

    func speech(for request: Request) async throws -> Response {
        let (desk, plan) = try site.queue(context)
        let label = context.parameters.get("label")?.removingPercentEncoding
        guard let call = try await desk.state(of: plan.name).calls.first(where: { $0.label == label }) else {
            throw Refusal(.notFound, "Only numbers that were called a short while ago are said.")
        }
        let wave = try await wave(of: call)
        let etag = "\"\(words.language)-\(call.counter.utf8.map { String($0, radix: 16) }.joined())-\(wave.bytes.count)\""
        // A number may be called to another counter soon.
        var headers: HTTPFields = [.contentType: "audio/wav", .cacheControl: "no-cache, private", .eTag: etag, .acceptRanges: "bytes"]
        if request.headers[.ifNoneMatch]?.contains(etag) == true { return Response(status: .notModified, headers: headers) }
        // Some players play nothing that they cannot have in parts.
        guard let range = request.headers[.range].flatMap({ Self.range($0, of: wave.bytes.count) }) else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: wave.bytes)))
        }
        headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(wave.bytes.count)"
        return Response(
            status: .partialContent, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: wave.bytes[range])))
    }

    private func wave(of call: QueueState.Call) async throws -> WaveFile {
        let sentence = words("Number \(call.label), please come to counter \(call.counter).", sense: "spoken")
        do {
            return try await site.speaker.say(sentence.withoutDirections, in: words.catalogue.language.code)
        } catch let error as SpeechError {
            switch error.code {
            case .noEngine: throw Refusal(.notFound, "Nothing is said aloud here: espeak-ng is not installed on the server.")
            case .noVoice, .sentence: throw Refusal(.notFound, "Nothing is said aloud in this language.")
            case .busy: throw Refusal(.serviceUnavailable, "Very many people ask at once. Try again in a few seconds.")
            case .engine, .storage:
                context.logger.error("a number cannot be said", metadata: ["error": "\(error)"])
                throw Refusal(.serviceUnavailable, "That is not possible now.")
            }
        }
    }

    /// One range of bytes (RFC 9110, section 14.1.2), from its beginning on; nil for anything else, which is answered with everything.
    static func range(_ field: String, of count: Int) -> Range<Int>? {
        guard let match = field.wholeMatch(of: /bytes=([0-9]{1,10})-([0-9]{0,10})/), let from = Int(match.1), from < count else {
            return nil
        }
        let to = match.2.isEmpty ? count - 1 : min(Int(match.2) ?? -1, count - 1)
        return from <= to ? from..<to + 1 : nil
    }
}

extension String {
    /// Marks of direction are for the eye (UAX #9); a voice may read them.
    fileprivate var withoutDirections: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }))
    }
}
