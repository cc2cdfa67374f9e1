import Localisation
import Places
import Records
import Serving

/// A station on the map, with its price.
struct StationPin: Hashable, Sendable {
    /// Its row in the list is `#station-<code>`.
    let code: String
    let name: String
    let position: Position
    let suburb: String?
    let amount: Double?
    /// The amount, formatted in the reader's language.
    let text: String
    /// `cheap`, `middle`, `dear`; empty without a price.
    let tone: String
    /// The link without a script; nil: to its row.
    var address: String?
}

/// The map of a list of stations, drawn from known data: a pin with the price for each, above a schematic ground.
///
/// Works without a script: a pin links to its row. If two pins would overlap, the more expensive one becomes a dot. The ground is
/// everything within two kilometres of a station, with the names of suburbs in the middle of their stations, and the water areas of the
/// board's file over it. With a script (`<stations-map>`), the map can be moved and zoomed, and shows street map tiles if the operator has
/// configured them.
struct StationMapView {
    let pins: [StationPin]
    let here: Position?
    var water: [[Position]] = []
    var street: StationMapStreet?
    let words: Words

    /// The side of the drawing in pixels, as on a narrow phone: labels that fit there fit everywhere.
    private static let side = 330.0
    private static let placeLimit = 400
    /// The named places, those with the most stations first.
    static func places(of pins: [StationPin]) -> some Collection<StationMapPlace> { StationMapPlace.places(of: pins).prefix(placeLimit) }

    /// The free space required around a name that is placed before prices, for orientation.
    private static let lone = (width: 150.0, height: 90.0)
    private static let groundMetres = 2_000.0
    /// Shores are approximate: within this distance of a station, there is no water.
    private static let dryMetres = 250.0

    /// nil if no station has a position.
    var html: HTML? {
        guard let frame = StationMapFrame(around: pins.map(\.position)) else { return nil }
        return """
            <stations-map class="map"\(street?.attributes)>
            <a class="map-skip" href="#stations">\(words("Skip the map"))</a>
            <div class="map-stage" data-stage data-describe="map-keys">\(drawing(frame))</div>
            \(tools)
            <p class="map-card" data-card role="status" hidden></p>
            <p class="map-note" role="status" data-note hidden></p>
            \(notes)\(street?.credit)
            </stations-map>
            """
    }

    private var tools: HTML {
        func button(_ name: String, _ label: String, _ symbol: HTML) -> HTML {
            #"<button type="button" data-tool="\#(name)" aria-label="\#(label)" title="\#(label)">\#(symbol)</button>"#
        }
        return """
            <div class="map-tools" data-tools hidden>\(button("closer", words("Zoom in"), StationMapSymbols.plus))\
            \(button("farther", words("Zoom out"), StationMapSymbols.minus))\
            \(button("all", words("Show all stations"), StationMapSymbols.all))</div>
            <p class="unseen" id="map-keys">\
            \(words("Arrow keys move the map, plus and minus zoom. On a station, arrow keys go to the next and Enter opens it."))</p>
            """
    }

    /// The texts for the script, in the reader's language.
    private var notes: HTML {
        """
        <template data-says="offline">\(words("Offline: drawn from the list"))</template>\
        <template data-says="failed">\(words("Street map unavailable: drawn from the list"))</template>\
        <template data-says="here">\(words("Your position"))</template>
        """
    }

    // MARK: Drawing

    private func drawing(_ frame: StationMapFrame) -> HTML {
        var layout = StationMapLayout()
        if let point = here.map(frame.point) {
            _ = layout.place(.init(left: point.x * Self.side - 9, top: point.y * Self.side - 9, width: 18, height: 18))
        }
        let places = Self.places(of: pins).map { (place: $0, point: frame.point($0.position)) }
        var shown = Self.towns(places.map { ($0.place.name, $0.point) }, &layout)
        // Cheapest first; pins without a price have no flag.
        let order = pins.sorted { ($0.amount ?? .infinity, $0.code) < ($1.amount ?? .infinity, $1.code) }
        var (dots, flags): ([String: String], [HTML]) = ([:], [])
        for pin in order {
            let point = frame.point(pin.position)
            if pin.amount != nil, layout.place(Self.flag(of: pin.text, at: point)) {
                flags.append(flag(pin, point))
            } else {
                dots[pin.tone, default: ""] += Self.dot(point)
            }
        }
        for (index, (place, point)) in places.enumerated() where !shown.contains(index) {
            if layout.place(Self.label(of: place.name, at: point)) { shown.insert(index) }
        }
        let names = shown.sorted().map { name(places[$0].place, places[$0].point) }
        return """
            <svg class="map-drawing" data-drawing role="group" aria-label="\(words("Map of \(pins.count) stations"))">\
            <svg class="map-ground" viewBox="0 0 1000 1000">\(ground(frame))</svg>\
            \(Self.drawn(dots))\(names)\(here.map { hereMark(frame.point($0)) })\(flags)\(scale(frame))\(north)</svg>
            """
    }

    /// A dot in a path, in thousandths of the drawing: a line without length, which a round cap turns into a dot. Separate elements would
    /// be as many again as there are pins.
    private static func dot(_ point: MapPoint) -> String { "M\(place(point))h0" }

    private static func place(_ point: MapPoint) -> String { "\(Int(clamping: point.x * 1000)) \(Int(clamping: point.y * 1000))" }

