import ArgumentParser
import Foundation
import PDFText
import Records
import Speaking
import UnixSignals

/// `tidings speak FILE -o OUT`: a document as audio, with the time of each word.
struct Speak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speak",
        abstract: "Read a text, a PDF, an EPUB or a web page aloud into an audio file.",
        discussion: "The ending of OUT says its format: .wav, or .mp3, .m4a, .m4b, .ogg and .opus, which need ffmpeg.")

    @Argument(help: "The file, or - for standard input.") var file: String?
    @Option(
        name: [.short, .long], help: ArgumentHelp("The sound file to write, or - for WAVE to standard output.", valueName: "file"))
    var output: String?
    @Option(help: ArgumentHelp("Also write when each word begins and ends, as JSON.", valueName: "file")) var marks: String?
    @Option(help: ArgumentHelp("A voice: gmw/en-US, en-us, or a name.", valueName: "name")) var voice: String?
    @Flag(help: "List the voices, natural ones first (id, languages, name), and exit.") var listVoices =
        false
    @Flag(help: "With --list-voices: print one JSON object per line.") var json = false
    @Option(help: ArgumentHelp("The language of the text, like de or pt-BR; guessed if left out.", valueName: "code")) var language: String?
    @Option(help: ArgumentHelp("Rules for what is said instead of what is written, as JSON.", valueName: "file")) var pronunciation: String?
    @Flag(help: "Read a paragraph that is clearly in another language with a voice of that language.") var languages = false
    @Flag(help: "Leave numbers, dates, units and abbreviations to the voice.") var asWritten = false
    @Flag(help: "Print what is left out: page, kind and text. Without --output nothing else is done.") var skipped =
        false
    @Flag(help: "Also read headers, footers, page numbers, footnote marks and what surrounds an article.") var all = false
    @Option(help: ArgumentHelp("The password of an encrypted PDF, or TIDINGS_PDF_PASSWORD.", valueName: "word")) var password: String?
    @OptionGroup var folder: DataOption

    func run() async throws {
        if listVoices {
            guard file == nil, output == nil else { throw Failure(.badUse, "--list-voices takes no file") }
            do { return try await printVoices() } catch let error as SpeechError { throw Self.failure(error) }
        }
        if json { throw Failure(.badUse, "--json goes with --list-voices; --marks writes when each word is said as JSON") }
        guard let file else { throw Failure(.badUse, "FILE is missing: a text, a PDF, an EPUB or a web page, or - for standard input") }
        if voice != nil, language != nil { throw Failure(.badUse, "--voice and --language exclude each other") }
        guard output != nil || skipped && marks == nil else { throw Failure(.badUse, "--output is missing: the sound file to write") }
        if skipped, output == "-" { throw Failure(.badUse, "--skipped and the sound cannot both go to standard output") }
        let format = try output.map { try self.format($0) }
        let rules = try pronunciation.map(RulesFile.rules) ?? []
        let given = password ?? ProcessInfo.processInfo.environment["TIDINGS_PDF_PASSWORD"] ?? ""
        let opened = try SpokenInput.document(file, password: given, skips: !all)
        let document = opened.document
        if skipped {
            let lines = Output()
            lines.columns(document.skipped.map { [document.page(at: $0.offset).map(String.init) ?? "", $0.reason.rawValue, $0.text] })
            lines.flush()
        }
        guard let output, let format else { return }
        do { try await speak(opened, by: rules, to: output, format) } catch let error as SpeechError { throw Self.failure(error) }
    }

    /// The metadata of an audio file, from its document.
    private static func tags(of document: DocumentFile) -> [(name: String, text: String)] {
        let summary = document.kind == .mail ? "" : document.about.summary
        let said = [
            ("title", DocumentAbout.title(document.title) ?? ""), ("artist", document.about.author), ("comment", summary),
        ]
        return said.filter { !$0.1.isEmpty }.map { (name: $0.0, text: $0.1) }
    }

    private func format(_ output: String) throws -> SoundFormat {
        var isFolder: ObjCBool = false
        for path in [output, marks].compactMap({ $0 }) where FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            if isFolder.boolValue { throw Failure(.badUse, "'\(path)' is a folder; name a file in it") }
        }
        if output == "-" {
            if isatty(STDOUT_FILENO) == 1 { throw Failure(.badUse, "sound isn't written to a terminal; give a file with --output") }
            return .wav
        }
        if let marks, URL(fileURLWithPath: marks).standardized == URL(fileURLWithPath: output).standardized {
            throw Failure(.badUse, "--marks and --output name the same file")
        }
        guard let format = SoundFormat(file: output) else {
            let known = SoundFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
            throw Failure(.badUse, "output: '\(output)' has none of the endings \(known)")
        }
        return format
    }

    private func speak(_ opened: DocumentFile, by rules: [Pronunciation.Rule], to output: String, _ format: SoundFormat) async throws {
        let input = opened.document
        let narrator = try narrator()
        let voices = try await narrator.voices()
        let voice = try await chosenVoice(for: input, from: voices)
        let own = language ?? TextLanguage.guess(input.sentences)
        let manner = ReadingManner(Pronouncing(rules), language: own, followsLanguages: languages, saysValues: !asWritten)
        var reading = DocumentReading(input, manner, by: voice, of: voices)
        // The first sentence is spoken before any file is created, to detect an engine that can't speak.
        guard let first = try await reading.next() else { return }
        let beginning = try await narrator.speak(first, else: voice)
        let rate = beginning.sampleRate
        // From here on, there are files to remove if it is interrupted.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        var list = try marks.map { try MarksFile(URL(fileURLWithPath: $0)) }
        let sound: SoundFile
        do {
            sound =
                try output == "-"
                ? SoundFile(streamingTo: STDOUT_FILENO, sampleRate: rate)
                : SoundFile(URL(fileURLWithPath: output), format, sampleRate: rate, tags: Self.tags(of: opened))
        } catch {
            list?.file.remove()
            throw error
        }
        let pending = list?.file
        let watch = Task {
            for await _ in signals {
                sound.discard()
                pending?.remove()
                Output.note("stopped; nothing was written")
                Foundation.exit(130)
            }
        }
        defer { watch.cancel() }
        do {
            try await write(first, beginning, reading, with: voice, of: narrator, to: sound, &list, input)
        } catch {
            sound.cancel()
            list?.file.remove()
            throw error
        }
        await narrator.close()
    }

    private func narrator() throws -> Narrator {
        let programs = [try Settings(flags: folder.flags).naturalVoices()].compactMap { $0 } + SpeechProcess.Program.allInstalled()
        guard !programs.isEmpty else {
            throw SpeechError(.noEngine, "\(SpeechProcess.name) isn't beside this program; install Tidings again")
        }
        return Narrator(programs)
    }

    private func printVoices() async throws {
        let narrator = try narrator()
        let lines = Output()
        let voices = try await narrator.voices().filter { !$0.identifier.hasPrefix("mb/") }
        if json {
            for voice in voices {
                var line = JSONLine()
                line.add("voice", voice.identifier)
                line.add("languages", voice.languages.map(\.code))
                line.add("name", voice.name)
                lines.line(line.closed)
            }
        } else {
            lines.columns(voices.map { [$0.identifier, $0.languages.map(\.code).joined(separator: " "), $0.name] })
        }
        lines.flush()
        await narrator.close()
    }

    private func write(
        _ first: SaidByVoice, _ beginning: SpokenSentence, _ rest: DocumentReading, with voice: SpeechVoice, of narrator: Narrator,
        to sound: SoundFile, _ list: inout MarksFile?, _ input: SpokenDocument
    ) async throws {
        let bar = ProgressLine()
        let total = input.wordCount
        var (said, words) = (0, 0)
        var timing = SpokenTiming(sampleRate: beginning.sampleRate, lead: sound.format.lead)
        var chapters: [SoundChapter] = []
        var sections = input.chapterTitles[...]
        func take(_ one: SaidByVoice, _ speech: SpokenSentence) throws {
            let (sentence, speech) = (input.sentences[said], speech.resampled(to: timing.sampleRate))
            let isLast = said == input.sentences.count - 1
            if let section = sections.first, section.sentence == said {
                chapters.append(SoundChapter(start: timing.samples, title: section.title))
                sections.removeFirst()
            }
            let pause = isLast || !one.sentence.endsParagraph ? 0 : timing.paragraphPause
            try sound.append(speech.sound)
            if pause > 0 { try sound.append([UInt8](repeating: 0, count: 2 * pause)) }
            try list?.append(sentence.words, timing.ranges(of: speech, pause: pause), page: input.page(at:))
            words += sentence.words.count
            said += 1
            if said % 8 == 0 { bar.show(share: Double(words) / Double(max(1, total)), "\(words) of \(total) words") }
        }
        defer { bar.clear() }
        var rest = rest
        try take(first, beginning)
        while let next = try await rest.next() { try take(next, try await narrator.speak(next, else: voice)) }
        try list?.close(duration: timing.seconds, sampleRate: timing.sampleRate, voice: voice.identifier)
        try sound.finish(chapters: chapters)
        try list?.file.keep()
    }

    private func chosenVoice(for input: SpokenDocument, from voices: [SpeechVoice]) async throws -> SpeechVoice {
        if let voice {
            guard let found = voices.named(voice) else {
                throw Failure(.badUse, "there is no voice '\(voice)'; tidings speak --list-voices lists them")
            }
            return found
        }
        if let language {
            guard let found = voices.voice(for: language) else {
                throw Failure(.badUse, "there is no voice for '\(language)'; tidings speak --list-voices lists them")
            }
            return found
        }
        let guess = TextLanguage.guess(input.sentences) ?? "en"
        guard let found = voices.voice(for: guess) else {
            throw Failure(.source, "the text seems to be in '\(guess)', for which there is no voice; choose one with --voice")
        }
        return found
    }

    private static func failure(_ error: SpeechError) -> Failure {
        switch error.code {
        case .noEngine where error.detail.contains("espeak"): Failure(.ours, "\(error.detail); apt install espeak-ng")
        case .noVoice, .sentence: Failure(.badUse, error.detail)
        default: Failure(.ours, error.detail)
        }
    }
}

