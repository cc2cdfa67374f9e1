import Glibc

/// `tidings-speech [LIBRARY]`: speaks sentences with the library of eSpeak NG, or of flite, for its parent process.
///
/// A separate process, because the libraries keep global state and may crash, and one of them is under the GPL: it is loaded at start
/// (`dlopen`), from `libespeak-ng.so.1` or the named file; `flite` selects those of `Flite`, which documents the differences. Requests
/// arrive on standard input and answers go to standard output, in frames: a letter, the length of the rest in four bytes, and the rest.
/// Numbers are 32-bit little-endian. The process ends when its input ends or its output is closed. `Speaking`'s `SpeechProcess` is the
/// other side.
///
/// | request | content | answer |
/// |---|---|---|
/// | (at the start) | | `h`: sample rate; or `x`: why speech is unavailable |
/// | `L` | lists the voices | `l` for each: identifier, name, then alternating priority and language, all terminated by a zero byte; then
/// `d` |
/// | `V` | an identifier | `d`; or `x`: no such voice |
/// | `S` | words in UTF-8, each ended by a line feed | `p`: 16-bit samples, and `e`: where a word starts; then `d`; or `x`: the error |
///
/// A word start has two numbers: the word's index from 0, and the sample. Words come in order; words with an unknown start are omitted.
@main struct SpeechHelper {
    /// The longest sentence, in bytes.
    private static let longestRequest = 1 << 20

    static func main() {
        let library = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "libespeak-ng.so.1"
        let engine: any Voices
        switch library == "flite" ? Flite.opened() : Engine.opened(library) {
        case .failure(let reason): return send("x", Array(reason.words.utf8))
        case .success(let opened): engine = opened
        }
        var hello: [UInt8] = []
        append(engine.sampleRate, to: &hello)
        send("h", hello)
        while let head = received(5) {
            let length = (1...4).reduce(0) { $0 | Int(head[$1]) << (8 * ($1 - 1)) }
            guard length <= longestRequest, let rest = received(length) else { return }
            switch head[0] {
            case UInt8(ascii: "L"):
                for voice in engine.voices() { send("l", voice) }
                send("d", [])
            case UInt8(ascii: "V"): answer(engine.setVoice(rest + [0]))
            case UInt8(ascii: "S"): answer(engine.speak(rest + [0]))
            default: return
            }
        }
    }

    private static func answer(_ failure: String?) {
        if let failure { send("x", Array(failure.utf8)) } else { send("d", []) }
    }

    private static func received(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var known = 0
        while known < count {
            let more = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress?.advanced(by: known), count - known) }
            if more > 0 { known += more } else if more == 0 || errno != EINTR { return nil }
        }
        return bytes
    }

    static func send(_ kind: Unicode.Scalar, _ payload: [UInt8]) {
        var frame: [UInt8] = []
        append(frame: kind, payload.count, to: &frame)
        write(frame + payload)
    }

    static func append(frame kind: Unicode.Scalar, _ length: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: kind.value))
        append(Int32(truncatingIfNeeded: length), to: &bytes)
    }

    /// A frame with the start of a word.
    static func append(word number: Int, at sample: Int32, to bytes: inout [UInt8]) {
        append(frame: "e", 8, to: &bytes)
        for one in [Int32(truncatingIfNeeded: number), sample] { append(one, to: &bytes) }
    }

    /// The words of a request, which ends with a zero byte.
    static func words(of text: [UInt8]) -> [Substring] {
        String(decoding: text.dropLast(), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    static func append(_ number: Int32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Ends the process if the output is closed.
    static func write(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let more = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress?.advanced(by: sent), bytes.count - sent) }
            if more >= 0 { sent += more } else if errno != EINTR { exit(1) }
        }
    }
}

/// An engine that speaks sentences.
protocol Voices {
    var sampleRate: Int32 { get }
    /// Each in the format of a frame.
    func voices() -> [[UInt8]]
    /// Returns the reason if the voice can't be used. `name` ends with a zero byte.
    func setVoice(_ name: [UInt8]) -> String?
    /// Returns the reason if speech failed. `text` ends with a zero byte.
    func speak(_ text: [UInt8]) -> String?
}

/// Why an engine can't be used.
struct Reason: Error { let words: String }

