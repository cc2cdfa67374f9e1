import CPcre2

/// A regular expression, matched by PCRE2 with its just-in-time compiler.
///
/// Unlike the standard library's `Regex` it is `Sendable`, fast enough to try on every string of a document, and bounded: an
/// expression of a board file that would run away on a hostile text stops at a match limit and says so (`PatternError`). PCRE2's limit
/// bounds neither what a single try costs nor many matches together, so a pattern that people send is compiled to be counted
/// and draws from an `Effort`. Syntax: PCRE2 (https://www.pcre.org/current/doc/html/pcre2pattern.html) in its UTF mode.
package struct Pattern: Hashable, Sendable, CustomStringConvertible {
    package let source: String
    private let compiled: Compiled

    /// What a counted pattern may take of a single text: 5 ms.
    package static let textStepLimit = 1_000_000

    /// `isCounted`: for `matches(_:drawing:)`. Matching then takes up to twice as long.
    package init(_ source: String, isCounted: Bool = false) throws(PatternError) {
        self.source = source
        compiled = try Compiled(source, isCounted: isCounted)
    }

    /// The same as `matches(_:)` within what is left of an effort, of which each step is drawn.
    package func matches(_ text: some StringProtocol, drawing effort: inout Effort) throws(EffortSpent) -> Bool {
        if let limit = effort.spent { throw EffortSpent(limit, pattern: source) }
        var text = String(text)
        let code = text.withUTF8 { compiled.match($0, drawing: &effort) }
        if code >= 0 { return true }
        if code == PCRE2_ERROR_NOMATCH { return false }
        throw EffortSpent(effort.spent ?? .text, pattern: source)
    }

    /// Whether the pattern is found anywhere in `text`; anchor it with ^ and $ to ask about the whole.
    package func matches(_ text: some StringProtocol) throws(PatternError) -> Bool {
        var text = String(text)
        let code = text.withUTF8 { compiled.match($0) }
        if code >= 0 { return true }
        if code == PCRE2_ERROR_NOMATCH { return false }
        throw PatternError(pattern: source, offset: nil, detail: PatternError.message(of: code))
    }

    /// The names of its named groups, `(?<name>…)`, with the number of each, in order.
    package var groupNames: [(name: String, number: Int)] { compiled.groupNames }

    /// The first match at `start` or after it: the places of the whole and of each group in the text's UTF-8; nil for a group that
    /// took no part. nil if there is no match.
    package func match(in text: [UInt8], from start: Int = 0) throws(PatternError) -> [Range<Int>?]? {
        let found = text.withUnsafeBufferPointer { compiled.groups($0, from: start) }
        switch found {
        case .groups(let groups): return groups
        case .code(PCRE2_ERROR_NOMATCH): return nil
        case .code(let code): throw PatternError(pattern: source, offset: nil, detail: PatternError.message(of: code))
        }
    }

    /// The same within what is left of an effort, of which each step is drawn; for a counted pattern.
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
/// `@unchecked Sendable`: both are only read after `init`, which PCRE2 allows from any number of threads at once
/// (pcre2api, "Multithreading"); what a match writes is made for each match.
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
        // Without the just-in-time compiler (an unusual processor) matching is slower and just as right.
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

    /// `text` has to be valid UTF-8.
    func groups(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Found {
        groups { pcre2_match_8(code, text.baseAddress, text.count, start, UInt32(PCRE2_NO_UTF_CHECK), $0, limits) }
    }

    /// The same; `PCRE2_ERROR_CALLOUT` where the effort or a text's share of it is spent.
    func groups(_ text: UnsafeBufferPointer<UInt8>, from start: Int, drawing effort: inout Effort) -> Found {
        groups { match(text, from: start, $0, drawing: &effort) }
    }

    private func groups(_ match: (OpaquePointer) -> Int32) -> Found {
        guard let found = pcre2_match_data_create_from_pattern_8(code, nil) else { return .code(PCRE2_ERROR_NOMEMORY) }
        defer { pcre2_match_data_free_8(found) }
        let count = match(found)
        guard count > 0, let places = pcre2_get_ovector_pointer_8(found) else { return .code(count) }
        // A pair for each group of the pattern; those that took no part hold PCRE2_UNSET. A look-behind's \K may end before it begins.
        return .groups(
            (0..<Int(pcre2_get_ovector_count_8(found))).map { group in
                let (start, end) = (places[2 * group], places[2 * group + 1])
                return start >= 0 && start <= end ? start..<end : nil
            })
    }

    /// Each entry of PCRE2's table: the group's number in two bytes, then its name up to a zero.
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

    /// The number of groups set plus one, or a negative PCRE2 error.
    func match(_ text: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard let found = pcre2_match_data_create_8(1, nil) else { return PCRE2_ERROR_NOMEMORY }
        defer { pcre2_match_data_free_8(found) }
        // Swift's strings are valid UTF-8, so PCRE2 need not check them again.
        return pcre2_match_8(code, text.baseAddress, text.count, 0, UInt32(PCRE2_NO_UTF_CHECK), found, limits)
    }

    /// The same; `PCRE2_ERROR_CALLOUT` where the effort or a text's share of it is spent.
    func match(_ text: UnsafeBufferPointer<UInt8>, drawing effort: inout Effort) -> Int32 {
        guard let found = pcre2_match_data_create_8(1, nil) else { return PCRE2_ERROR_NOMEMORY }
        defer { pcre2_match_data_free_8(found) }
        return match(text, from: 0, found, drawing: &effort)
    }

    private func match(_ text: UnsafeBufferPointer<UInt8>, from start: Int, _ found: OpaquePointer, drawing effort: inout Effort) -> Int32 {
        // A copy, since the meter is of this match; threads share the original.
        guard let context = pcre2_match_context_copy_8(limits) else { return PCRE2_ERROR_NOMEMORY }
        defer { pcre2_match_context_free_8(context) }
        var meter = Meter(effort: effort, from: start)
        // PCRE2 calls back during this call only, on this thread.
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

/// Counts what one match does. PCRE2 calls before each part of the pattern that it tries (pcre2callout, "Automatic callouts").
private struct Meter {
    var effort: Effort
    private var left = Pattern.textStepLimit
    private var place: Int

    init(effort: Effort, from start: Int) { (self.effort, place) = (effort, start) }

    /// A part that goes over many bytes at once is one call, so the way counts too.
    mutating func goes(to place: Int) -> Bool {
        let steps = 1 + abs(place - self.place)
        self.place = place
        left -= steps
        return effort.draw(steps) && left >= 0
    }
}

/// What is wrong with a pattern, or which of its limits a text has hit.
package struct PatternError: Error, CustomStringConvertible {
    package let pattern: String
    /// Byte in the pattern, if it is the pattern that is wrong.
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
