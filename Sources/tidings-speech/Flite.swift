import Glibc

/// The voices of [flite](http://www.festvox.org/flite/), from its libraries: English only, some of them smoother than eSpeak NG's.
///
/// A word starts at the end of the segment before its first one, according to the engine's relations. A `V` request is also answered by
/// `h`, because voices have different sample rates. The layout of the libraries' structures is declared here, for 64 bits.
final class Flite: Voices {
    private typealias Pointer = UnsafeMutableRawPointer
    private typealias Start = @convention(c) () -> Int32
    private typealias Register = @convention(c) (UnsafePointer<CChar>?) -> Pointer?
    private typealias Synthesize = @convention(c) (UnsafePointer<CChar>, Pointer) -> Pointer?
    private typealias Part = @convention(c) (Pointer) -> Pointer?
    private typealias Relation = @convention(c) (Pointer, UnsafePointer<CChar>) -> Pointer?
    private typealias Number = @convention(c) (Pointer, UnsafePointer<CChar>) -> Int32
    private typealias Measure = @convention(c) (Pointer, UnsafePointer<CChar>) -> Float
    private typealias Delete = @convention(c) (Pointer) -> Void

    /// Each is a library; missing ones aren't offered.
    private static let all = [
        (name: "slt", about: "SLT (English, United States)", language: "en-us"),
        (name: "rms", about: "RMS (English, United States)", language: "en-us"),
        (name: "awb", about: "AWB (English, Scotland)", language: "en-gb-scotland"),
        (name: "kal16", about: "KAL (English, United States)", language: "en-us"),
    ]
    /// The prefix of voice names, which distinguishes them from those of other engines.
    private static let prefix = "flite/"
    /// After eSpeak NG's voices, which are the default.
    private static let priority = "9"
    /// The start of a token's first word: the end of the segment before it, in seconds.
    private static let start = "R:Token.daughter1.R:SylStructure.daughter1.daughter1.R:Segment.p.end"

    /// The sample rate of `slt`; each voice reports its own.
    let sampleRate: Int32 = 16_000
    private let functions: Functions
    private let known: [String: Pointer]
    private var voice: Pointer?

    private struct Functions {
        let synthesize: Synthesize
        let wave: Part
        let relation: Relation
        let head: Part
        let next: Part
        let number: Number
        let measure: Measure
        let delete: Delete
    }

    private init(_ functions: Functions, _ known: [String: Pointer]) { (self.functions, self.known) = (functions, known) }

