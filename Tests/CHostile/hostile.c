#define _GNU_SOURCE
#include "CHostile.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static char wanted[256];
static uint8_t answer[4096];
static size_t answer_size;
static int stays, is_taken_over;
static ssize_t (*next_receive)(int, struct msghdr *, int);
static ssize_t (*next_send)(int, const struct msghdr *, int);

static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

__attribute__((constructor)) static void set_up(int count, char **arguments) {
  next_receive = (ssize_t(*)(int, struct msghdr *, int))dlsym(RTLD_NEXT, "recvmsg");
  next_send = (ssize_t(*)(int, const struct msghdr *, int))dlsym(RTLD_NEXT, "sendmsg");
  if (count < 2 || strcmp(arguments[1], "_worker")) return;
  snprintf(wanted, sizeof wanted, "%s", variable("UPRIGHT_HOSTILE_FOR"));
  stays = !strcmp(variable("UPRIGHT_HOSTILE_STAYS"), "1");
  const char *digits = variable("UPRIGHT_HOSTILE_SAYS");
  for (unsigned byte; answer_size < sizeof answer && sscanf(digits, "%2x", &byte) == 1; digits += 2) {
    answer[answer_size++] = (uint8_t)byte;
  }
}

ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
  ssize_t count = next_receive(socket, message, flags);
  if (*wanted && count > 0 && memmem(message->msg_iov->iov_base, (size_t)count, wanted, strlen(wanted))) {
    is_taken_over = 1;
  }
  return count;
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  if (!is_taken_over) return next_send(socket, message, flags);
  is_taken_over = 0;
  struct iovec part = {.iov_base = answer, .iov_len = answer_size};
  struct msghdr own = {.msg_iov = &part, .msg_iovlen = 1};
  if (answer_size > 0) next_send(socket, &own, flags);
  if (stays) {
    uint32_t word = 0;
    close(socket);
    for (;;) syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  }
  ssize_t size = 0;
  for (size_t i = 0; i < message->msg_iovlen; i++) size += (ssize_t)message->msg_iov[i].iov_len;
  return size;
}
