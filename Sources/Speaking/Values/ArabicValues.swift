/// Numbers are left to the voice, which knows their grammar; dates, pages and units are expanded here.
struct ArabicValues: ValueLanguage {
    let code = "ar"
    let region: String?

    init(region: String?) { self.region = region }

    var decimalSign: Character { "." }
    var groupSigns: Set<Character> { [","] }
    var words: ValueWords { Self.words }
    var months: [String: Int] { [:] }
    var monthNames: [String] { ["SY", "LB", "JO", "IQ", "PS"].contains(region) ? Self.eastern : Self.common }
    var units: [String: ValueNoun] { Self.units }
    var currencies: [String: ValueCurrency] { [:] }
    var scales: [String: ValueNoun] { [:] }
    var shortForms: [String: [ShortForm]] { Self.shortForms }
    var signs: [String: String] { [:] }
    var yearCues: Set<String> { [] }
    var labels: Set<String> { [] }
    var rulers: Set<String> { [] }

    private static let words = ValueWords(
        minus: "ناقص", plus: "زائد", point: "فاصلة", to: "إلى", dot: "نقطة", at: "آت", hash: "وسم", number: "رقم", version: "إصدار",
        squared: "تربيع", cubed: "تكعيب",
        power: "أس", percent: "بالمئة")
    private static let common = [
        "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
    ]
    private static let eastern = [
        "كانون الثاني", "شباط", "آذار", "نيسان", "أيار", "حزيران", "تموز", "آب", "أيلول", "تشرين الأول", "تشرين الثاني", "كانون الأول",
    ]
    private static let units: [String: ValueNoun] = [
        "كم": "m كيلومتر,كيلومتر", "سم": "m سنتيمتر,سنتيمتر", "مم": "m مليمتر,مليمتر", "كغ": "m كيلوغرام,كيلوغرام",
        "كجم": "m كيلوغرام,كيلوغرام",
        "km": "m كيلومتر,كيلومتر", "kg": "m كيلوغرام,كيلوغرام", "cm": "m سنتيمتر,سنتيمتر",
    ]
    private static let shortForms = ShortForm.table([.beforeNumber: "ص صفحة | ص. صفحة | ج. جزء", .behindNumber: "هـ هجرية"])

    func cardinal(_ number: Int, _ form: WordForm) -> String { String(number) }
    func ordinal(_ number: Int, _ form: WordForm) -> String { String(number) }
    func year(_ number: Int) -> String { String(number) }
    func plural(of amount: ValueAmount) -> ValuePlural { .other }
    func fraction(_ top: Int, _ bottom: Int, of word: ValueToken?) -> String { "\(top)/\(bottom)" }
    func mixed(_ whole: Int, _ top: Int, _ bottom: Int) -> String { "\(whole) \(top)/\(bottom)" }
    func cents(_ cents: Int, _ currency: ValueCurrency) -> String { String(cents) }
    func scaled(_ scale: String, _ currency: String) -> String { "\(scale) \(currency)" }
    func date(_ day: Int, _ month: Int, _ year: Int?, behind word: String) -> String {
        "\(day) \(monthName(month))" + (year.map { " \($0)" } ?? "")
    }
    func time(_ hour: Int, _ minute: Int, isHalfDay: Bool) -> String { "\(hour):\(minute < 10 ? "0" : "")\(minute)" }
    func ruler(_ number: Int, named name: String, behind word: String) -> String? { nil }
}
