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
