package import Foundation
package import Records

extension Board {
    /// Where a board's records come from, and when it is looked at.
    ///
    /// One address with holes for the board's parameters makes as many feeds as there are bindings that somebody uses. The standard feed is
    /// the one for which nobody said anything: a parameter of a board has a default or may be left out.
    package struct Source: Sendable {
        package private(set) var address: AddressTemplate
        /// The address of the standard feed. To set it puts an address without holes in the place of the declared one.
        package var url: URL { didSet { address = AddressTemplate(url) } }
        package var headers: [(name: String, value: String)]
        package var access: SourceAccess?
        /// How often the source is looked at again; nil: at the times of `clock`, and without those only when somebody asks.
        package var every: Duration?
        /// Times at which it is looked at besides, in `zone`.
        package var clock: [TimeOfDay]
        package var zone: TimeZone
        /// The whole fetch may take this long.
        package var timeout: Duration?
        /// Bytes of body at most.
        package var limit: Int?
        /// The parameter whose every choice is a feed of its own; all of them are shown together, and people do not choose it.
        package let each: String?
        /// An empty answer is right, and replaces nothing.
        package let keepsWhenEmpty: Bool

        package static let keys = ["url", "headers", "auth", "every", "at", "zone", "each", "empty", "timeout", "limit"]
        private static let clockLimit = 48
        private static let eachLimit = 50

        private enum Empty: String, CaseIterable { case wrong, keep }

        /// Whether it is looked at again by itself.
        package var isScheduled: Bool { every != nil || !clock.isEmpty }

        init(_ declaration: Declaration, _ parameters: [Parameter], declared: Declaration?) throws(DeclarationError) {
            let keys = try declaration.entries(knowing: Self.keys)
            guard let url = keys["url"] else { throw declaration.error("'url' is missing") }
            every = try keys["every"]?.duration()
            if let every, every < .seconds(60), let place = keys["every"] {
                throw place.error("a source is looked at once a minute at most")
            }
            clock = try keys["at"].map(Self.clock) ?? []
            zone = try keys["zone"].map(Self.zone) ?? .gmt
            if let place = keys["at"], keys["zone"] == nil {
                throw place.error("the times are those of a 'zone', like zone: Australia/Perth")
            }
            if let place = keys["zone"], clock.isEmpty { throw place.error("a zone goes with the times under 'at'") }
            each = try keys["each"].map { each throws(DeclarationError) in try Self.each(each, parameters) }
            keepsWhenEmpty = try keys["empty"]?.choice(Empty.self) == .keep
            headers = try keys["headers"].map(Board.headers) ?? []
            access = try keys["auth"].map { auth throws(DeclarationError) in try SourceAccess(auth) }
            timeout = try keys["timeout"]?.duration()
            limit = try keys["limit"]?.byteCount()

            address = try AddressTemplate(url, knowing: parameters)
            for parameter in parameters {
                if !address.holes.contains(parameter.name), let declared {
                    throw declared.error("'\(parameter.name)' has no place in source.url; it is written {\(parameter.name)} there")
                }
                if parameter.isRequired, parameter.name != each, let declared {
                    throw declared.error("'\(parameter.name)' needs a default, or optional: true, for when nobody says anything")
                }
            }
            self.url = try Self.standard(address, url, parameters, each: each)
        }

        /// Puts another address in the place of the declared one.
        mutating func move(to declaration: Declaration, _ parameters: [Parameter]) throws(DeclarationError) {
            let address = try AddressTemplate(declaration, knowing: parameters)
            url = try Self.standard(address, declaration, parameters, each: each)
            self.address = address
        }

        private static func standard(
            _ address: AddressTemplate, _ declaration: Declaration, _ parameters: [Parameter], each: String?
        ) throws(DeclarationError) -> URL {
            var values: [String: String] = [:]
            for parameter in parameters {
                values[parameter.name] = parameter.name == each ? parameter.choices.first : try? parameter.value(nil)
            }
            guard let url = address.url(values) else {
                throw declaration.error("'\(address.source)' is not a web address like https://example.org/list.pdf")
            }
            return url
        }

        private static func each(_ declaration: Declaration, _ parameters: [Parameter]) throws(DeclarationError) -> String {
            let name = try declaration.text()
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                throw declaration.error("there is no parameter '\(name)'")
            }
            guard (1...eachLimit).contains(parameter.choices.count) else {
                throw declaration.error("the parameter '\(name)' needs 1 to \(eachLimit) choices, each a feed of its own")
            }
            return name
        }

        private static func clock(_ declaration: Declaration) throws(DeclarationError) -> [TimeOfDay] {
            var times: Set<TimeOfDay> = []
            for text in try declaration.texts() {
                guard let time = TimeOfDay(text) else { throw declaration.error("'\(text)' is no time of day like 06:01") }
                times.insert(time)
            }
            guard (1...clockLimit).contains(times.count) else { throw declaration.error("1 to \(clockLimit) times are wanted") }
            return times.sorted()
        }

        private static func zone(_ declaration: Declaration) throws(DeclarationError) -> TimeZone {
            let name = try declaration.text()
            guard let zone = TimeZone(identifier: name) else {
                throw declaration.error("'\(name)' is no time zone like Australia/Perth")
            }
            return zone
        }
    }
}
