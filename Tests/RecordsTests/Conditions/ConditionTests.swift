import Foundation
import Records
import Testing

@Suite("Conditions") struct ConditionTests {
    @Test(
        "each test of a field is true of what it names and of nothing beside it",
        arguments: [
            ("name", .equals("Łódź"), "Łódź", "łódź"),
            ("name", .oneOf(["a", "b"]), "b", "c"),
            ("name", .contains("LODZ"), "w łodzi i Łódź", "Lo dz"),
            ("name", .contains("strasse"), "Hauptstraße 3", "Hauptstr. 3"),
            ("name", .contains("が"), "ながい", "なかい"),
            ("name", .matches("^2[0-9]{3}$"), "2012", "12012"),
            ("services", .equals("24h"), "24h,shop", "24 h,shop"),
            ("services", .oneOf(["atm", "shop"]), "24h,shop", "24h"),
            ("services", .contains("SHO"), "24h,shop", "24hs,hop"),
            ("services", .matches("^s"), "24h,shop", "24h"),
            ("price", .equals("1.50"), "1.5", "1.51"),
            ("price", .less("150"), "149.9", "150"),
            ("price", .atMost("150"), "150", "150.1"),
            ("price", .greater("150"), "150.1", "150"),
            ("price", .atLeast("150"), "150", "149.9"),
            ("price", .between("1", "2"), "2", "2.1"),
            ("fee", .equals("1.5"), "1.50", "1.49"),
            ("fee", .less("1.500001 EUR"), "1.50", "1.51"),
            ("day", .less("2026-03-07"), "2026-03-06", "2026-03-07"),
            ("day", .between("2026-03-01", "2026-03-31"), "2026-03-31", "2026-04-01"),
            ("seen", .greater("2026-03-07T09:30:00Z"), "2026-03-07T09:30:01Z", "2026-03-07T09:30:00Z"),
            ("opens", .atMost("6:30 am"), "06:30", "06:31"),
            ("takes", .less("90 min"), "1:29:00", "PT1H30M"),
            ("open", .equals("yes"), "true", "false"),
            ("place", .within(metres: 1200, of: Stations.centre), "52.53,13.405", "52.532,13.405"),
            // Noon of Saturday the 7th of March 2026 in Berlin.
            ("day", .fromNow(from: .zero, to: .seconds(2 * 86_400)), "2026-03-09", "2026-03-10"),
            ("day", .fromNow(from: .zero, to: nil), "2026-03-07", "2026-03-06"),
            ("day", .fromNow(from: .seconds(-86_400), to: .zero), "2026-03-06", "2026-03-05"),
            ("day", .fromNow(from: .seconds(12 * 3600), to: nil), "2026-03-08", "2026-03-07"),
            ("seen", .fromNow(from: .zero, to: .seconds(3600)), "2026-03-07T12:00:00Z", "2026-03-07T12:00:01Z"),
        ] as [(String, Condition.Test, String, String)])
    func fields(_ field: String, _ test: Condition.Test, _ holds: String, _ fails: String) throws {
        #expect(try Condition.field(field, test).matches([field: holds]))
        #expect(try !Condition.field(field, test).matches([field: fails]))
        #expect(try !Condition.field(field, test).matches([:]), "an empty field fulfils nothing")
    }

    @Test("a number is asked for as it is shown, where its source writes another scale")
    func scales() throws {
        var price = Field(name: "price", kind: .number)
        price.scale = Scale("0.001")
        let schema = Schema(fields: [price])
        let record = Record([try price.value(from: "1459")])
        for (test, holds) in [(.less("1.5"), true), (.greater("1.4"), true), (.greater("1.5"), false), (.equals("1.459"), true)]
            as [(Condition.Test, Bool)]
        {
            let condition = try Condition.field("price", test).bound(to: schema)
            #expect(try condition.matches(.appeared(record), Stations.moment) == holds, "\(test)")
        }
    }

    @Test("amounts in two currencies are neither equal nor less nor more")
    func currencies() throws {
        var fee = Field(name: "fee", kind: .money)
        let schema = Schema(fields: [fee])
        let condition = try Condition.field("fee", .less("10 EUR")).bound(to: schema)
        fee.currency = "USD"
        #expect(try !condition.matches(.appeared(Record([try fee.value(from: "1.00")])), Stations.moment))
    }

    @Test(
        "a change by an amount or a share is one of that size or more, in its direction",
        arguments: [
            ("price", .changedBy("0.1"), "1.2", "1.3", true), ("price", .changedBy("0.1"), "1.3", "1.2", true),
            ("price", .changedBy("0.1"), "1.2", "1.29", false), ("price", .roseBy("0.1"), "1.3", "1.2", false),
            ("price", .fellBy("5%"), "100", "95", true), ("price", .fellBy("5 %"), "100", "95.1", false),
            ("price", .changedBy("5%"), "0", "0.001", true), ("price", .changedBy("5%"), "-100", "-104", false),
            ("fee", .fellBy("0.50"), "2.00", "1.50", true), ("fee", .fellBy("0.50 EUR"), "2.00", "1.51", false),
            ("fee", .changed, "2.00", "2", false), ("name", .changed, "a", "b", true), ("name", .changed, "a", "a", false),
        ] as [(String, Condition.Test, String, String, Bool)])
    func amounts(_ field: String, _ test: Condition.Test, _ before: String, _ after: String, _ isTold: Bool) throws {
        #expect(try Condition.field(field, test).matches(Stations.altered([field: before], [field: after])) == isTold)
    }