/// The functions used from `speak_lib.h` (API 12, eSpeak NG 1.49 and later). The layout of their structures is declared here, for 64 bits,
/// because the library is loaded at run time.
private struct Engine: Voices {
    typealias Callback = @convention(c) (UnsafePointer<Int16>?, Int32, UnsafeRawPointer?) -> Int32
    private typealias Initialize = @convention(c) (Int32, Int32, UnsafePointer<CChar>?, Int32) -> Int32
    private typealias SetCallback = @convention(c) (Callback) -> Void
    private typealias SetParameter = @convention(c) (Int32, Int32, Int32) -> Int32
    private typealias SetVoice = @convention(c) (UnsafeRawPointer) -> Int32
    private typealias ListVoices = @convention(c) (UnsafeRawPointer?) -> UnsafePointer<UnsafeRawPointer?>?
    private typealias Synthesize =
        @convention(c) (
            UnsafeRawPointer, Int, UInt32, Int32, UInt32, UInt32, UnsafeMutablePointer<UInt32>?, UnsafeMutableRawPointer?
        ) -> Int32
    private typealias ToPhonemes = @convention(c) (UnsafeMutablePointer<UnsafeRawPointer?>, Int32, Int32) -> UnsafePointer<CChar>?

    /// AUDIO_OUTPUT_SYNCHRONOUS: sound is passed to the callback before `espeak_Synth` returns.
    private static let synchronous: Int32 = 2
    /// espeakINITIALIZE_DONT_EXIT: returns an error if its data are missing.
    private static let doesNotExit: Int32 = 0x8000
    /// espeakINITIALIZE_PHONEME_EVENTS.
    private static let tellsPhonemes: Int32 = 0x1
    /// Milliseconds of sound per callback.
    private static let buffer: Int32 = 500
    /// espeakRATE, in words per minute. Players speed up playback instead, so that the times stay valid.
    private static let rate: (parameter: Int32, wordsPerMinute: Int32) = (1, 175)
    /// POS_CHARACTER, and espeakCHARS_UTF8 with espeakENDPAUSE: plain text, because markup would change the speech.
    private static let (byCharacter, flags): (Int32, UInt32) = (1, 0x1 | 0x1000)
    /// For `espeak_TextToPhonemes`: UTF-8 text, and phonemes by their own names, separated by a line.
    private static let (isUTF8, byNames): (Int32, Int32) = (1, 0x5F << 8)
    /// A single word has one clause, or a few.
    private static let clauseLimit = 8
    /// The minimum silence at the end of a sentence, in tenths of a second. The library adds it, except after a letter with a full stop
    /// ("such as a.").
    private static let pause = 3

    let sampleRate: Int32
    private let setVoiceByName: SetVoice
    private let listVoices: ListVoices
    private let synthesize: Synthesize
    private let toPhonemes: ToPhonemes