    static func opened() -> Result<any Voices, Reason> {
        guard let handle = dlopen("libflite.so.1", RTLD_NOW) else {
            return .failure(Reason(words: dlerror().map { String(cString: $0) } ?? "libflite.so.1 cannot be loaded"))
        }
        func function<Function>(_ name: String, in handle: Pointer = handle) -> Function? {
            dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let start: Start = function("flite_init"), let synthesize: Synthesize = function("flite_synth_text"),
            let wave: Part = function("utt_wave"), let relation: Relation = function("utt_relation"),
            let head: Part = function("relation_head"),
            let next: Part = function("item_next"), let number: Number = function("item_feat_int"),
            let measure: Measure = function("ffeature_float"), let delete: Delete = function("delete_utterance")
        else { return .failure(Reason(words: "libflite.so.1 is of another version")) }
        _ = start()
        var known: [String: Pointer] = [:]
        for voice in all {
            guard let library = dlopen("libflite_cmu_us_\(voice.name).so.1", RTLD_NOW),
                let register: Register = function("register_cmu_us_\(voice.name)", in: library)
            else { continue }
            known[voice.name] = register(nil)
        }
        guard !known.isEmpty else { return .failure(Reason(words: "flite has no voices; install libflite1")) }
        let functions = Functions(
            synthesize: synthesize, wave: wave, relation: relation, head: head, next: next, number: number, measure: measure, delete: delete
        )
        return .success(Flite(functions, known))
    }

    func voices() -> [[UInt8]] {
        Self.all.filter { known[$0.name] != nil }.map { voice in
            let codes = [voice.language, "en"].flatMap { [Self.priority, $0] }
            return (["\(Self.prefix)\(voice.name)", voice.about] + codes).flatMap { Array($0.utf8) + [0] }
        }
    }

    func setVoice(_ name: [UInt8]) -> String? {
        let identifier = String(decoding: name.dropLast(), as: UTF8.self)
        guard identifier.hasPrefix(Self.prefix), let found = known[String(identifier.dropFirst(Self.prefix.count))] else {
            return "flite has no voice '\(identifier)'"
        }
        voice = found
        // The sample rate is only known from generated sound.
        guard let rate = said("a", { wave, _ in wave.load(fromByteOffset: 8, as: Int32.self) }), rate > 0 else {
            return "flite cannot use the voice '\(identifier)'"
        }
        var answer: [UInt8] = []
        SpeechHelper.append(rate, to: &answer)
        SpeechHelper.send("h", answer)
        return nil
    }

    func speak(_ text: [UInt8]) -> String? {
        let words = SpeechHelper.words(of: text).map(Self.plain)
        guard words.contains(where: { !$0.isEmpty }) else { return nil }
        // The end of each word in the spoken line, including the space after it.
        var (line, ends): (String, [Int]) = ("", [])
        for word in words {
            line += "\(word) "
            ends.append(line.utf8.count)
        }
        let isSaid: Void? = said(line) { wave, starts in
            let (rate, count) = (Int(wave.load(fromByteOffset: 8, as: Int32.self)), Int(wave.load(fromByteOffset: 12, as: Int32.self)))
            var answer: [UInt8] = []
            if count > 0, let samples = wave.load(fromByteOffset: 24, as: UnsafePointer<Int16>?.self) {
                SpeechHelper.append(frame: "p", 2 * count, to: &answer)
                answer.append(contentsOf: UnsafeRawBufferPointer(start: samples, count: 2 * count))
            }
            var (last, word) = (-1, 0)
            for (end, seconds) in starts {
                while word < ends.count - 1, ends[word] < end { word += 1 }
                guard word > last, seconds > 0 else { continue }
                last = word
                let sample = Int32(exactly: (Double(seconds) * Double(rate)).rounded(.down)) ?? .max
                SpeechHelper.append(word: word, at: sample, to: &answer)
            }
            SpeechHelper.write(answer)
        }
        return isSaid == nil ? "flite cannot say this" : nil
    }

    /// Speaks a line. `use` gets the wave, and for each token its end in the line, in bytes including the space, and its start in seconds,
    /// 0 if it isn't spoken. Returns nil if there is no sound.
    private func said<Result>(_ line: String, _ use: (Pointer, [(end: Int, seconds: Float)]) -> Result) -> Result? {
        guard let voice, let utterance = functions.synthesize(line, voice) else { return nil }
        defer { functions.delete(utterance) }
        guard let wave = functions.wave(utterance) else { return nil }
        var starts: [(end: Int, seconds: Float)] = []
        var token = functions.relation(utterance, "Token").flatMap(functions.head)
        while let one = token {
            starts.append((Int(functions.number(one, "file_pos")), functions.measure(one, Self.start)))
            token = functions.next(one)
        }
        return use(wave, starts)
    }

    /// Spelled with letters that the engine knows, because it would silently skip an é.
    private static func plain(_ word: Substring) -> String {
        var plain = ""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "\u{2018}", "\u{2019}": plain += "'"
            case "\u{201C}", "\u{201D}": plain += "\""
            case "\u{2026}": plain += "..."
            case _ where scalar.isASCII: plain.unicodeScalars.append(scalar)
            default:
                let name = scalar.properties.name?.split(separator: " ") ?? []
                if name.count > 4, name[0] == "LATIN", name[2] == "LETTER", name[3].count == 1, name[4] == "WITH" {
                    plain += name[1] == "SMALL" ? name[3].lowercased() : String(name[3])
                }
            }
        }
        return plain.split(separator: " ").joined(separator: " ")
    }
}
