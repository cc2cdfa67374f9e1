import Foundation
import Records

extension ReadingNotes {
    private struct Kept: Codable {
        var notice: String?
        var leftOut: [String: Int]
        var mended: [String: Int]
        /// Missing in earlier versions, like those below.
        var refused: [String: Int]?
        var silent: [String]?
        var silentCount: Int?
    }

    /// Longest stored notice and reason.
    private static let (noticeLength, reasonLength) = (2000, 200)

    /// For the store: RFC 8259.
    package var json: String? {
        func cut(_ counts: [String: Int]) -> [String: Int] {
            Dictionary(counts.map { ($0.key.limited(to: Self.reasonLength), $0.value) }) { $0 &+ $1 }
        }
        var kept = Kept(notice: notice?.limited(to: Self.noticeLength), leftOut: cut(leftOut), mended: cut(mended))
        if !refused.isEmpty { kept.refused = cut(refused) }
        if silentCount > 0 { (kept.silent, kept.silentCount) = (silent.map { $0.limited(to: Self.reasonLength) }, silentCount) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(kept)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// nil if it isn't in our format.
    package init?(json: String) {
        guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(json.utf8)) else { return nil }
        self.init(
            notice: kept.notice, leftOut: kept.leftOut, mended: kept.mended, refused: kept.refused ?? [:], silent: kept.silent ?? [],
            silentCount: kept.silentCount ?? 0)
    }
}
