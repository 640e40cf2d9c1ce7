#include "CKernel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Room for one control message with the most descriptors. */
typedef union {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(KERNEL_MOST_DESCRIPTORS * sizeof(int))];
} control_room;

ptrdiff_t kernel_send(int socket, const void *bytes, size_t count, const int *descriptors,
                      size_t descriptor_count) {
  if (descriptor_count > KERNEL_MOST_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  control_room control;
  if (descriptor_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(descriptor_count * sizeof(int));
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(descriptor_count * sizeof(int));
    memcpy(CMSG_DATA(&control.header), descriptors, descriptor_count * sizeof(int));
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent;
}

ptrdiff_t kernel_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *descriptor_count) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  control_room control;
  if (descriptors) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    *descriptor_count = 0;
  }
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received < 0 || !descriptors) return received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    size_t size = header->cmsg_len - CMSG_LEN(0);
    memcpy(descriptors, CMSG_DATA(header), size);
    *descriptor_count = size / sizeof(int);
  }
  if (message.msg_flags & MSG_CTRUNC) {
    for (size_t i = 0; i < *descriptor_count; i++) close(descriptors[i]);
    *descriptor_count = 0;
    errno = EMFILE;
    return -1;
  }
  return received;
}
