import CXml2

/// The characters that HTML has names for, as entities of a parser of XML: `&eacute;` in a document that declares no such entity.
///
/// libxml2 takes what it is handed at once and keeps nothing of it, so one entity and its few bytes serve all of a document.
final class NamedCharacters {
    private let entity = UnsafeMutablePointer<xmlEntity>.allocate(capacity: 1)
    private let content = UnsafeMutablePointer<xmlChar>.allocate(capacity: 8)
    /// Those that the document declares itself may mean anything.
    private var declared: Set<String> = []
    /// How many were read.
    private(set) var uses = 0

    init() { entity.initialize(to: xmlEntity()) }

    deinit {
        entity.deallocate()
        content.deallocate()
    }

    func declare(_ name: String) { declared.insert(name) }

    func isDeclared(_ name: String) -> Bool { declared.contains(name) }

    /// nil for a name that HTML doesn't have, or that the document declares.
    ///
    /// In a text libxml2 hands a predefined entity's content on as it is, but of one in an attribute's value only the first byte. There it has to be one
    /// that might be declared, whose content it decodes.
    func entity(_ name: UnsafePointer<xmlChar>, inValue: Bool) -> xmlEntityPtr? {
        let text = String(cString: name)
        guard !declared.contains(text), let scalar = CharacterReferences.scalar(named: text) else { return nil }
        uses += 1
        var count = 0
        for byte in String(Character(scalar)).utf8 {
            content[count] = byte
            count += 1
        }
        content[count] = 0
        entity.pointee = xmlEntity()
        entity.pointee.type = XML_ENTITY_DECL
        entity.pointee.name = name
        entity.pointee.content = content
        entity.pointee.length = Int32(count)
        entity.pointee.etype = inValue ? XML_INTERNAL_GENERAL_ENTITY : XML_INTERNAL_PREDEFINED_ENTITY
        return entity
    }
}
