import Records
import Testing

@Suite("Hexadecimal") struct HexadecimalTests {
    @Test("every byte is two digits")
    func digits() {
        #expect(String(hexadecimal: [0x00, 0x0A, 0x7F, 0xFF]) == "000a7fff")
        #expect(String(hexadecimal: []) == "")
    }
}
