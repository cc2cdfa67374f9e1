import Extraction
import Records

@testable import BoardPages
@testable import ListPages
@testable import Serving
@testable import Web

/// A directory's records, like those of the contacts board, with a field more.
enum People {
    static let schema: Schema = {
        var id = Field(name: "id", kind: .text)
        id.isKey = true
        var name = Field(name: "name", kind: .text)
        name.isHeading = true
        var photo = Field(name: "photo", kind: .image)
        photo.isOptional = true
        var place = Field(name: "place", kind: .text, label: "Office")
        place.isOptional = true
        return Schema(fields: [id, name, photo, place])
    }()

    static let shape = RecordShape(schema)

    static func stored(_ names: [String], photo: String? = nil, place: String? = nil) -> [StoredRecord] {
        names.enumerated().map { index, name in
            let values: [Value?] = [.text("\(index + 1)"), .text(name), photo.map(Value.image), place.map(Value.text)]
            return StoredRecord(id: Int64(index + 100), record: Record(values), position: index)
        }
    }

    static func model(_ listing: Listing, status: ReadingStatus = ReadingStatus(updated: Samples.morning)) -> ListModel {
        ListModel(
            frame: BoardFrame(
                boardName: "contacts", title: "Contacts", about: "Who is that?", hasCards: true, status: status,
                source: SourceNote(
                    url: "https://directory.example/contacts.xml", every: .seconds(86_400), next: nil, recordCount: listing.total)),
            pictureField: shape.pictureField, listing: listing)
    }

    static let ada = OpenRow(fields: [
        .init(name: "contactid", text: "1"), .init(name: "name", text: "Ada Okafor"), .init(name: "job_title", text: "Head of repairs"),
        .init(name: "phone", text: "+1-555-0117"), .init(name: "phone.kind", text: "work"), .init(name: "phone", text: "+1-555-0199"),
        .init(name: "phone.kind", text: "mobile"), .init(name: "email", text: "ada.okafor@example.org"),
        .init(name: "address.street", text: "12 Harbour Road"), .init(name: "address.city", text: "Port Alma"),
        .init(name: "birthday", text: "1984-02-29"), .init(name: "website", text: "https://okafor.example/"),
    ])

    static func detail(_ state: DetailModel.State, _ rows: [OpenRow] = []) -> DetailModel {
        DetailModel(
            boardName: "contacts", boardTitle: "Contacts", id: 17, name: "Ada Okafor", picture: "/boards/contacts/records/17/photo?v=1",
            stored: [DetailField(.text("1"), of: schema.fields[0])], updated: Samples.morning,
            groups: rows.map { DetailField.fields(of: $0) },
            state: state, hasCard: true)
    }
}
