#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
// <sys/socket.h> declares it for _GNU_SOURCE alone, without which Swift reads the headers.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
