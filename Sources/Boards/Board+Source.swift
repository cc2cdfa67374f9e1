package import Fetching
package import Foundation
package import Records

extension Board {
    /// Where a board's records come from, and when they are read.
    ///
    /// An address with placeholders for the board's parameters makes one feed for each binding in use. The standard feed has only defaults:
    /// every parameter of a board has a default or is optional.
    package struct Source: Sendable {
        package private(set) var address: AddressTemplate
        /// The address of the standard feed. Setting it replaces the declared address by one without placeholders.
        package var url: URL { didSet { address = AddressTemplate(url) } }
        package var headers: [(name: String, value: String)]
        package var access: SourceAccess?
        /// Time between two readings; nil: at the times of `clock`, or only on request if there are none.
        package var every: Duration?
        /// Times of day when it is also read, in `zone`.
        package var clock: [TimeOfDay]
        package var zone: TimeZone
        /// The timeout of the whole fetch.
        package var timeout: Duration?
        /// The most bytes of a body.
        package var limit: Int?
        /// A browser opens the address, and waits for this; nil: the document itself is read.
        package let render: RenderOrder?
        /// The parameter with a feed for each of its choices. All of them are shown together, and people don't choose one.
        package let each: String?
        /// An empty answer is valid, and replaces nothing.
        package let keepsWhenEmpty: Bool

        /// How its records change the stored ones.
        package var delivery: SourceDelivery { kind.isEndless ? given ?? kind.deliveries[0] : .replace }
        private let given: SourceDelivery?
        /// The most records stored, for an endless source.
        package let keeps: Int
        /// How long an endless source may be silent.
        package let silence: Duration

        private static let keptRecords = 1...10_000
        private static let silences = Duration.seconds(5)...(.seconds(86_400))

        package static let keys: [String] = {
            var keys: [String] = []
            for (key, kind) in SourceKinds.declared {
                for option in [key] + kind.options where !keys.contains(option) { keys.append(option) }
            }
            return keys
        }()
        private static let clockLimit = 48
        private static let eachLimit = 50

        private enum Empty: String, CaseIterable { case wrong, keep }

        /// Whether it is read again automatically.
        package var isScheduled: Bool { every != nil || !clock.isEmpty }

        package var kind: any SourceKind.Type { SourceKinds.kind(of: url) ?? WebDocument.self }

        /// Whether its address is only an example: the real one isn't set yet.
        package var isExample: Bool { address.isExample }

        init(_ declaration: Declaration, _ parameters: [Parameter], declared: Declaration?) throws(DeclarationError) {
            let keys = try declaration.entries(knowing: Self.keys)
            let (kind, url) = try Self.kind(keys, of: declaration)
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

            render = try keys["render"].flatMap { order throws(DeclarationError) in try RenderOrder.declared(order) }
            if render != nil, access != nil, let place = keys["auth"] {
                throw place.error("'auth' doesn't go with 'render': a browser signs in by the 'steps' under 'render'")
            }

            given = try keys["gives"]?.choice(SourceDelivery.self)
            if let given, !kind.deliveries.contains(given), let place = keys["gives"] {
                throw place.error("one of these is expected: \(kind.deliveries.map(\.rawValue).joined(separator: ", "))")
            }
            keeps =
                try keys["keeps"].map { place throws(DeclarationError) in
                    guard let count = Int(try place.text()), Self.keptRecords.contains(count) else {
                        throw place.error("a number from 1 to \(Self.keptRecords.upperBound) is expected")
                    }
                    return count
                } ?? 1_000
            silence = try keys["silence"]?.duration() ?? .seconds(120)
            if let place = keys["silence"], !Self.silences.contains(silence) { throw place.error("a time from 5s to 1d is expected") }
            address = try Self.address(
                url, of: kind, parameters, isOpen: headers.isEmpty && access == nil && render?.steps.isEmpty != false)
            for parameter in parameters {
                if !address.holes.contains(parameter.name), let declared {
                    guard kind.takesParameters else { throw declared.error("a source of this kind takes no parameters") }
                    throw declared.error("'\(parameter.name)' has no place in source.url; it is written {\(parameter.name)} there")
                }
                if parameter.isRequired, parameter.name != each, let declared {
                    throw declared.error("'\(parameter.name)' needs a default, or optional: true, for a request that leaves it out")
                }
            }
            self.url = try Self.standard(address, url, parameters, each: each)
        }

        /// Replaces the declared address.
        mutating func move(to declaration: Declaration, _ parameters: [Parameter]) throws(DeclarationError) {
            let written = URL(string: try declaration.text()).flatMap { SourceKinds.kind(of: $0) } ?? kind
            guard written.key != nil, written.isEndless == kind.isEndless else {
                throw declaration.error("'\(try declaration.text())' isn't an address like \(kind.example)")
            }
            let address = try Self.address(declaration, of: written, parameters, isOpen: sendsNothing)
            url = try Self.standard(address, declaration, parameters, each: each)
            self.address = address
        }

        /// Whether its requests contain nothing meant only for its own server.
        private var sendsNothing: Bool { headers.isEmpty && access == nil && render?.steps.isEmpty != false }

        /// The one key that gives the address. The other keys must be valid for its kind.
        private static func kind(
            _ keys: [String: Declaration], of declaration: Declaration
        ) throws(DeclarationError) -> (any SourceKind.Type, Declaration) {
            let given = SourceKinds.declared.compactMap { kind in keys[kind.key].map { (kind.key, kind.kind, $0) } }
            guard let (key, kind, address) = given.first else {
                let others = SourceKinds.declared.dropFirst().map { ", or '\($0.key)'" }.joined()
                throw declaration.error("'url' is missing\(others)")
            }
            guard given.count == 1 else { throw given[1].2.error("a source has one address; '\(key)' is another") }
            for (option, place) in keys.sorted(by: { $0.value.line < $1.value.line }) where option != key {
                guard kind.options.contains(option) else { throw place.error("'\(option)' doesn't go with '\(key)'") }
            }
            return (kind, address)
        }

        private static func address(
            _ declaration: Declaration, of kind: any SourceKind.Type, _ parameters: [Parameter], isOpen: Bool
        ) throws(DeclarationError) -> AddressTemplate {
            if kind.takesParameters { return try AddressTemplate(declaration, knowing: parameters, isOpen: isOpen) }
            let text = try declaration.text()
            guard let url = kind.address(text) else { throw declaration.error("'\(text)' isn't an address like \(kind.example)") }
            return AddressTemplate(url)
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
                guard let time = TimeOfDay(text) else { throw declaration.error("'\(text)' isn't a time of day like 06:01") }
                times.insert(time)
            }
            guard (1...clockLimit).contains(times.count) else { throw declaration.error("1 to \(clockLimit) times are wanted") }
            return times.sorted()
        }

        private static func zone(_ declaration: Declaration) throws(DeclarationError) -> TimeZone {
            let name = try declaration.text()
            guard let zone = TimeZone(identifier: name) else {
                throw declaration.error("'\(name)' isn't a time zone like Australia/Perth")
            }
            return zone
        }
    }
}
