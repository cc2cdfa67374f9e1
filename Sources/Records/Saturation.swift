import Foundation

// Numbers from outside may have any size. These conversions and sums always have a result, whereas Swift's own would end the process. They
// are inlinable because a generic function of another module isn't specialised otherwise.
extension FixedWidthInteger {
    /// The whole part of a number. A number out of range becomes the type's minimum or maximum, and NaN becomes 0.
    @inlinable package init(clamping number: Double) {
        self = Self(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number < 0 ? .min : .max)
    }

    /// The sum, or the type's minimum or maximum if it doesn't fit.
    @inlinable package func addingSaturated(_ other: Self) -> Self {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other < 0 ? .min : .max) : sum
    }

    /// The product, or the type's minimum or maximum if it doesn't fit.
    @inlinable package func multipliedSaturated(by other: Self) -> Self {
        let (product, isOver) = multipliedReportingOverflow(by: other)
        return isOver ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}

extension Comparable {
    /// The value, limited to the range.
    @inlinable package func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

extension Double {
    /// Rounded to significant decimal digits: 0.1 for 1.3 - 1.2, which is 0.10000000000000009. A number with fewer digits is unchanged.
    package func rounded(toDigits digits: Int) -> Double {
        guard self != 0, isFinite else { return self }
        let scale = digits - 1 - Int(clamping: log10(magnitude).rounded(.down))
        let power = pow(10, Double(scale.magnitude))
        let rounded = scale >= 0 ? (self * power).rounded() / power : (self / power).rounded() * power
        return power.isFinite && rounded.isFinite ? rounded : self
    }
}
