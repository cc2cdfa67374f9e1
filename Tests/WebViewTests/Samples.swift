import Localisation
import Records

@testable import BoardPages
@testable import ListPages
@testable import Serving
@testable import Web

/// A lookup board like the visa board, and rows for it.
enum Samples {
    static let batch: Field = {
        var field = Field(name: "batch", kind: .text, label: "Batch number")
        field.isKey = true
        field.isAsked = true
        field.hint = "11 digits, beginning with 2."
        return field
    }()

    static let schema = Schema(fields: [batch, Field(name: "status", kind: .text), Field(name: "date", kind: .date)])

    /// 2012-03-07T10:02:00Z.
    static let morning = Timestamp(milliseconds: 1_331_114_520_000)

    static func record(_ status: String, _ date: CalendarDate? = CalendarDate(year: 2012, month: 3, day: 7)) -> Record {
        Record([.text("20121456171"), .text(status), date.map(Value.date)])
    }

    /// Nothing requested yet.
    static let lookup = LookupModel(
        boardName: "visa", title: "Visa status", about: "Finds your batch number.", schema: schema, field: batch, needle: "",
        problem: nil, isRunning: false, progress: nil, rows: nil, failure: nil, updated: morning, history: [],
        source: SourceNote(url: "https://embassy.example/list.pdf", every: .seconds(3600), next: nil, recordCount: 31_204))

    static func asked(_ change: (inout LookupModel) -> Void = { _ in }) -> LookupModel {
        var model = lookup
        model.needle = "20121456171"
        model.rows = []
        change(&model)
        return model
    }

    static func region(_ region: LookupView.Region, of model: LookupModel) -> String {
        LookupView(reader: Reader()).regions(model).first { $0.id == region.rawValue }?.html.text ?? ""
    }
}
