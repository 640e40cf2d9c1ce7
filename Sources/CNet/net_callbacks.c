#define _GNU_SOURCE /* SOCK_CLOEXEC */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "net_addresses.h"
#include "net_transfer.h"

/* The headers that a reply keeps. */
static const char *const known[] = {
  "content-encoding", "content-length", "content-range", "date",        "etag",
  "last-modified",    "location",       "retry-after",   "x-robots-tag",
};

/* All headers of object stores with this start are kept. */
static const char store_prefix[] = "x-amz-";

static int is_known(const char *name, size_t length) {
  if (length >= sizeof store_prefix - 1 && strncasecmp(name, store_prefix, sizeof store_prefix - 1) == 0) return 1;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strlen(known[i]) == length && strncasecmp(name, known[i], length) == 0) return 1;
  }
  return 0;
}

static int is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

/* Keeps a line "name: value\n". False if there is no room for it. */
static int keep(net_transfer *transfer, const char *name, size_t name_length, const char *value, size_t length) {
  size_t place = transfer->reply.header_bytes;
  if (length > sizeof transfer->kept || name_length + length + 3 > sizeof transfer->kept - place) return 0;
  for (size_t i = 0; i < name_length; i++) {
    const char byte = name[i];
    transfer->kept[place++] = byte >= 'A' && byte <= 'Z' ? (char)(byte + ('a' - 'A')) : byte;
  }
  transfer->kept[place++] = ':';
  transfer->kept[place++] = ' ';
  memcpy(transfer->kept + place, value, length);
  place += length;
  transfer->kept[place++] = '\n';
  transfer->reply.header_bytes = place;
  return 1;
}

static size_t stop(net_transfer *transfer, net_outcome outcome) {
  transfer->stop = outcome;
  return 0;
}

size_t net_take_header(char *line, size_t size, size_t count, void *context) {
  net_transfer *transfer = context;
  const size_t bytes = size * count;
  if (bytes > NET_HEADER_BYTES - transfer->all_header_bytes) return stop(transfer, NET_LARGE_HEADER);
  transfer->all_header_bytes += bytes;
  if (bytes >= 5 && memcmp(line, "HTTP/", 5) == 0) {
    /* A reply with a status below 200 comes before the last one. */
    transfer->reply.header_bytes = 0;
    transfer->is_header_over = 0;
    return bytes;
  }
  /* Fields behind the body. */
  if (transfer->is_header_over) return bytes;
  size_t end = bytes;
  while (end > 0 && is_space(line[end - 1])) end--;
  if (end == 0) transfer->is_header_over = 1;
  const char *colon = memchr(line, ':', end);
  if (!colon) return bytes;
  const size_t name_length = (size_t)(colon - line);
  if (!is_known(line, name_length)) return bytes;
  size_t start = name_length + 1;
  while (start < end && is_space(line[start])) start++;
  return keep(transfer, line, name_length, line + start, end - start) ? bytes : stop(transfer, NET_LARGE_HEADER);
}

size_t net_take_body(char *bytes, size_t size, size_t count, void *context) {
  net_transfer *transfer = context;
  size_t total = size * count;
  const int is_error = net_transfer_is_error(transfer);
  const int64_t most = is_error && transfer->most > NET_ERROR_BYTES ? NET_ERROR_BYTES : transfer->most;
  const int64_t room = most - transfer->reply.received;
  if (room < 0 || total > (uint64_t)room) {
    if (!is_error) return stop(transfer, NET_LARGE_BODY);
    transfer->is_cut = 1;
    total = room > 0 ? (size_t)room : 0;
  }
  size_t done = 0;
  while (done < total) {
    const ssize_t written = pwrite(transfer->target, bytes + done, total - done, transfer->reply.received);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      transfer->reply.error = written < 0 ? errno : EIO;
      return stop(transfer, NET_TARGET);
    }
    done += (size_t)written;
    transfer->reply.received += written;
  }
  return transfer->is_cut ? 0 : total;
}

size_t net_give_body(char *bytes, size_t size, size_t count, void *context) {
  net_transfer *transfer = context;
  const uint64_t left = (uint64_t)(transfer->source_bytes - transfer->sent);
  const size_t wanted = size * count < left ? size * count : (size_t)left;
  if (wanted == 0) return 0;
  ssize_t got;
  do {
    got = pread(transfer->source, bytes, wanted, transfer->source_start + transfer->sent);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) {
    transfer->reply.error = got < 0 ? errno : EIO;
    stop(transfer, NET_SOURCE);
    return CURL_READFUNC_ABORT;
  }
  transfer->sent += got;
  return (size_t)got;
}

int net_seek_body(void *context, curl_off_t offset, int origin) {
  net_transfer *transfer = context;
  if (origin != SEEK_SET || offset < 0 || offset > transfer->source_bytes) return CURL_SEEKFUNC_FAIL;
  transfer->sent = offset;
  return CURL_SEEKFUNC_OK;
}

int net_allow_lookup(void *state, void *reserved, void *context) {
  (void)state;
  (void)reserved;
  const net_transfer *transfer = context;
  /* libcurl finds the given addresses without a lookup. */
  return !transfer->has_literal_host;
}

curl_socket_t net_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  net_transfer *transfer = context;
  net_address place;
  if (purpose != CURLSOCKTYPE_IPCXN || !net_address_of_socket(&address->addr, address->addrlen, &place) ||
      net_is_refused(transfer->policy, &place)) {
    transfer->was_refused = 1;
    return CURL_SOCKET_BAD;
  }
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

int net_allow_request(void *context, char *server, char *own, int server_port, int own_port) {
  (void)own;
  (void)server_port;
  (void)own_port;
  net_transfer *transfer = context;
  net_address place;
  if (!server || !net_address_of_text(server, &place) || net_is_refused(transfer->policy, &place)) {
    transfer->stop = NET_REFUSED_ADDRESS;
    return CURL_PREREQFUNC_ABORT;
  }
  transfer->was_sent = 1;
  return CURL_PREREQFUNC_OK;
}
