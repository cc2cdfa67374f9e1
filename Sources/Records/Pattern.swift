import CPcre2

/// A regular expression, matched by PCRE2 with its just-in-time compiler.
///
/// Unlike the standard library's `Regex` it is `Sendable`, fast enough to try on every string of a document, and limited: a board file's
/// expression that would run away on a hostile text stops at a match limit and throws (`PatternError`). PCRE2's limit doesn't bound the
/// cost of a single step or of many matches together, so a pattern from a person is compiled for counting and draws from an `Effort`.
/// Syntax: PCRE2 (https://www.pcre.org/current/doc/html/pcre2pattern.html) in UTF mode.
package struct Pattern: Hashable, Sendable, CustomStringConvertible {
    package let source: String
    private let compiled: Compiled

    /// The limit of a counted pattern on a single text: 5 ms.
    package static let textStepLimit = 1_000_000

    /// `isCounted`: for `matches(_:drawing:)`. Matching then takes up to twice as long.
    package init(_ source: String, isCounted: Bool = false) throws(PatternError) {
        self.source = source
        compiled = try Compiled(source, isCounted: isCounted)
    }

    /// The same as `matches(_:)`, with each step drawn from an effort.
    package func matches(_ text: some StringProtocol, drawing effort: inout Effort) throws(EffortSpent) -> Bool {
        if let limit = effort.spent { throw EffortSpent(limit, pattern: source) }
        var text = String(text)
        let code = text.withUTF8 { compiled.match($0, drawing: &effort) }
        if code >= 0 { return true }
        if code == PCRE2_ERROR_NOMATCH { return false }
        throw EffortSpent(effort.spent ?? .text, pattern: source)
    }

    /// Whether the pattern occurs anywhere in `text`; anchor it with ^ and $ to match the whole text.
    package func matches(_ text: some StringProtocol) throws(PatternError) -> Bool {
        var text = String(text)
        let code = text.withUTF8 { compiled.match($0) }
        if code >= 0 { return true }
        if code == PCRE2_ERROR_NOMATCH { return false }
        throw PatternError(pattern: source, offset: nil, detail: PatternError.message(of: code))
    }

    /// The names and numbers of its named groups, `(?<name>…)`, in order.
    package var groupNames: [(name: String, number: Int)] { compiled.groupNames }

    /// The first match at or after `start`: the ranges of the whole match and of each group in the text's UTF-8; nil for a group that
    /// didn't take part. nil if there is no match.
    package func match(in text: [UInt8], from start: Int = 0) throws(PatternError) -> [Range<Int>?]? {
        let found = text.withUnsafeBufferPointer { compiled.groups($0, from: start) }
        switch found {
        case .groups(let groups): return groups
        case .code(PCRE2_ERROR_NOMATCH): return nil
        case .code(let code): throw PatternError(pattern: source, offset: nil, detail: PatternError.message(of: code))
        }
    }

    /// The same with each step drawn from an effort; for a counted pattern.
    package func match(in text: [UInt8], from start: Int, drawing effort: inout Effort) throws(EffortSpent) -> [Range<Int>?]? {
        if let limit = effort.spent { throw EffortSpent(limit, pattern: source) }
        switch text.withUnsafeBufferPointer({ compiled.groups($0, from: start, drawing: &effort) }) {
        case .groups(let groups): return groups
        case .code(PCRE2_ERROR_NOMATCH): return nil
        case .code: throw EffortSpent(effort.spent ?? .text, pattern: source)
        }
    }

    package var description: String { source }
    package static func == (left: Self, right: Self) -> Bool { left.source == right.source }
    package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Owns the compiled code and its limits.
///
/// `@unchecked Sendable`: both are only read after `init`, which PCRE2 allows from any number of threads at once (pcre2api,
/// "Multithreading"); each match allocates its own writable data.
private final class Compiled: @unchecked Sendable {
    private let code: OpaquePointer
    private let limits: OpaquePointer?

    init(_ source: String, isCounted: Bool) throws(PatternError) {
        var source = source
        var errorCode: Int32 = 0
        var errorOffset = 0
        let counting = isCounted ? UInt32(PCRE2_AUTO_CALLOUT) : 0
        let options = UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C) | counting
        let code = source.withUTF8 { pcre2_compile_8($0.baseAddress, $0.count, options, &errorCode, &errorOffset, nil) }
        guard let code else {
            throw PatternError(pattern: source, offset: errorOffset, detail: PatternError.message(of: errorCode))
        }
        self.code = code
        // Without the just-in-time compiler (on an unusual processor) matching is slower but gives the same results.
        _ = pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
        limits = pcre2_match_context_create_8(nil)
        pcre2_set_match_limit_8(limits, 200_000)
        pcre2_set_depth_limit_8(limits, 10_000)
        pcre2_set_heap_limit_8(limits, 4_096)
    }

    deinit {
        pcre2_match_context_free_8(limits)
        pcre2_code_free_8(code)
    }

    enum Found {
        case groups([Range<Int>?])
        case code(Int32)
    }

    /// `text` must be valid UTF-8.
    func groups(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Found {
        groups { pcre2_match_8(code, text.baseAddress, text.count, start, UInt32(PCRE2_NO_UTF_CHECK), $0, limits) }
    }

    /// The same; `PCRE2_ERROR_CALLOUT` if the effort or a text's limit is exceeded.
    func groups(_ text: UnsafeBufferPointer<UInt8>, from start: Int, drawing effort: inout Effort) -> Found {
        groups { match(text, from: start, $0, drawing: &effort) }
    }

    private func groups(_ match: (OpaquePointer) -> Int32) -> Found {
        guard let found = pcre2_match_data_create_from_pattern_8(code, nil) else { return .code(PCRE2_ERROR_NOMEMORY) }
        defer { pcre2_match_data_free_8(found) }
        let count = match(found)
        guard count > 0, let places = pcre2_get_ovector_pointer_8(found) else { return .code(count) }
        // A pair for each group of the pattern; groups that didn't take part have PCRE2_UNSET. With \K in a lookbehind, a match may end
        // before it begins.
        return .groups(
            (0..<Int(pcre2_get_ovector_count_8(found))).map { group in
                let (start, end) = (places[2 * group], places[2 * group + 1])
                return start >= 0 && start <= end ? start..<end : nil
            })
    }

    /// Each entry of PCRE2's table: the group's number in two bytes, then its zero-terminated name.
    var groupNames: [(name: String, number: Int)] {
        var (count, size): (UInt32, UInt32) = (0, 0)
        var table: UnsafePointer<UInt8>?
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size)
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
        guard let table else { return [] }
        return (0..<Int(count)).map { index in
            let entry = UnsafeBufferPointer(start: table + index * Int(size), count: Int(size))
            return (String(decoding: entry.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self), Int(entry[0]) << 8 | Int(entry[1]))
        }.sorted { $0.number < $1.number }
    }

    /// The highest group number that matched plus one, or a negative PCRE2 error.
    func match(_ text: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard let found = pcre2_match_data_create_8(1, nil) else { return PCRE2_ERROR_NOMEMORY }
        defer { pcre2_match_data_free_8(found) }
        // Swift's strings are valid UTF-8, so PCRE2 need not check them again.
        return pcre2_match_8(code, text.baseAddress, text.count, 0, UInt32(PCRE2_NO_UTF_CHECK), found, limits)
    }

    /// The same; `PCRE2_ERROR_CALLOUT` if the effort or a text's limit is exceeded.
    func match(_ text: UnsafeBufferPointer<UInt8>, drawing effort: inout Effort) -> Int32 {
        guard let found = pcre2_match_data_create_8(1, nil) else { return PCRE2_ERROR_NOMEMORY }
        defer { pcre2_match_data_free_8(found) }
        return match(text, from: 0, found, drawing: &effort)
    }

    private func match(_ text: UnsafeBufferPointer<UInt8>, from start: Int, _ found: OpaquePointer, drawing effort: inout Effort) -> Int32 {
        // A copy, since the meter belongs to this match; threads share the original.
        guard let context = pcre2_match_context_copy_8(limits) else { return PCRE2_ERROR_NOMEMORY }
        defer { pcre2_match_context_free_8(context) }
        var meter = Meter(effort: effort, from: start)
        // PCRE2 makes the callouts only during this call, on this thread.
        let outcome = withUnsafeMutablePointer(to: &meter) { meter in
            pcre2_set_callout_8(
                context,
                { block, meter in
                    guard let block, let meter = meter?.assumingMemoryBound(to: Meter.self) else { return PCRE2_ERROR_CALLOUT }
                    return meter.pointee.goes(to: block.pointee.current_position) ? 0 : PCRE2_ERROR_CALLOUT
                }, meter)
            return pcre2_match_8(code, text.baseAddress, text.count, start, UInt32(PCRE2_NO_UTF_CHECK), found, context)
        }
        effort = meter.effort
        effort.draw(1)
        return outcome
    }
}

/// Counts the work of one match. PCRE2 calls it before each part of the pattern that it tries (pcre2callout, "Automatic callouts").
private struct Meter {
    var effort: Effort
    private var left = Pattern.textStepLimit
    private var place: Int

    init(effort: Effort, from start: Int) { (self.effort, place) = (effort, start) }

    /// A part that moves over many bytes at once causes one call, so the distance also counts.
    mutating func goes(to place: Int) -> Bool {
        let steps = 1 + abs(place - self.place)
        self.place = place
        left -= steps
        return effort.draw(steps) && left >= 0
    }
}

/// An error in a pattern, or the limit that a text has exceeded.
package struct PatternError: Error, CustomStringConvertible {
    package let pattern: String
    /// Byte offset in the pattern, if the pattern itself is invalid.
    package let offset: Int?
    package let detail: String

    package var description: String {
        "pattern '\(pattern)'" + (offset.map { ", character \($0 + 1)" } ?? "") + ": \(detail)"
    }

    static func message(of code: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = pcre2_get_error_message_8(code, &buffer, buffer.count)
        return length > 0 ? String(decoding: buffer.prefix(Int(length)), as: UTF8.self) : "PCRE2 error \(code)"
    }
}
