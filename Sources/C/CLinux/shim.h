#include <sys/epoll.h>
#include <sys/eventfd.h>
// <sys/socket.h> declares it for _GNU_SOURCE alone, without which Swift reads the headers. It is not included here: what it declares would then be
// this module's for Swift, and no longer Glibc's.
struct sockaddr;
int accept4(int socket, struct sockaddr *address, unsigned int *length, int flags);
// As above, of <spawn.h>; `actions` is a posix_spawn_file_actions_t.
int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);
