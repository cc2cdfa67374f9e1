public import Foundation
import NIOHTTP1
public struct Pause: Hashable, Sendable, Codable {
    public enum Scope: Hashable, Sendable, Codable { case url, host }
    public let scope: Scope
    public let until: Date
    init(scope: Scope, until: Date) { self.scope = scope; self.until = until }
    init?(status: Int, headers: HTTPHeaders, now: Date) {
        guard let seconds = headers.first(name: "Retry-After").flatMap({ Int($0) }) else { return nil }
        scope = status == 429 ? .host : .url
        until = now + Double(seconds)
    }
}