    static func opened(_ library: String) -> Result<any Voices, Reason> {
        guard let handle = dlopen(library, RTLD_NOW) else {
            return .failure(Reason(words: dlerror().map { String(cString: $0) } ?? "\(library) cannot be loaded"))
        }
        func function<Function>(_ name: String) -> Function? { dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) } }
        guard let initialize: Initialize = function("espeak_Initialize"),
            let setCallback: SetCallback = function("espeak_SetSynthCallback"),
            let setParameter: SetParameter = function("espeak_SetParameter"),
            let setVoiceByName: SetVoice = function("espeak_SetVoiceByName"), let listVoices: ListVoices = function("espeak_ListVoices"),
            let synthesize: Synthesize = function("espeak_Synth"), let toPhonemes: ToPhonemes = function("espeak_TextToPhonemes")
        else { return .failure(Reason(words: "\(library) is not the library of eSpeak NG")) }
        let sampleRate = initialize(synchronous, buffer, nil, doesNotExit | tellsPhonemes)
        guard sampleRate > 0 else { return .failure(Reason(words: "eSpeak NG does not find its data; install espeak-ng-data")) }
        setCallback(heard)
        _ = setParameter(rate.parameter, rate.wordsPerMinute, 0)
        return .success(
            Engine(
                sampleRate: sampleRate, setVoiceByName: setVoiceByName, listVoices: listVoices, synthesize: synthesize,
                toPhonemes: toPhonemes
            ))
    }

    /// Each in the format of a frame. An `espeak_VOICE` starts with three pointers: name, languages, identifier.
    func voices() -> [[UInt8]] {
        guard var next = listVoices(nil) else { return [] }
        var found: [[UInt8]] = []
        while let voice = next.pointee {
            next += 1
            let size = MemoryLayout<UnsafeRawPointer>.size
            guard let name = voice.load(as: UnsafePointer<CChar>?.self),
                let identifier = voice.load(fromByteOffset: 2 * size, as: UnsafePointer<CChar>?.self),
                var language = voice.load(fromByteOffset: size, as: UnsafePointer<CChar>?.self)
            else { continue }
            var words = [String(cString: identifier), String(cString: name)]
            // A priority byte, the language and its zero byte; a zero byte ends the list.
            while language.pointee != 0 {
                let code = String(cString: language + 1)
                words += ["\(language.pointee)", code]
                language += code.utf8.count + 2
            }
            found.append(words.flatMap { Array($0.utf8) + [0] })
        }
        return found
    }

    /// Returns the reason if the voice can't be used. `name` ends with a zero byte.
    func setVoice(_ name: [UInt8]) -> String? {
        let status = name.withUnsafeBytes { $0.baseAddress.map(setVoiceByName) ?? -1 }
        return status == 0 ? nil : "eSpeak NG cannot use this voice (\(status))"
    }

    /// Returns the reason if speech failed. `text` ends with a zero byte.
    func speak(_ text: [UInt8]) -> String? {
        let words = SpeechHelper.words(of: text)
        let (line, places) = Self.line(of: words)
        (heardEvents, silence) = ([], 0)
        let bytes = Array(line.utf8) + [0]
        let status = bytes.withUnsafeBytes {
            $0.baseAddress.map { synthesize($0, bytes.count, 0, Self.byCharacter, 0, Self.flags, nil, nil) } ?? -1
        }
        guard status == 0 else { return "eSpeak NG cannot say this (\(status))" }
        let starts = WordStarts(places, heardEvents) { phonemes(of: words[$0]) }
        var answer: [UInt8] = []
        let missing = Int(sampleRate) * Self.pause / 10 - silence
        if missing > 0 {
            SpeechHelper.append(frame: "p", 2 * missing, to: &answer)
            answer += [UInt8](repeating: 0, count: 2 * missing)
        }
        for (number, sample) in starts.samples.enumerated() { if let sample { SpeechHelper.append(word: number, at: sample, to: &answer) } }
        SpeechHelper.write(answer)
        return nil
    }

    /// The words joined by spaces, with the range of each in characters. No space is inserted after an attached dash, because it would
    /// lengthen the pause.
    private static func line(of words: [Substring]) -> (String, [Range<Int>]) {
        var (line, places, length): (String, [Range<Int>], Int) = ("", [], 0)
        for word in words {
            if length > 0, !word.isEmpty, !endsWithJoinedDash(line) {
                line += " "
                length += 1
            }
            line += word
            let count = word.unicodeScalars.count
            places.append(length..<length + count)
            length += count
        }
        return (line, places)
    }

    private static func endsWithJoinedDash(_ line: String) -> Bool {
        let end = line.unicodeScalars.suffix(2)
        guard end.count == 2, let first = end.first, let last = end.last else { return false }
        return "–—―".unicodeScalars.contains(last) && first != " "
    }

    /// How a word is pronounced on its own.
    private func phonemes(of word: Substring) -> [String] {
        var found: [String] = []
        let bytes = Array(word.utf8) + [0]
        bytes.withUnsafeBytes { bytes in
            var next = bytes.baseAddress
            for _ in 0..<Self.clauseLimit where next != nil {
                guard let names = toPhonemes(&next, Self.isUTF8, Self.byNames) else { return }
                found += String(cString: names).split { $0 == "_" || $0 == " " }.map { String($0) }
            }
        }
        return found
    }
}

/// The events of the current line; global because the library's callback has no context.
nonisolated(unsafe) private var heardEvents: [WordStarts.Event] = []
/// Silent samples at its end.
nonisolated(unsafe) private var silence = 0

/// Sends a piece of sound and keeps its events. An `espeak_EVENT` has 40 bytes: type, number, place, length, milliseconds and sample with
/// four bytes each, a pointer, and eight bytes for a phoneme's name. A type of zero ends the list.
private let heard: Engine.Callback = { samples, count, events in
    let (word, phoneme, size) = (Int32(1), Int32(7), 40)
    if let samples, count > 0 {
        let quiet = UnsafeBufferPointer(start: samples, count: Int(count)).reversed().prefix { $0.magnitude <= 16 }.count
        silence = quiet == Int(count) ? silence + quiet : quiet
        var answer: [UInt8] = []
        SpeechHelper.append(frame: "p", 2 * Int(count), to: &answer)
        answer.append(contentsOf: UnsafeRawBufferPointer(start: samples, count: 2 * Int(count)))
        SpeechHelper.write(answer)
    }
    if var event = events {
        while case let type = event.load(as: Int32.self), type != 0 {
            if type == word || type == phoneme {
                let name = type == phoneme ? UnsafeRawBufferPointer(start: event + 32, count: 8).prefix { $0 != 0 } : nil
                // Places are numbered from 1.
                heardEvents.append(
                    WordStarts.Event(
                        place: Int(event.load(fromByteOffset: 8, as: Int32.self)) - 1,
                        sample: event.load(fromByteOffset: 20, as: Int32.self),
                        phoneme: name.map { String(decoding: $0, as: UTF8.self) }))
            }
            event += size
        }
    }
    return 0
}
