import Testing
@Test("x") func x() {}
