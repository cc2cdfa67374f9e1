/// The parameters of a FuelWatch query. Names are case-sensitive; unknown ones are silently ignored.
package struct DemoFuelQuery: Sendable, Hashable {
    enum Day: Sendable, Hashable {
        case today, tomorrow, yesterday
        case date(CalendarDay)
    }

    var product = DemoMetro.Product.unleaded
    var region: Int?
    var stateRegion: Int?
    var suburb: String?
    var includesSurrounding = true
    var brand: Int?
    var day = Day.today

    /// - Parameter value: Returns the value of a query parameter by its name.
    package init(_ value: (String) -> String?) {
        product = value("Product").flatMap { Int($0) }.flatMap(DemoMetro.Product.init) ?? .unleaded
        region = value("Region").flatMap { Int($0) }
        stateRegion = value("StateRegion").flatMap { Int($0) }
        suburb = value("Suburb").flatMap { $0.isEmpty ? nil : $0 }
        includesSurrounding = value("Surrounding") != "no"
        brand = value("Brand").flatMap { Int($0) }
        switch value("Day") {
        case "tomorrow": day = .tomorrow
        case "yesterday": day = .yesterday
        case let text?: day = CalendarDay(slashText: text).map(Day.date) ?? .today
        case nil: day = .today
        }
    }
}
