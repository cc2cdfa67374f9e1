import Records
import Testing

@testable import Serving
@testable import Web

@Suite("Field inputs")
struct FieldInputTests {
    @Test(
        "a pattern of digits asks for the number pad and leaves room for pasted blanks",
        arguments: ["^2[0-9]{10}$", "^2[0-8]\\d{9}$", "^[0-9]{8,11}$"])
    func digits(pattern: String) throws {
        var field = Samples.batch
        field.pattern = try Pattern(pattern)
        #expect(FieldInput(field).keyboard == .numeric)
        #expect(FieldInput(field).maximumLength == 20)
    }

    @Test("nothing is promised for any other pattern", arguments: ["^[A-Z]{2}[0-9]{6}$", "[0-9]+", "^2.*$"])
    func others(pattern: String) throws {
        var field = Samples.batch
        field.pattern = try Pattern(pattern)
        #expect(FieldInput(field).keyboard == .text)
        #expect(FieldInput(field).maximumLength == 200)
    }
}
