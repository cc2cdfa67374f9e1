import CLinux

package enum ProcessMemory {
    /// Returns freed memory to the system; otherwise the allocator reserves it for the next burst.
    package static func release() { _ = malloc_trim(0) }
}
