import Localisation
import Testing

@testable import Web

@Suite("The page of server settings")
struct ServerSettingsTests {
    @Test("each setting is in a section")
    func parts() {
        let inParts = Set(ServerSettings.Part.allCases.flatMap(\.names))
        #expect(ServerSettings.Name.allCases.filter { !inParts.contains($0) } == [])
    }

    @Test(
        "what is said of a setting is in the reader's language, and never its key",
        arguments: ["en", "de", "fr", "es", "pl", "ar", "ja"])
    func sentences(language: String) {
        let english = SettingWords(words: Words(language: "en"))
        let names = SettingWords(words: Words(language: language))
        for name in ServerSettings.Name.allCases {
            let advice = [true, false].map { names.advice(on: name, isEmpty: $0) }
            for text in advice + [names.label(of: name)] where name.rawValue.contains("-") { #expect(!text.contains(name.rawValue)) }
            guard language != "en" else { continue }
            #expect(advice != [true, false].map { english.advice(on: name, isEmpty: $0) }, "\(name)")
        }
    }
}
