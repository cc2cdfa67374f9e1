import Foundation
import Logging
import Notifying
import Operating
import Places
import Records
import Serving

extension Setting<Int> {
    static var port: Self { .number("port", in: 0...65_535, or: "is not a port") }
    static var liveLimit: Self { .number("live-limit", in: 1..., or: "is not a number above 0") }
    static var connectionLimit: Self { .number("connection-limit", in: 1..., or: "is not a number above 0") }
    static var addressLimit: Self { .number("address-limit", in: 0..., or: "is not a number, or 0 for none") }
    static var cores: Self { .number("cores", in: 1...1024, or: "is not a number from 1 to 1024") }
}

extension Setting<URL> {
    static var publicURL: Self {
        Self("public-url", or: "is not an address like https://home.example/tidings") { text in
            guard let url = URL(string: text.hasSuffix("/") ? String(text.dropLast()) : text),
                ["http", "https"].contains(url.scheme?.lowercased()),
                url.host?.isEmpty == false, url.query == nil, url.fragment == nil
            else { return nil }
            return url
        }
    }
}

extension Setting<QueuePort> {
    static var queuePort: Self {
        Self("queue-port", or: "is not a port, or off") { text in
            if text == "off" { return .off }
            return Int(text).flatMap { (0...65_535).contains($0) ? .set($0) : nil }
        }
    }
}

extension Setting<LogLines.Format> {
    static var logFormat: Self { .choice("log-format", "is not") }
}

extension Setting<Logger.Level> {
    static var logLevel: Self { .choice("log-level", "is not") }
}

/// The operator's settings: the server's address, trusted proxies, logs and retention.
extension Settings {
    /// The server's public address, without a slash at the end; nil if not set.
    var publicURL: URL? { get throws { try value(.publicURL) } }

    func operating() throws -> OperatorSettings {
        let base = try value("base-path") ?? publicURL?.path ?? ""
        guard let basePath = OperatorSettings.basePath(base) else {
            throw Failure(.badUse, "base-path: '\(base)' is not a path like /tidings, of letters, digits, '-', '.', '_' and '~'")
        }
        var settings = OperatorSettings(
            version: Version.number, metricsToken: try metricsToken(), basePath: basePath, publicURL: try publicURL,
            trustedProxies: try trustedProxies(), isBehindProxy: try publicURL != nil || !list("trusted-proxies").isEmpty)
        settings.tiles = try tiles()
        settings.leaflet = value("leaflet")
        return settings
    }

    /// The push services that visitors' browsers may use.
    func pushServices() throws -> PushServices { .known.adding(Array(try hosts("push-hosts"))) }

    /// The street map; nil: not set.
    func tiles() throws -> TileSource? {
        guard let template = value("tiles-url"), !template.isEmpty else { return nil }
        do { return try TileSource(template: template, attribution: value("tiles-attribution") ?? "") } catch {
            throw Failure(.badUse, "\(error)")
        }
    }

    /// By itself, because `tiles` checks the address first.
    func checkTilesAttribution() throws {
        guard value("tiles-url")?.isEmpty == false else { return }
        do { try TileSource.check(attribution: value("tiles-attribution") ?? "") } catch { throw Failure(.badUse, "\(error)") }
    }

    /// The port of the first queue's raw feed.
    func queuePort() throws -> QueuePort { try value(.queuePort) ?? .standard }

    /// The limit on followers of queues; nil: as many as possible.
    func liveLimit() throws -> Int? { try value(.liveLimit) }

    /// The limit on connections; nil: derived from the number of descriptors.
    func connectionLimit() throws -> Int? { try value(.connectionLimit) }

    /// One address's limit of each kind; nil: derived from the total limits. 0: no limit per address.
    func addressLimit() throws -> Int? { try value(.addressLimit) }

    /// How many tasks run at once, from the configured number of cores or the machine's.
    func widths() throws -> Widths { try value(.cores).map { Widths(cores: $0) } ?? Widths() }

    /// nil if not set.
    func trustedProxies() throws -> TrustedProxies? {
        let list = list("trusted-proxies")
        if list.isEmpty { return nil }
        if list == ["none"] { return .nobody }
        return TrustedProxies(
            try list.map { text in
                guard let range = AddressRange(text) else {
                    throw Failure(.badUse, "trusted-proxies: '\(text)' is not an address like 10.0.0.1 or a range like 10.0.0.0/8")
                }
                return range
            })
    }

    /// The file with approximate positions of IP addresses; nil if not set.
    func addresses() throws -> MaxMindFile? {
        guard let path = value("maxmind-file") else { return nil }
        do { return try MaxMindFile(URL(fileURLWithPath: path)) } catch { throw Failure(.badUse, "maxmind-file: \(error)") }
    }

    private func metricsToken() throws -> String? {
        guard let path = value("metrics-token-file") else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let line = text.split(whereSeparator: \.isNewline).first else {
            throw Failure(.badUse, "metrics-token-file: \(path) cannot be read, or is empty")
        }
        return String(line)
    }

    func logging() throws -> (format: LogLines.Format, level: Logger.Level) {
        (try value(.logFormat) ?? (Self.isJournal ? .journal : .text), try value(.logLevel) ?? .info)
    }

    /// Whether standard error goes to systemd's journal.
    private static var isJournal: Bool {
        ProcessInfo.processInfo.environment["JOURNAL_STREAM"].map { StandardError.leads(to: $0) } ?? false
    }
}
