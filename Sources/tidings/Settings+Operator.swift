import Foundation
import Logging
import Notifying
import Operating
import Places
import Records
import Serving

/// The operator's settings: the server's address, who is trusted, what is logged and kept.
extension Settings {
    /// The server's public address, without a slash at the end; nil if not set.
    var publicURL: URL? {
        get throws {
            guard let text = value("public-url", flag: nil) else { return nil }
            guard let url = URL(string: text.hasSuffix("/") ? String(text.dropLast()) : text),
                ["http", "https"].contains(url.scheme?.lowercased()),
                url.host?.isEmpty == false, url.query == nil, url.fragment == nil
            else { throw Failure(.badUse, "public-url: '\(text)' is not an address like https://home.example/tidings") }
            return url
        }
    }

    func operating() throws -> OperatorSettings {
        let base = try value("base-path", flag: nil) ?? publicURL?.path ?? ""
        guard let basePath = OperatorSettings.basePath(base) else {
            throw Failure(.badUse, "base-path: '\(base)' is not a path like /tidings, of letters, digits, '-', '.', '_' and '~'")
        }
        var settings = OperatorSettings(
            version: Version.number, metricsToken: try metricsToken(), basePath: basePath, publicURL: try publicURL,
            trustedProxies: try trustedProxies(), isBehindProxy: try publicURL != nil || !list("trusted-proxies", flags: []).isEmpty)
        settings.tiles = try tiles()
        settings.leaflet = value("leaflet", flag: nil)
        return settings
    }

    /// The push services that visitors' browsers may use.
    func pushServices() -> PushServices { .known.adding(list("push-hosts", flags: [])) }

    /// The street map; nil: not set.
    private func tiles() throws -> TileSource? {
        guard let template = value("tiles-url", flag: nil), !template.isEmpty else { return nil }
        do { return try TileSource(template: template, attribution: value("tiles-attribution", flag: nil) ?? "") } catch {
            throw Failure(.badUse, "\(error)")
        }
    }

    /// The port of the first queue's raw feed.
    func queuePort() throws -> QueuePort {
        switch value("queue-port", flag: nil) {
        case nil: return .usual
        case "off": return .off
        case let text?:
            guard let port = Int(text), (0...65_535).contains(port) else {
                throw Failure(.badUse, "queue-port: '\(text)' is not a port, or off")
            }
            return .set(port)
        }
    }

    /// The limit of followers of queues; nil: as many as possible.
    func liveLimit() throws -> Int? {
        try value("live-limit", flag: nil).map { text in
            guard let limit = Int(text), limit > 0 else { throw Failure(.badUse, "live-limit: '\(text)' is not a number above 0") }
            return limit
        }
    }

    /// The limit of connections; nil: by the number of descriptors.
    func connectionLimit() throws -> Int? {
        try value("connection-limit", flag: nil).map { text in
            guard let limit = Int(text), limit > 0 else { throw Failure(.badUse, "connection-limit: '\(text)' is not a number above 0") }
            return limit
        }
    }

    /// One address's limit of each kind; nil: by the limits of all. 0: no limit per address.
    func addressLimit() throws -> Int? {
        try value("address-limit", flag: nil).map { text in
            guard let limit = Int(text), limit >= 0 else {
                throw Failure(.badUse, "address-limit: '\(text)' is not a number, or 0 for none")
            }
            return limit
        }
    }

    /// How much runs at once, by the number of cores that is set, or the machine's.
    func widths() throws -> Widths {
        try value("cores", flag: nil).map { text in
            guard let cores = Int(text), (1...1024).contains(cores) else {
                throw Failure(.badUse, "cores: '\(text)' is not a number from 1 to 1024")
            }
            return Widths(cores: cores)
        } ?? Widths()
    }

    /// nil if not set.
    func trustedProxies() throws -> TrustedProxies? {
        let list = list("trusted-proxies", flags: [])
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

    /// The file that gives the approximate positions of IP addresses; nil if not set.
    func addresses() throws -> MaxMindFile? {
        guard let path = value("maxmind-file", flag: nil) else { return nil }
        do { return try MaxMindFile(URL(fileURLWithPath: path)) } catch { throw Failure(.badUse, "maxmind-file: \(error)") }
    }

    private func metricsToken() throws -> String? {
        guard let path = value("metrics-token-file", flag: nil) else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let line = text.split(whereSeparator: \.isNewline).first else {
            throw Failure(.badUse, "metrics-token-file: \(path) cannot be read, or is empty")
        }
        return String(line)
    }

    /// How the log is written, from the flags on.
    func logging(format: String?, level: String?) throws -> (format: LogLines.Format, level: Logger.Level) {
        let formatText = value("log-format", flag: format) ?? (Self.isJournal ? "journal" : "text")
        guard let format = LogLines.Format(rawValue: formatText) else {
            throw Failure(.badUse, "log-format: '\(formatText)' is not \(LogLines.Format.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let levelText = value("log-level", flag: level) ?? "info"
        guard let level = Logger.Level(rawValue: levelText) else {
            throw Failure(.badUse, "log-level: '\(levelText)' is not \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return (format, level)
    }

    /// Whether standard error goes to systemd's journal.
    private static var isJournal: Bool {
        ProcessInfo.processInfo.environment["JOURNAL_STREAM"].map { StandardError.leads(to: $0) } ?? false
    }
}