    @Test(
        "a change after a rest is one of that field, of a record that stood still for as long",
        arguments: [
            (Duration.seconds(599), "1", "2", false), (.seconds(600), "1", "2", true), (nil, "1", "2", true),
            (.seconds(6000), "1", "1", false),
        ] as [(Duration?, String, String, Bool)])
    func rests(_ rested: Duration?, _ before: String, _ after: String, _ isTold: Bool) throws {
        var moment = Stations.moment
        moment.rested = rested
        let condition = Condition.field("price", .changedAfter(.seconds(600)))
        #expect(try condition.matches(Stations.altered(["price": before], ["price": after]), moment) == isTold)
        #expect(try !condition.matches(.appeared(Stations.record(["price": "1"])), moment))
    }

    @Test("appeared, gone, new and changed ask what happened")
    func events() throws {
        let record = try Stations.record(["name": "a", "price": "1"])
        let other = try Stations.record(["name": "a", "price": "2"])
        let changes: [Change] = [.appeared(record), .altered(before: record, after: other), .gone(record)]
        func told(_ condition: Condition) throws -> [Bool] { try changes.map { try condition.matches($0) } }
        #expect(try told(.appeared) == [true, false, false])
        #expect(try told(.gone) == [false, false, true])
        #expect(try told(.new) == [true, true, false])
        #expect(try told(.everything) == [true, true, true])
        #expect(try told(.field("price", .changed)) == [false, true, false])
        #expect(try told(.field("name", .equals("a"))) == [true, true, true])
        #expect(try told(.all([.field("name", .equals("a")), .gone])) == [false, false, true])
        #expect(try told(.any([.appeared, .gone])) == [true, false, true])
    }

    @Test("what begins is told when it becomes so, and not while it stays so")
    func begins() throws {
        let cheap = Condition.begins(.field("price", .less("150")))
        #expect(try cheap.matches(Stations.altered(["price": "152"], ["price": "149"])))
        #expect(try !cheap.matches(Stations.altered(["price": "149"], ["price": "148"])))
        #expect(try !cheap.matches(Stations.altered(["price": "149"], ["price": "152"])))
        #expect(try cheap.matches(["price": "149"]))
        #expect(try !cheap.matches(.gone(Stations.record(["price": "149"]))))
    }

    @Test("a preview shows the stored records that a condition is about")
    func preview() throws {
        let record = try Stations.record(["name": "a", "price": "1"])
        let (then, later) = (Timestamp(milliseconds: 1), Timestamp(milliseconds: 2))
        func shows(_ condition: Condition, since: Timestamp? = nil, lastSeen: Timestamp? = nil) throws -> Bool {
            let moment = Moment(now: Stations.moment.now, zone: .gmt, lastSeen: lastSeen)
            return try condition.bound(to: Stations.schema).matches(record, since: since, moment)
        }
        #expect(try shows(.all([.field("name", .equals("a")), .field("price", .fellBy("5%"))])))
        #expect(try !shows(.all([.field("name", .equals("b")), .gone])))
        #expect(try !shows(.field("fee", .changedBy("1"))), "nothing is there that could change")
        #expect(try shows(.new, since: later, lastSeen: then))
        #expect(try !shows(.new, since: then, lastSeen: later))
        #expect(try shows(.new, since: then))
    }

    @Test("a pattern that runs away says so")
    func runaway() throws {
        let condition = try Condition.field("name", .matches("^(a+)+$")).bound(to: Stations.schema)
        let record = try Stations.record(["name": String(repeating: "a", count: 5000) + "!"])
        #expect(throws: EffortSpent.self) { try condition.matches(.appeared(record), Stations.moment) }
    }

    @Test("distances are right to half a percent, over the poles and the date line too")
    func distances() throws {
        func metres(_ from: String, _ to: String) throws -> Double { try #require(Position(from)).metres(to: #require(Position(to))) }
        // Perth to Sydney is 3,297.6 km on the ellipsoid.
        #expect(abs(try metres("-31.9523,115.8613", "-33.8688,151.2093") / 3_297_600 - 1) < 0.0056)
        #expect(abs(try metres("0,179.9", "0,-179.9") - 22_239) < 1)
        #expect(abs(try metres("89.9,0", "89.9,180") - 22_239) < 1)
        #expect(try metres("1,1", "1,1") == 0)
    }
}

extension Stations {
    static let centre = Position("52.52,13.405")!
}
