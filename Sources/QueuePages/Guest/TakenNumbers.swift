import Hummingbird

/// The anonymous numbers taken on a device, stored in a cookie that is valid for the day.
///
/// They are only displayed, so forging them gains nothing.
struct TakenNumbers: Hashable, Sendable {
    /// The most numbers shown, which are the latest.
    static let limit = 8
    private static let cookie = "tidings_numbers"
    private static let secondsKept = 86_400

    let queue: String
    let day: Int64
    /// Oldest first.
    private(set) var numbers: [Int] = []

    init(of request: Request, in queue: String, day: Int64) {
        (self.queue, self.day) = (queue, day)
        let kept = request.cookies[Self.cookie]?.value.split(separator: ".").prefix(Self.limit + 1).map { Int($0) } ?? []
        guard kept.first == .some(Int(day)), !kept.contains(nil) else { return }
        numbers = kept.dropFirst().compactMap { $0 }.filter { $0 > 0 }
    }

    func adding(_ number: Int) -> TakenNumbers {
        var taken = self
        taken.numbers = (numbers + [number]).suffix(Self.limit)
        return taken
    }

    func remember(in response: inout Response) {
        let value = ([Int(day)] + numbers).map { String($0) }.joined(separator: ".")
        response.setCookie(
            Cookie(name: Self.cookie, value: value, maxAge: Self.secondsKept, path: "/queue/\(queue)", httpOnly: true, sameSite: .lax))
    }
}
