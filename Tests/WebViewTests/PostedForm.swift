import Foundation
import Localisation
import Records

@testable import Following
@testable import Serving
@testable import Web

/// What a browser posts of the first form of a page, read from its markup: values of inputs that are not buttons, chosen options, texts.
struct PostedForm {
    private(set) var fields: [String: String] = [:]

    init(_ page: String) {
        let tags = page.matches(of: /<(input|select|textarea|option)\b([^>]*)>(?:([^<]*)<\/(?:textarea|option)>)?/)
        var select: String?
        for tag in tags {
            let attributes = Self.attributes(String(tag.2))
            switch tag.1 {
            case "select": select = attributes["name"]
            case "option":
                guard let name = select, attributes["selected"] != nil || fields[name] == nil else { continue }
                fields[name] = attributes["value"]
            case "textarea": fields[attributes["name"] ?? ""] = Self.plain(String(tag.3 ?? ""))
            default:
                let isChoice = ["checkbox", "radio"].contains(attributes["type"])
                guard let name = attributes["name"], !isChoice || attributes["checked"] != nil else { continue }
                fields[name] = attributes["value"] ?? "on"
            }
        }
    }

    private static func attributes(_ text: String) -> [String: String] {
        let pairs = text.matches(of: /([a-z\-]+)(?:="([^"]*)")?/).map { (String($0.1), plain(String($0.2 ?? ""))) }
        return Dictionary(pairs) { first, _ in first }.filter { !($0.key == "value" && $0.value.isEmpty && !text.contains("value=")) }
    }

    private static func plain(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}

/// The editor of a board with these fields.
enum WatchEditorSample {
    static func view(_ form: WatchForm, _ schema: Schema, channels: [String] = []) -> WatchEditorView {
        let model = WatchEditorModel(
            boardName: "sample", boardTitle: "Sample", schema: schema, watch: nil, form: form, preview: WatchPreview(),
            channels: channels.map { ChannelChoice(name: $0, label: $0, note: nil) }, token: "")
        return WatchEditorView(model: model, words: .english)
    }
}