/// The input: a PDF, an EPUB or a web page, recognised by its first bytes, otherwise text in any charset.
private enum SpokenInput {
    private static let limit = 512_000_000

    static func document(_ file: String, password: String, skips: Bool) throws -> DocumentFile {
        do {
            let opened = try DocumentFile(try bytes(file), password: password, skips: skips)
            for warning in opened.warnings.prefix(5) { Output.note("\(file): \(warning)") }
            if let share = opened.document.share, share.isSmall {
                Output.note("\(file): \(share.read) of \(share.all) paragraphs are read; --skipped prints the others, --all reads them")
            }
            return opened
        } catch let error as DocumentError { throw failure(error, file) }
    }

    private static func failure(_ error: DocumentError, _ file: String) -> Failure {
        switch error {
        case .pdf(let error): Failure(.source, "\(file): \(error)\(error.code == .needsPassword ? "; give it with --password" : "")")
        case .textTooLarge: Failure(.source, "\(file) is larger than \(SpokenDocument.textLimit >> 20) MB, too long to be read aloud")
        case .charset(let detail): Failure(.source, "\(file) cannot be read as text: \(detail)")
        case .unknownFormat:
            Failure(.source, "\(file) is neither text nor a PDF, an EPUB, DOCX, ODT, FB2, RTF, a web page or a mail message")
        case .letters:
            Failure(
                .source,
                "the fonts of \(file) don't tell which letters they show. Let a program for text recognition add them, such as ocrmypdf")
        case .archive(let error): Failure(.source, "\(file) cannot be read: \(error)")
        case .damaged(let detail): Failure(.source, "\(file) cannot be read: \(detail)")
        case .protected: Failure(.source, "\(file) has copy protection")
        case .tooManyWords: Failure(.source, "\(file) has more than \(SpokenDocument.wordLimit) words, too many to be read aloud")
        case .noWords(.pdf):
            Failure(
                .nothingFound,
                "\(file) has no text: its pages may be pictures. Let a program for text recognition add it, such as ocrmypdf")
        case .noWords: Failure(.nothingFound, "\(file) has no words")
        }
    }

