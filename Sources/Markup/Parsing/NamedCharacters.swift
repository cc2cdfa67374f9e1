import CXml2

/// Provides HTML's named characters as entities for an XML parser: `&eacute;` in a document that doesn't declare it.
///
/// libxml2 consumes the returned entity at once and keeps no reference, so a single entity serves the whole document.
final class NamedCharacters {
    private let entity = UnsafeMutablePointer<xmlEntity>.allocate(capacity: 1)
    private let content = UnsafeMutablePointer<xmlChar>.allocate(capacity: 8)
    /// Entities declared by the document, which may have any meaning.
    private var declared: Set<String> = []
    /// How many were used.
    private(set) var uses = 0

    init() { entity.initialize(to: xmlEntity()) }

    deinit {
        entity.deallocate()
        content.deallocate()
    }

    func declare(_ name: String) { declared.insert(name) }

    func isDeclared(_ name: String) -> Bool { declared.contains(name) }

    /// Returns nil for names that HTML doesn't have or that the document declares.
    ///
    /// In text, libxml2 passes a predefined entity's content on unchanged, but in an attribute's value only its first byte. There it must
    /// be a declared entity, whose content is decoded.
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
