extension BoundCondition {
    /// Whether the change matches. Throws if a pattern needs more than is left of `effort`, or too much for this one text.
    package func matches(_ change: Change, _ moment: Moment, drawing effort: inout Effort) throws(EffortSpent) -> Bool {
        var sight = Sight(change, moment)
        return try matches(&sight, drawing: &effort)
    }

    /// Whether the condition is about this stored record, for a preview. Tests that only a change can answer (appeared, gone, changed)
    /// count as true; `since` is when the record was last new or changed.
    package func matches(
        _ record: Record, since: Timestamp? = nil, _ moment: Moment, drawing effort: inout Effort
    ) throws(EffortSpent) -> Bool {
        var sight = Sight(record, .stored(since: since), moment)
        return try matches(&sight, drawing: &effort)
    }

    /// The same with an effort of its own.
    package func matches(_ change: Change, _ moment: Moment) throws(EffortSpent) -> Bool {
        var effort = Effort()
        return try matches(change, moment, drawing: &effort)
    }

    /// The same with an effort of its own.
    package func matches(_ record: Record, since: Timestamp? = nil, _ moment: Moment) throws(EffortSpent) -> Bool {
        var effort = Effort()
        return try matches(record, since: since, moment, drawing: &effort)
    }

    package func matches(_ sight: inout Sight, drawing effort: inout Effort) throws(EffortSpent) -> Bool {
        switch self {
        case .all(let parts):
            for part in parts where try !part.matches(&sight, drawing: &effort) { return false }
            return true
        case .any(let parts):
            for part in parts where try part.matches(&sight, drawing: &effort) { return true }
            return false
        case .begins(let part):
            switch sight.event {
            case .gone: return false
            case .appeared, .stored: return try part.matches(&sight, drawing: &effort)
            case .altered(let before):
                guard try part.matches(&sight, drawing: &effort) else { return false }
                var earlier = Sight(before, .stored(since: nil), sight.moment)
                return try !part.matches(&earlier, drawing: &effort)
            }
        case .appeared:
            switch sight.event {
            case .appeared, .stored: return true
            case .altered, .gone: return false
            }
        case .gone:
            switch sight.event {
            case .gone, .stored: return true
            case .altered, .appeared: return false
            }
        case .new:
            switch sight.event {
            case .appeared, .altered: return true
            case .gone: return false
            case .stored(let since):
                guard let since, let lastSeen = sight.moment.lastSeen else { return true }
                return since > lastSeen
            }
        case .equals(let wanted, let field):
            return sight.value(field).map { $0.isOrHas(wanted) } ?? false
        case .oneOf(let wanted, let field):
            switch sight.value(field) {
            case nil: return false
            case .list(let texts)?: return texts.contains { wanted.contains(.text($0)) }
            case let value?: return wanted.contains(value)
            }
        case .contains(let needle, let field):
            guard let text = sight.foldedText(field) else { return false }
            // One step of effort covers 4 bytes.
            effort.draw(text.count / 4)
            return text.holds(needle)
        case .matches(let pattern, let field):
            for text in sight.value(field)?.texts ?? [] where try pattern.matches(text, drawing: &effort) { return true }
            return false
        case .range(let range, let field):
            return sight.value(field).map { range.contains($0) } ?? false
        case .changed(let field):
            switch sight.event {
            case .stored: return true
            case .altered(let before): return before.value(field) != sight.value(field)
            case .appeared, .gone: return false
            }
        case .changedAfter(let rest, let field):
            switch sight.event {
            case .stored: return true
            case .appeared, .gone: return false
            case .altered(let before):
                return before.value(field) != sight.value(field) && (sight.moment.rested.map { $0.wholeMilliseconds >= rest } ?? true)
            }
        case .changedBy(let amount, let field):
            switch sight.event {
            case .stored: return sight.value(field) != nil
            case .appeared, .gone: return false
            case .altered(let before):
                switch (before.value(field), sight.value(field)) {
                case (.number(let before)?, .number(let after)?): return amount.isReached(from: before, to: after)
                case (.money(let before)?, .money(let after)?) where before.currency == after.currency:
                    return amount.isReached(from: before.value, to: after.value)
                default: return false
                }
            }
        case .within(let metres, let centre, let field):
            guard case .position(let position)? = sight.value(field) else { return false }
            return position.metres(to: centre) <= metres
        case .fromNow(let from, let to, let field):
            return Self.isFromNow(sight.value(field), from, to, sight.moment)
        }
    }

    /// A day is in the span if the span touches it.
    private static func isFromNow(_ value: Value?, _ from: Int64?, _ to: Int64?, _ moment: Moment) -> Bool {
        func end(_ offset: Int64) -> Timestamp { moment.now + .milliseconds(offset) }
        switch value {
        case .timestamp(let time)?: return from.map { end($0) <= time } ?? true && to.map { time <= end($0) } ?? true
        case .date(let date)?:
            let day = date.daysSince1970
            return from.map { moment.day(of: end($0)) <= day } ?? true && to.map { day <= moment.day(of: end($0)) } ?? true
        default: return false
        }
    }
}

extension Record {
    fileprivate func value(_ field: Int32) -> Value? { values.indices.contains(Int(field)) ? values[Int(field)] : nil }
}

extension Value {
    fileprivate func isOrHas(_ wanted: Value) -> Bool {
        if case .list(let texts) = self, case .text(let text) = wanted { return texts.contains(text) }
        return self == wanted
    }
}