    private static func bytes(_ file: String) throws -> [UInt8] {
        var isFolder: ObjCBool = false
        if file != "-", FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
            throw Failure(.badUse, "'\(file)' is a folder")
        }
        guard let handle = file == "-" ? .standardInput : FileHandle(forReadingAtPath: file) else {
            throw Failure(.badUse, "there is no file '\(file)' that can be read")
        }
        var bytes: [UInt8] = []
        do {
            while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
                bytes += piece
                guard bytes.count <= limit else { throw Failure(.source, "\(file) is larger than \(limit / 1_000_000) MB") }
            }
        } catch let failure as Failure { throw failure } catch {
            throw Failure(.source, "\(file) cannot be read: \(error.localizedDescription)")
        }
        guard !bytes.isEmpty else { throw Failure(.nothingFound, "\(file) is empty") }
        return bytes
    }
}

/// `{"words": […], "duration": …}`, written as the words are spoken.
struct MarksFile {
    let file: PendingFile
    private var pending = "{\"words\":["
    private var isFirst = true

    init(_ url: URL) throws { file = try PendingFile(url) }

    mutating func append(_ words: [SpokenText.Word], _ times: [Range<Double>], page: (Int) -> Int?) throws {
        for (word, time) in zip(words, times) {
            var line = JSONLine()
            line.add("word", word.text)
            line.add("start", json: Self.seconds(time.lowerBound))
            line.add("end", json: Self.seconds(time.upperBound))
            line.add("offset", word.offset)
            if let page = page(word.offset) { line.add("page", page) }
            pending += (isFirst ? "\n" : ",\n") + line.closed
            isFirst = false
        }
        if pending.utf8.count > 1 << 16 { try flush() }
    }

    mutating func close(duration: Double, sampleRate: Int, voice: String) throws {
        pending += "\n],\"duration\":\(Self.seconds(duration)),\"sampleRate\":\(sampleRate),\"voice\":\(JSONLine.quoted(voice))}\n"
        try flush()
    }

    private mutating func flush() throws {
        let problem = pending.withUTF8 { Output.write($0, to: file.descriptor) }
        pending = ""
        if let problem { throw Failure(.ours, "the marks cannot be written: \(String(cString: strerror(problem)))") }
    }

    /// Rounded down to a thousandth, so that no word's time is after its sound begins.
    static func seconds(_ value: Double) -> String {
        let thousandths = Int(clamping: (value * 1000).rounded(.down))
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
