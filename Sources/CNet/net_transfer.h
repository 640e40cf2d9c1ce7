#ifndef NET_TRANSFER_H
#define NET_TRANSFER_H

#include "CNet.h"
#include "net_library.h"

/* One request and its reply. */
typedef struct net_transfer net_transfer;

struct net_transfer {
  net_transfer *next;
  /* NULL when the transfer has ended. */
  CURL *easy;
  struct curl_slist *headers;
  struct curl_slist *addresses;
  const net_policy *policy;
  int has_literal_host;
  /* Where the request's body lies, and how much of it libcurl has taken. */
  int source;
  int64_t source_start;
  int64_t source_bytes;
  int64_t sent;
  int target;
  int64_t most;
  int64_t time_limit;
  /* The time at which the transfer was made, on the monotonic clock in milliseconds. */
  int64_t start;
  /* The policy refused an address. */
  int was_refused;
  /* A connection stood, and the request went out on it. */
  int was_sent;
  /* Why our functions stopped the transfer; NET_REPLY if they didn't. */
  net_outcome stop;
  /* Our functions stopped the transfer because the rest of an error's body isn't needed. */
  int is_cut;
  /* The bytes of all headers so far. */
  size_t all_header_bytes;
  int is_header_over;
  net_reply reply;
  char kept[NET_KEPT_HEADER_BYTES];
  char detail[CURL_ERROR_SIZE];
};

/* Makes a transfer that isn't part of a loop yet; NULL if libcurl refuses it or there is no memory. */
net_transfer *net_transfer_create(const net_request *request, const net_policy *policy, const char *ca_file);

/* Fills the reply, and frees all that belongs to libcurl. The transfer must be in no loop. */
void net_transfer_finish(net_transfer *transfer, net_outcome outcome);

/* The status of the reply so far; 0 if none came. */
int net_transfer_status(const net_transfer *transfer);

/* True for an error or a redirect: only the start of its body is needed. */
int net_transfer_is_error(const net_transfer *transfer);

/* The outcome of a transfer that libcurl has ended with `code`. */
net_outcome net_transfer_outcome(const net_transfer *transfer, CURLcode code);

void net_transfer_free(net_transfer *transfer);

/* libcurl's callbacks. */
size_t net_give_body(char *bytes, size_t size, size_t count, void *transfer);
int net_seek_body(void *transfer, curl_off_t offset, int origin);
size_t net_take_header(char *line, size_t size, size_t count, void *transfer);
size_t net_take_body(char *bytes, size_t size, size_t count, void *transfer);
int net_allow_lookup(void *state, void *reserved, void *transfer);
curl_socket_t net_open_socket(void *transfer, curlsocktype purpose, struct curl_sockaddr *address);
int net_allow_request(void *transfer, char *server, char *own, int server_port, int own_port);

#endif
