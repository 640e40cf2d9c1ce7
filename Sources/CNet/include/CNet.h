/*
 * HTTP requests by libcurl, which is loaded on demand. A loop has a cache of connections of its own. One thread at a
 * time may use a loop; other threads may call only net_loop_wake.
 *
 * No function here calls back. Redirects aren't followed, names aren't resolved, proxies and files of the user aren't
 * looked for.
 */
#ifndef CNET_H
#define CNET_H

#include <stddef.h>
#include <stdint.h>

/* An IP address. An IPv4 address is in its mapped form (RFC 4291, section 2.5.5.2). */
typedef struct {
  uint8_t bytes[16];
} net_address;

/* All addresses with the same first `prefix` bits, 0 to 128. */
typedef struct {
  net_address first;
  int prefix;
} net_range;

/* The addresses to which no connection may lead. */
typedef struct {
  const net_range *refused;
  size_t refused_count;
  /* Ranges that are allowed although they lie in a refused one. */
  const net_range *allowed;
  size_t allowed_count;
} net_policy;

/*
 * True if a policy refuses an address, or an IPv4 address that it carries: a gateway passes the packets to the IPv4
 * address (RFC 6052, RFC 3056).
 */
int net_is_refused(const net_policy *policy, const net_address *address);

/* A request: one try of it. */
typedef struct {
  /* The caller's number. No two requests in flight have the same one. */
  uint64_t number;
  /* "GET", "HEAD", "PUT", "POST" or "DELETE"; NULL for "GET". */
  const char *method;
  const char *url;
  /* Lines such as "Name: value". */
  const char *const *headers;
  size_t header_count;
  /*
   * The host's addresses, in the form "HOST:PORT:ADDRESS,ADDRESS"; NULL if the URL's host is an address. A name without
   * addresses is NET_NO_ADDRESS.
   */
  const char *addresses;
  /* The bytes that are asked for, both inclusive; -1 and -1 for all. */
  int64_t first;
  int64_t last;
  /*
   * The body of a PUT or a POST: `source_bytes` bytes of a file, from `source_start` on. The caller keeps the file open
   * until the reply. A body of 0 bytes needs no file. Other methods have no body.
   */
  int source;
  int64_t source_start;
  int64_t source_bytes;
  /* A file that takes the reply's body from its first byte on. The caller keeps it open until the reply. */
  int target;
  /*
   * The largest body of the reply, in bytes. The body of a reply with a status outside of 200 to 299 may be larger: it
   * is cut after NET_ERROR_BYTES or `most`, or left out.
   */
  int64_t most;
  /* The longest time of the whole request and of making a connection, in milliseconds. */
  int64_t time_limit;
  int64_t connect_limit;
  /*
   * The longest time without a byte of a body in either direction, in seconds. libcurl takes the mean of the last 5
   * seconds.
   */
  int64_t stall_limit;
} net_request;

typedef enum {
  /* A whole reply, with any status. */
  NET_REPLY,
  NET_CANCELLED,
  /* The policy refused all addresses, or the one of a connection in use. */
  NET_REFUSED_ADDRESS,
  /* The URL has a name without addresses. */
  NET_NO_ADDRESS,
  NET_NO_CONNECTION,
  NET_TLS,
  NET_RESET,
  NET_REFUSED_STREAM,
  NET_STALL,
  /* The whole request took too long. */
  NET_TIME_LIMIT,
  NET_SHORT_BODY,
  NET_LARGE_BODY,
  NET_LARGE_HEADER,
  /* The reply breaks the rules of HTTP. */
  NET_BAD_REPLY,
  /* The target can't be written; `error` says why. */
  NET_TARGET,
  /* The source can't be read; `error` says why. */
  NET_SOURCE,
  /* libcurl can't go on, for want of memory for example; `detail` says why. */
  NET_FAILED,
} net_outcome;

enum {
  /* The most bytes of the headers that a reply keeps. */
  NET_KEPT_HEADER_BYTES = 16 << 10,
  /* The most bytes of all headers of a reply. libcurl takes single lines of up to 100 KB. */
  NET_HEADER_BYTES = 128 << 10,
  /* The most bytes of the body of a reply with a status outside of 200 to 299. Stores explain errors in some hundred. */
  NET_ERROR_BYTES = 16 << 10,
};

typedef struct {
  uint64_t number;
  net_outcome outcome;
  /* The status of the reply; 0 if none came. */
  int status;
  /* An errno value, for NET_TARGET and NET_SOURCE. */
  int error;
  /* The bytes of the reply's body that came. */
  int64_t received;
  /* Lines such as "etag: value\n" of the headers that are known, with names in lower case. */
  const char *headers;
  size_t header_bytes;
  /* libcurl's words on the trouble; empty if there are none. */
  const char *detail;
} net_reply;

typedef struct net_loop net_loop;

/*
 * Makes a loop. `ca_file` has the certificates that are trusted; NULL for those of the system. The policy is copied.
 * The loop keeps idle connections while it has up to `connections` of all kinds. NULL if libcurl 7.88 or newer isn't
 * installed, or if there is no memory.
 */
net_loop *net_loop_create(const char *ca_file, const net_policy *policy, long connections);

/* Ends all requests without replies, and frees the loop. */
void net_loop_free(net_loop *loop);

/*
 * Begins a request; all but the files is copied. False if libcurl refuses the request, or there is no memory for it.
 */
int net_loop_add(net_loop *loop, const net_request *request);

/* Ends a request in flight: its reply is NET_CANCELLED. An unknown number does nothing. */
void net_loop_cancel(net_loop *loop, uint64_t number);

/* Moves all requests on. If none has ended, waits until one can move on, or net_loop_wake is called. */
void net_loop_turn(net_loop *loop);

/* Ends the present or the next wait of net_loop_turn. */
void net_loop_wake(net_loop *loop);

/* Takes the next reply. Its texts are valid until the next call on the loop. False if there is none. */
int net_loop_next(net_loop *loop, net_reply *reply);

#endif
