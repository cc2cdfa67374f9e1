import Serving

/// The addresses of a queue's staff pages.
struct StaffPaths: Sendable {
    private let root: String

    init(_ queue: String) { root = "/queue/\(Percent.encoded(queue))" }

    var console: String { "\(root)/console" }
    /// The console's page that asks for the counter.
    var choice: String { "\(console)?choose" }
    func act(_ act: ConsoleAct) -> String { "\(console)/\(act.rawValue)" }

    var settings: String { "\(root)/settings" }
    var statistics: String { "\(root)/statistics" }
    func statistics(_ period: StatisticsPeriod) -> String { "\(statistics)?\(period.query)" }
    func tickets(_ period: StatisticsPeriod, isPersonal: Bool = false) -> String {
        "\(statistics).csv?\(period.query)\(isPersonal ? "&personal=true" : "")"
    }
    var audit: String { "\(root)/audit" }
    func audit(before: Int64) -> String { "\(audit)?before=\(before)" }
    var auditFile: String { "\(audit).csv" }

    var live: String { "/live\(root)" }
    var guests: String { root }
    var display: String { "\(root)/display" }
    var kiosk: String { "\(root)/kiosk" }
    var code: String { "\(root)/qr.svg" }
}
