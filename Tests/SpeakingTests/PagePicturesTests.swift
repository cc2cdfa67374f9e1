import Foundation
import TestSupport
import Testing

@testable import Speaking

@Suite("Pictures of pages") struct PagePicturesTests {
    @Test("a page is tried again if the program couldn’t be started, and not if it ran and made no picture")
    func again() async throws {
        let folder = try TemporaryFolder()
        let program = folder.url.appendingPathComponent("pdftoppm")
        let pictures = try #require(PagePictures(keptIn: folder.url.appendingPathComponent("kept"), program: program))
        func picture(of page: Int) async throws -> [UInt8]? {
            try await pictures.picture(of: page, .cover, in: folder.url, content: "x", for: 1)
        }
        #expect(try await picture(of: 1) == nil)
        try makeProgram("exit 127", at: program)
        #expect(try await picture(of: 1) == nil)
        let script = #"printf '\377\330picture'"#
        let jpeg = [0xFF, 0xD8] + Array("picture".utf8)
        try makeProgram(script, at: program)
        #expect(try await picture(of: 1) == jpeg)
        for (page, failing) in [(2, "exit 3"), (3, "echo none")] {
            try makeProgram(failing, at: program)
            #expect(try await picture(of: page) == nil)
            try makeProgram(script, at: program)
            #expect(try await picture(of: page) == nil)
        }
    }

    @Test("a program that isn’t there is told from one that failed or was late")
    func outcomes() throws {
        let shell = URL(fileURLWithPath: "/bin/sh")
        func isUnavailable(_ outcome: ProgramOutput.Outcome) -> Bool { if case .unavailable = outcome { true } else { false } }
        #expect(!isUnavailable(ProgramOutput.run(URL(fileURLWithPath: "/bin/sleep"), ["100000"], atMost: 10, within: .zero)))
        #expect(isUnavailable(ProgramOutput.run(URL(fileURLWithPath: "/nowhere/speak"), [], atMost: 10, within: .seconds(3600))))
        #expect(!isUnavailable(ProgramOutput.run(shell, ["-c", "exit 3"], atMost: 10, within: .seconds(3600))))
        #expect(!isUnavailable(ProgramOutput.run(shell, ["-c", "echo too much of it"], atMost: 10, within: .seconds(3600))))
    }
}
