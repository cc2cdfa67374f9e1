import CLinux

package enum ProcessMemory {
    /// Gives what was freed back to the system: the allocator keeps it for the next burst otherwise.
    package static func release() { _ = malloc_trim(0) }
}