    private func ground(_ frame: StationMapFrame) -> HTML {
        func width(_ metres: Double) -> Int { Int(clamping: (2 * metres / frame.metres * 1000).rounded(.up)) }
        let dots = pins.map { Self.dot(frame.point($0.position)) }.joined()
        let shores = water.map { "M\($0.map { Self.place(frame.point($0)) }.joined(separator: " "))Z" }.joined()
        guard !shores.isEmpty else { return #"<path d="\#(dots)" stroke-width="\#(width(Self.groundMetres))"/>"# }
        return """
            <defs><path id="map-stations" d="\(dots)"/></defs><use href="#map-stations" stroke-width="\(width(Self.groundMetres))"/>\
            <path class="map-water" d="\(shores)"/><use href="#map-stations" stroke-width="\(width(Self.dryMetres))"/>
            """
    }

    /// A few distant names are placed before any price; places with the most stations first.
    private static func towns(_ places: [(name: String, point: MapPoint)], _ layout: inout StationMapLayout) -> Set<Int> {
        var alone = StationMapLayout()
        return Set(
            places.indices.filter { index in
                let (name, point) = places[index]
                let room = StationMapLayout.Box(
                    left: point.x * side - lone.width / 2, top: point.y * side - lone.height / 2, width: lone.width, height: lone.height)
                return alone.place(room) && layout.place(label(of: name, at: point))
            })
    }

    private func name(_ place: StationMapPlace, _ point: MapPoint) -> HTML {
        #"<svg class="map-place" x="\#(percent(point.x))" y="\#(percent(point.y))"><text y="14">\#(place.name)</text></svg>"#
    }

    private func flag(_ pin: StationPin, _ point: MapPoint) -> HTML {
        let half = Self.width(of: pin.text) / 2
        return """
            <a class="map-flag" data-tone="\(pin.tone)" href="\(pin.address ?? "#station-\(pin.code)")"><title>\(pin.name)</title>\
            <svg x="\(percent(point.x))" y="\(percent(point.y))"><path d="\(Self.outline(half))"/><text y="-13">\(pin.text)</text></svg></a>
            """
    }

    /// Paths by tone, each drawn twice: the edges, then the dots. Cheaper dots are on top.
    private static func drawn(_ dots: [String: String]) -> HTML? {
        guard !dots.isEmpty else { return nil }
        let tones = ["", "dear", "middle", "cheap"].filter { dots[$0] != nil }.map { tone -> HTML in
            """
            <g data-tone="\(tone)"><defs><path id="map-dots-\(tone)" vector-effect="non-scaling-stroke" d="\(dots[tone] ?? "")"/></defs>\
            <use class="map-dots-edge" href="#map-dots-\(tone)"/><use href="#map-dots-\(tone)"/></g>
            """
        }
        return #"<svg class="map-dots" viewBox="0 0 1000 1000">\#(tones)</svg>"#
    }

    private func hereMark(_ point: MapPoint) -> HTML {
        """
        <circle class="map-here" cx="\(percent(point.x))" cy="\(percent(point.y))" r="7"><title>\(words("Your position"))</title>\
        </circle>
        """
    }

    private func scale(_ frame: StationMapFrame) -> HTML {
        """
        <g class="map-scale"><line x1="3%" x2="\(percent(0.03 + frame.scale / frame.metres))" y1="97%" y2="97%"/>\
        <text x="3%" y="95.5%">\(words.distance(metres: frame.scale))</text></g>
        """
    }

    private var north: HTML {
        """
        <svg class="map-north" x="96%" y="91%"><path d="M0 -14L5 2L0 -1L-5 2Z"/><text y="16">\(words("N", sense: "north"))</text></svg>
        """
    }

    // Sizes in pixels; the style sheet's text fits in them.

    private static func width(of text: String) -> Double { Double(text.count) * 7.5 + 14 }

    private static func flag(of text: String, at point: MapPoint) -> StationMapLayout.Box {
        let width = width(of: text)
        return .init(left: point.x * side - width / 2, top: point.y * side - 30, width: width, height: 30)
    }

    private static func label(of name: String, at point: MapPoint) -> StationMapLayout.Box {
        let width = Double(name.count) * 6.5 + 6
        return .init(left: point.x * side - width / 2, top: point.y * side + 3, width: width, height: 14)
    }

    /// A rounded box that points at a position.
    private static func outline(_ half: Double) -> String {
        let (side, inner) = (Value.number(half).text, Value.number(half - 6).text)
        return
            """
            M0 0L-5 -7H-\(inner)Q-\(side) -7 -\(side) -13V-22Q-\(side) -28 -\(inner) -28H\(inner)Q\(side) -28 \(side) -22V-13Q\(side) \
            -7 \(inner) -7H5Z
            """
    }

    private func percent(_ share: Double) -> String { Value.number((share * 10_000).rounded() / 100).text + "%" }
}

/// A suburb on the map, in the middle of its stations.
struct StationMapPlace: Hashable, Sendable {
    let name: String
    let position: Position
    let count: Int

    /// Places with the most stations first.
    static func places(of pins: [StationPin]) -> [StationMapPlace] {
        let suburbs = Dictionary(grouping: pins.filter { $0.suburb?.isEmpty == false }) { $0.suburb ?? "" }
        return suburbs.compactMap { name, pins in
            let count = Double(pins.count)
            let middle = Position(
                latitude: pins.map(\.position.latitude).reduce(0, +) / count, longitude: pins.map(\.position.longitude).reduce(0, +) / count
            )
            return middle.map { StationMapPlace(name: StationPlaces.written(name), position: $0, count: pins.count) }
        }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
