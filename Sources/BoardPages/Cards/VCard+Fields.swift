import Foundation
import Records
import Serving

/// Converts a record's fields to vCard properties, by their types and names.
extension VCard {
    init(name: String, fields: [DetailField]) {
        self.init(name: name)
        var (given, family): (String?, String?) = (nil, nil)
        var address = Address()
        for field in fields {
            switch field.value {
            case .email(let text): add(Property(name: "EMAIL", parameters: Self.types(of: field), components: [text]))
            case .phone(let text): add(Property(name: "TEL", parameters: Self.types(of: field), components: [text]))
            case .link(let text): add(Property(name: "URL", components: [text], isRaw: true))
            case .date(let date):
                if NameWords(field.name).have(["birthday", "birthdate", "bday", "birth", "born"]) {
                    add(Property(name: "BDAY", components: [date.description.replacing("-", with: "")], isRaw: true))
                } else {
                    add(Property(name: "NOTE", components: ["\(field.label): \(date)"]))
                }
            case .moment: break
            case .number, .text, .typed:
                let text = field.value.text
                switch Meaning(field.name) {
                case .given?: given = text
                case .family?: family = text
                case .property(let property)?: add(Property(name: property, components: [text]))
                case .address(let part)?: address.parts[part, default: []].append(text)
                case .nothing?: break
                case nil: if text != name { add(Property(name: "NOTE", components: ["\(field.label): \(text)"])) }
                }
            }
        }
        if given != nil || family != nil { add(Property(name: "N", components: [family ?? "", given ?? "", "", "", ""])) }
        if !address.parts.isEmpty { add(Property(name: "ADR", components: address.components)) }
    }

    /// Embeds a picture, so that the card needs no connection to this server (RFC 6350, section 6.2.4).
    mutating func addPhoto(_ bytes: [UInt8], _ mediaType: String) {
        add(Property(name: "PHOTO", components: ["data:\(mediaType);base64,\(Data(bytes).base64EncodedString())"], isRaw: true))
    }

    /// The meaning of a text, from the last words of its field's name.
    private enum Meaning {
        case given, family, nothing
        case property(String)
        case address(Int)

        /// Names by meaning. The parts of an address are numbered as in ADR (RFC 6350, section 6.3.1).
        private static let table: [(words: Set<String>, meaning: Self)] = [
            (["firstname", "givenname", "forename", "given"], .given), (["lastname", "familyname", "surname", "family"], .family),
            (["organisation", "organization", "company", "employer", "org"], .property("ORG")),
            (["jobtitle", "title", "position", "function"], .property("TITLE")), (["role"], .property("ROLE")),
            (["nickname"], .property("NICKNAME")),
            (["note", "notes", "comment", "comments", "remark", "remarks"], .property("NOTE")),
            (["address", "street", "road", "streetaddress"], .address(2)), (["city", "town", "suburb", "locality"], .address(3)),
            (["state", "region", "province", "county"], .address(4)), (["postcode", "zip", "zipcode", "postalcode"], .address(5)),
            (["country"], .address(6)), (["id", "contactid", "name", "fullname", "displayname"], .nothing),
        ]

        init?(_ name: String) {
            let words = NameWords(name).all
            let wanted = [words.joined(), words.suffix(2).joined(), words.last ?? ""]
            guard let meaning = wanted.lazy.compactMap({ word in Self.table.first { $0.words.contains(word) }?.meaning }).first else {
                return nil
            }
            self = meaning
        }
    }

    private struct Address {
        var parts: [Int: [String]] = [:]

        /// Post box and extension are left empty, as RFC 6350 advises.
        var components: [String] { (0..<7).map { parts[$0]?.joined(separator: " ") ?? "" } }
    }

    /// `work`, `home`, a mobile or a fax, from the field's name and the source's note on the value.
    private static func types(of field: DetailField) -> [(name: String, value: String)] {
        let words = NameWords(field.name + " " + (field.note ?? ""))
        let known: [(words: Set<String>, type: String)] = [
            (["mobile", "cell", "cellphone", "handy", "gsm"], "cell"), (["fax", "telefax"], "fax"),
            (["work", "office", "business"], "work"),
            (["home", "private"], "home"),
        ]
        let isPhone = if case .phone = field.value { true } else { false }
        return known.filter { (isPhone || !["cell", "fax"].contains($0.type)) && words.have($0.words) }.map { ("TYPE", $0.type) }
    }
}
