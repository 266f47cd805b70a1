//! How the system's allocator keeps memory that was freed.
//!
//! `unsafe` is needed to call `mallopt`. It is sound: the call takes two numbers, and keeps no
//! pointer to anything.

#![allow(unsafe_code)]

/// Returns large tables to the system as soon as they are freed, from now on.
///
/// The allocator of the GNU C library learns from the first large table that is freed to keep later
/// ones, and each thread has a heap of its own to keep them in. A process with many sessions then
/// holds far more memory than is allocated. Call this once, before there are other threads; it does
/// nothing where another allocator is used.
pub fn return_freed_tables() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// The size from which on a block is returned when it is freed.
        const TABLE: libc::c_int = 4 << 20;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let heaps = libc::c_int::try_from(threads).unwrap_or(libc::c_int::MAX);
        // SAFETY: see the top of the file. An option that is refused leaves everything as it was.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, TABLE);
            libc::mallopt(libc::M_ARENA_MAX, heaps.max(2));
        }
    }
}
