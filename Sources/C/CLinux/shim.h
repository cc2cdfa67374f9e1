#include <sys/epoll.h>
#include <sys/eventfd.h>
// <sys/socket.h> declares it for _GNU_SOURCE alone, without which Swift reads the headers. It is not included here: what it declares would then be
// this module's for Swift, and no longer Glibc's.
struct sockaddr;
int accept4(int socket, struct sockaddr *address, unsigned int *length, int flags);
// As above, of <spawn.h>; `actions` is a posix_spawn_file_actions_t.
int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);
// As above, of <unistd.h>: a pipe whose ends are closed in any program that is started, from the first moment on.
int pipe2(int *ends, int flags);
// As above, of <stdio.h> and <fcntl.h>. 0 if the two have changed names.
int renameat2(int oldFolder, const char *oldPath, int newFolder, const char *newPath, unsigned int flags);
static inline int exchange_names(const char *one, const char *other) {
    const int here = -100;                       // AT_FDCWD
    const unsigned int exchange = 1u << 1;       // RENAME_EXCHANGE
    return renameat2(here, one, here, other, exchange);
}
// As above, of <sys/resource.h>; `limit` is two numbers, the soft one and the hard one.
int prlimit(int process, int resource, const void *limit, void *former);
static inline int limit_process(int process, int resource, unsigned long most) {
    const unsigned long limit[2] = {most, most};
    return prlimit(process, resource, limit, 0);
}
static const int limit_of_processor_seconds = 0; // RLIMIT_CPU
static const int limit_of_address_space = 9;     // RLIMIT_AS, in bytes
// As above, of <malloc.h>: gives memory that is free back to the system, but for so many bytes. 1 if there was some.
int malloc_trim(unsigned long kept);
#include <asm/unistd.h>
#include <linux/audit.h>
// As above, of <sys/prctl.h>.
int prctl(int what, ...);
// The machine that a filter of system calls (seccomp(2)) is for.
#if defined(__x86_64__)
static const unsigned int filtered_machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static const unsigned int filtered_machine = AUDIT_ARCH_AARCH64;
#else
static const unsigned int filtered_machine = 0;
#endif
// struct sock_filter and struct sock_fprog of <linux/filter.h>; a jump counts from the next step.
struct filter_step { unsigned short code; unsigned char yes, no; unsigned int value; };
struct filter_program { unsigned short count; const struct filter_step *steps; };
enum { filter_load = 0x20, filter_equal = 0x15, filter_at_least = 0x35, filter_mask = 0x54, filter_answer = 0x06 };
static const unsigned int filter_allows = 0x7fff0000;            // SECCOMP_RET_ALLOW
static const unsigned int filter_refuses = 0x00050000 | 13;      // SECCOMP_RET_ERRNO, EACCES
// 0 if the thread gains no privileges from now on, which filters need.
static inline int give_up_new_privileges(void) {
    return filtered_machine == 0 ? -1 : prctl(38, 1UL, 0UL, 0UL, 0UL);   // PR_SET_NO_NEW_PRIVS
}
// From then on the filter decides about the thread's system calls. Nothing takes that back.
static inline int install_filter(const struct filter_step *steps, unsigned short count) {
    const struct filter_program program = {count, steps};
    return prctl(22, 2UL, &program);                             // PR_SET_SECCOMP, SECCOMP_MODE_FILTER
}
// From now on the thread, and what it starts, opens no socket and looks into no other process: such a call fails with EACCES (seccomp(2)).
// A call of another machine's kind fails too. Nothing takes that back. 0 if the kernel does so.
static inline int fence_thread_from_network(void) {
    const unsigned int refused[] = {
        __NR_socket, __NR_socketpair, __NR_connect, 425 /* io_uring_setup */, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev,
        438 /* pidfd_getfd */,
    };
    enum { count = sizeof refused / sizeof *refused, end = count + 5 };
    struct filter_step steps[end + 1] = {
        {filter_load, 0, 0, 4},                          // seccomp_data.arch
        {filter_equal, 0, end - 2, filtered_machine},
        {filter_load, 0, 0, 0},                          // seccomp_data.nr
        {filter_at_least, end - 4, 0, 0x40000000},       // the calls of x32
    };
    for (int i = 0; i < count; i++) {
        steps[4 + i].code = filter_equal;
        steps[4 + i].yes = count - i;
        steps[4 + i].no = 0;
        steps[4 + i].value = refused[i];
    }
    steps[end - 1].code = filter_answer;
    steps[end - 1].value = filter_allows;
    steps[end].code = filter_answer;
    steps[end].value = filter_refuses;
    if (give_up_new_privileges() != 0) return -1;
    return install_filter(steps, end + 1);
}
// As above, of <unistd.h>.
long syscall(long number, ...);
// From now on the thread, and what it starts, opens no sockets but local ones and those of streams, and looks into no other process: neither
// datagrams nor raw packets leave it. Where the kernel can (Landlock, Linux 6.7), its streams are connected to one port only. Nothing takes that
// back. 0 if the kernel keeps datagrams from it; -1 if not.
static inline int fence_thread_to_port(unsigned short port) {
    enum { load = filter_load, equal = filter_equal, answer = filter_answer, allow = 18, refuse = 19 };
    const struct filter_step steps[] = {
        {load, 0, 0, 4},                                         // seccomp_data.arch
        {equal, 0, refuse - 2, filtered_machine},
        {load, 0, 0, 0},                                         // seccomp_data.nr
        {filter_at_least, refuse - 4, 0, 0x40000000},                    // the calls of x32
        {equal, refuse - 5, 0, 425},                             // io_uring_setup
        {equal, refuse - 6, 0, __NR_ptrace},
        {equal, refuse - 7, 0, __NR_process_vm_readv},
        {equal, refuse - 8, 0, __NR_process_vm_writev},
        {equal, refuse - 9, 0, 438},                             // pidfd_getfd
        {equal, 0, allow - 10, __NR_socket},
        {load, 0, 0, 16},                                        // its first argument: the family
        {equal, allow - 12, 0, 1},                               // AF_UNIX
        {equal, allow - 13, 0, 16},                              // AF_NETLINK
        {equal, 1, 0, 2},                                        // AF_INET
        {equal, 0, refuse - 15, 10},                             // AF_INET6
        {load, 0, 0, 24},                                        // its second argument: the type, and flags
        {filter_mask, 0, 0, 0xF},
        {equal, allow - 18, refuse - 18, 1},                     // SOCK_STREAM
        {answer, 0, 0, filter_allows},
        {answer, 0, 0, filter_refuses},
    };
    if (give_up_new_privileges() != 0) return -1;
    if (syscall(444, 0, 0UL, 1U) >= 4) {                                     // landlock_create_ruleset: the version
        const struct { unsigned long long files, network; } handled = {0, 2};    // LANDLOCK_ACCESS_NET_CONNECT_TCP
        const struct { unsigned long long access, port; } rule = {2, port};
        const long rules = syscall(444, &handled, sizeof handled, 0U);
        if (rules >= 0) {
            if (syscall(445, rules, 2, &rule, 0U) == 0) syscall(446, rules, 0U);     // landlock_add_rule, landlock_restrict_self
            syscall(__NR_close, rules);
        }
    }
    return install_filter(steps, sizeof steps / sizeof *steps);
}
