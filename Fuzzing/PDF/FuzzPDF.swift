import DemoPublishing
import Glibc
import PDFText

/// Mutated PDFs into `PDFText`: FIRST up to FIRST + COUNT, each made of its number alone.
///
///     TIDINGS_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product FuzzPDF
///     FuzzPDF 0 200000            every input; 5 CPU seconds each at most, 512 MB of address space
///     FuzzPDF --write 4711 FILE   the input of a number, to look at
///
/// A trap or a hang ends the process by a signal, as such things do; `--at FILE` keeps the number of the input there, for
/// `Scripts/fuzz`, which goes on behind it. Texts that differ by how the file is cut, or between stream and document, are printed.
/// With TIDINGS_FUZZ=libfuzzer and `--sanitize fuzzer` (`Scripts/fuzz --libfuzzer 60`), libFuzzer's own loop and inputs take the place of
/// these.
enum Fuzz {
    static let cpuSeconds = 5
    static let addressSpace: UInt = 512 << 20

    /// The input of a number.
    static func input(_ number: Int) -> [UInt8] {
        var chance = SplitMix64(seed: UInt64(number))
        var bytes = Seeds.all[number % Seeds.all.count]
        let other = chance.oneIn(2) ? chance.one(of: Seeds.all) : bytes
        Mutation.change(&bytes, times: 1 + chance.below(chance.one(of: [2, 6, 24])), beside: other, &chance)
        return bytes
    }

    /// Reads the bytes in every way there is. What is wrong with the answers, if anything.
    static func check(_ bytes: [UInt8], seed: UInt64) -> String? {
        var chance = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D)
        var limits = PDFLimits()
        if chance.oneIn(8) {
            limits.pageOperators = 20
            limits.heldTextBytes = 200
            limits.sharedTextBytes = 100
            limits.objectBytes = 4_000
            limits.mapEntries = 3
            limits.nesting = 4
        }
        let password = chance.oneIn(4) ? "secret" : ""
        let size = chance.one(of: [1, 5, 64, 1_000, 100_000])
        let cut = Outcome(bytes, limits: limits, password: password) { 1 + chance.below(size) }
        for page in cut.pages {
            let layout = PDFPageLayout(page)
            var lengths = layout.text(.columns).utf8.count + layout.text(.reading, joiningHyphens: true).utf8.count
            lengths += layout.text(.raw).utf8.count + PDFTable(layout).rows.count + layout.words.count + layout.paragraphs.count
            var heads = PDFRunningHeads()
            heads.add(layout)
            lengths += heads.body(of: layout).count
            guard lengths >= 0 else { return "nothing" }
        }
        if seed % 4 == 0 {
            let whole = Outcome(bytes, limits: limits, password: password) { 1 << 20 }
            if whole != cut { return "the text differs by how the file is cut" }
        }
        if seed % 4 == 1 {
            let document = try? PDFDocument(bytes: bytes, limits: limits, password: password)
            if document == nil, cut.error == nil { return "the document is refused, the stream is not" }
            if let document, document.pages.map(\.runs) != cut.kept.map(\.runs) { return "document and stream differ" }
        }
        if seed % 4 == 2 { foresee(bytes, &chance, limits) }
        return nil
    }

    /// The tail first, and what it says is worth fetching; also a wrong tail.
    private static func foresee(_ bytes: [UInt8], _ chance: inout SplitMix64, _ limits: PDFLimits) {
        var stream = PDFTextStream(limits: limits)
        do {
            let start = max(0, bytes.count - 1 - chance.below(1_500))
            try stream.foresee(Array(bytes[start...]), at: chance.oneIn(5) ? chance.below(99_999) : start)
            for range in stream.rangesWorthFetching(size: bytes.count) where range.lowerBound >= 0 && range.upperBound <= bytes.count {
                try stream.foresee(Array(bytes[range]), at: range.lowerBound)
            }
            _ = stream.rangesWorthFetching(size: bytes.count + chance.below(3) - 1)
            try stream.append(bytes) { _ in }
            try stream.finish { _ in }
        } catch {}
    }
}

/// What a stream told of a file.
private struct Outcome: Equatable {
    var events: [PDFTextEvent] = []
    var error: PDFError?

    init(_ bytes: [UInt8], limits: PDFLimits, password: String, _ size: () -> Int) {
        var stream = PDFTextStream(limits: limits, password: password)
        do {
            var start = 0
            while start < bytes.count {
                let end = min(start + size(), bytes.count)
                try stream.append(Array(bytes[start..<end])) { events.append($0) }
                start = end
            }
            try stream.finish { events.append($0) }
        } catch {
            self.error = error as? PDFError
        }
    }

    var pages: [PDFPageText] { events.compactMap { if case .final(let page) = $0 { page } else { nil } } }

    /// The last text of each page, in the order of the document.
    var kept: [PDFPageText] { KeptPages(events).inOrder }
}

#if LIBFUZZER
    /// What libFuzzer calls with each of its inputs.
    @_cdecl("LLVMFuzzerTestOneInput") public func fuzzOne(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
        // libFuzzer hands over `count` bytes that live as long as this call.
        let input = Array(UnsafeBufferPointer(start: bytes, count: count))
        let seed = input.prefix(64).reduce(UInt64(count)) { $0 &* 31 &+ UInt64($1) }
        if let wrong = Fuzz.check(input, seed: seed) { fatalError(wrong) }
        return 0
    }
#else
    @main struct FuzzPDF {
        static func main() {
            let words = CommandLine.arguments
            if words.count == 4, words[1] == "--write", let number = Int(words[2]) {
                let input = Fuzz.input(number)
                guard let file = fopen(words[3], "wb") else { exit(2) }
                fwrite(input, 1, input.count, file)
                fclose(file)
                return
            }
            guard words.count >= 3, let first = Int(words[1]), let count = Int(words[2]) else { exit(2) }
            let at = words.count == 5 && words[3] == "--at" ? open(words[4], O_WRONLY | O_CREAT, 0o600) : -1
            var space = rlimit(rlim_cur: Fuzz.addressSpace, rlim_max: Fuzz.addressSpace)
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &space)
            var wrong = 0
            var slowest = (0.0, 0)
            var before = cpu()
            for number in first..<first + count {
                if at >= 0 { note(number, at) }
                // SIGPROF ends the process: there is nothing to clean up.
                var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: Fuzz.cpuSeconds, tv_usec: 0))
                setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
                if let what = Fuzz.check(Fuzz.input(number), seed: UInt64(number)) {
                    print("\(number): \(what)")
                    fflush(nil)
                    wrong += 1
                }
                let now = cpu()
                if now - before > slowest.0 { slowest = (now - before, number) }
                before = now
            }
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            let peak = "peak \(usage.ru_maxrss >> 10) MB, \(cpu()) s"
            print("\(count) inputs from \(first): \(wrong) wrong, slowest \(slowest.0) s (\(slowest.1)), \(peak)")
        }

        private static func note(_ number: Int, _ file: CInt) {
            let text = Array("\(number)\n".utf8)
            pwrite(file, text, text.count, 0)
        }

        private static func cpu() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
    }
#endif
