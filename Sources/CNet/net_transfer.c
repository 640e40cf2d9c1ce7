#include "net_transfer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "net_addresses.h"

/* In milliseconds. libcurl rounds times up or down, by less than this. */
enum { ROUNDING = 10 };

/*
 * The time for which the addresses of a name stay in a loop's table of names, in seconds. A transfer needs them at its
 * start only, and each start looks through the whole table for old ones.
 */
enum { NAME_LIFETIME = 5 };

/* True if the host of a URL is an address and no name. */
static int has_literal_host(const char *url) {
  const char *host = strstr(url, "://");
  if (!host) return 0;
  host += 3;
  const int is_bracketed = *host == '[';
  host += is_bracketed;
  const size_t length = strcspn(host, is_bracketed ? "]" : ":/?#");
  char text[64];
  net_address address;
  if (length >= sizeof text) return 0;
  memcpy(text, host, length);
  text[length] = 0;
  return net_address_of_text(text, &address);
}

/* Adds a copy of a line to a list. False if there is no memory. */
static int append(const net_curl_functions *curl, struct curl_slist **list, const char *line) {
  struct curl_slist *longer = curl->slist_append(*list, line);
  if (!longer) return 0;
  *list = longer;
  return 1;
}

static int is_method(const net_request *request, const char *method) {
  return strcmp(request->method ? request->method : "GET", method) == 0;
}

static int has_body(const net_request *request) { return is_method(request, "PUT") || is_method(request, "POST"); }

/* Copies the lists of a request, since libcurl only keeps their places. */
static int copy_lists(const net_curl_functions *curl, net_transfer *transfer, const net_request *request) {
  /* No server is asked to agree before it gets the body: many never answer such a question. */
  if (has_body(request) && !append(curl, &transfer->headers, "Expect:")) return 0;
  for (size_t i = 0; i < request->header_count; i++) {
    if (!append(curl, &transfer->headers, request->headers[i])) return 0;
  }
  if (!request->addresses) return 1;
  /* With the plus, the addresses leave the loop's table of names after NAME_LIFETIME. */
  const size_t size = strlen(request->addresses) + 2;
  char *entry = malloc(size);
  if (!entry) return 0;
  snprintf(entry, size, "+%s", request->addresses);
  const int is_added = append(curl, &transfer->addresses, entry);
  free(entry);
  return is_added;
}

/* Sets an option of `easy`, and notes in `failed` if libcurl refuses it. */
#define SET(option, value) failed |= curl->easy_setopt(easy, option, value) != CURLE_OK

/* Sets the options of a request's method. */
static int set_method(const net_curl_functions *curl, net_transfer *transfer, const net_request *request) {
  CURL *easy = transfer->easy;
  int failed = 0;
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  if (has_body(request)) {
    SET(CURLOPT_UPLOAD, 1L);
    SET(CURLOPT_CUSTOMREQUEST, request->method);
    SET(CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->source_bytes);
    SET(CURLOPT_READFUNCTION, net_give_body);
    SET(CURLOPT_READDATA, (void *)transfer);
    SET(CURLOPT_SEEKFUNCTION, net_seek_body);
    SET(CURLOPT_SEEKDATA, (void *)transfer);
  } else {
    /*
     * HTTP/2 if a TLS server agrees to it (RFC 9113, section 3.2). Requests to this server then share connections.
     * Bodies go by HTTP/1.1, because libcurl 7.88 cuts bodies short that share a connection. A libcurl without HTTP/2
     * refuses the option.
     */
    curl->easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  }
  if (is_method(request, "DELETE")) SET(CURLOPT_CUSTOMREQUEST, "DELETE");
  if (is_method(request, "HEAD")) {
    SET(CURLOPT_NOBODY, 1L);
  } else {
    /* libcurl would compare the size that the reply to a HEAD names. */
    SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->most);
  }
  return !failed;
}

/* Sets the options that a request gives. */
static int set_request(const net_curl_functions *curl, net_transfer *transfer, const net_request *request) {
  CURL *easy = transfer->easy;
  int failed = 0;
  SET(CURLOPT_URL, request->url);
  SET(CURLOPT_HTTPHEADER, transfer->headers);
  SET(CURLOPT_RESOLVE, transfer->addresses);
  if (request->first >= 0) {
    char range[48];
    snprintf(range, sizeof range, "%lld-%lld", (long long)request->first, (long long)request->last);
    SET(CURLOPT_RANGE, range);
  }
  SET(CURLOPT_TIMEOUT_MS, (long)request->time_limit);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_limit);
  SET(CURLOPT_LOW_SPEED_LIMIT, 1L);
  SET(CURLOPT_LOW_SPEED_TIME, (long)request->stall_limit);
  return !failed;
}

/* Sets the options that are the same for all requests. */
static int set_rules(const net_curl_functions *curl, net_transfer *transfer, const char *ca_file) {
  CURL *easy = transfer->easy;
  int failed = 0;
  SET(CURLOPT_PRIVATE, (void *)transfer);
  SET(CURLOPT_ERRORBUFFER, transfer->detail);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
  SET(CURLOPT_HTTP09_ALLOWED, 0L);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_PATH_AS_IS, 1L);
  SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  SET(CURLOPT_PROXY, "");
  SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  /* No encoding is asked for, and none is undone. */
  SET(CURLOPT_ACCEPT_ENCODING, (char *)NULL);
  SET(CURLOPT_HTTP_CONTENT_DECODING, 0L);
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  if (ca_file) SET(CURLOPT_CAINFO, ca_file);
  /*
   * libcurl keeps the certificates of a file for later connections, but only if there is no folder of them. A libcurl
   * without OpenSSL may know neither option.
   */
  curl->easy_setopt(easy, CURLOPT_CAPATH, (char *)NULL);
  curl->easy_setopt(easy, CURLOPT_CA_CACHE_TIMEOUT, -1L);
  SET(CURLOPT_DNS_CACHE_TIMEOUT, (long)NAME_LIFETIME);
  SET(CURLOPT_RESOLVER_START_FUNCTION, net_allow_lookup);
  SET(CURLOPT_RESOLVER_START_DATA, (void *)transfer);
  SET(CURLOPT_OPENSOCKETFUNCTION, net_open_socket);
  SET(CURLOPT_OPENSOCKETDATA, (void *)transfer);
  SET(CURLOPT_PREREQFUNCTION, net_allow_request);
  SET(CURLOPT_PREREQDATA, (void *)transfer);
  SET(CURLOPT_HEADERFUNCTION, net_take_header);
  SET(CURLOPT_HEADERDATA, (void *)transfer);
  SET(CURLOPT_WRITEFUNCTION, net_take_body);
  SET(CURLOPT_WRITEDATA, (void *)transfer);
  return !failed;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

net_transfer *net_transfer_create(const net_request *request, const net_policy *policy, const char *ca_file) {
  const net_curl_functions *curl = net_curl();
  net_transfer *transfer = curl ? calloc(1, sizeof *transfer) : NULL;
  if (!transfer) return NULL;
  transfer->policy = policy;
  transfer->has_literal_host = has_literal_host(request->url);
  transfer->source = request->source;
  transfer->source_start = request->source_start;
  transfer->source_bytes = request->source_bytes;
  transfer->target = request->target;
  transfer->most = request->most;
  transfer->time_limit = request->time_limit;
  transfer->start = now();
  transfer->reply.number = request->number;
  transfer->easy = curl->easy_init();
  if (transfer->easy && copy_lists(curl, transfer, request) && set_method(curl, transfer, request) &&
      set_request(curl, transfer, request) && set_rules(curl, transfer, ca_file)) {
    return transfer;
  }
  net_transfer_free(transfer);
  return NULL;
}

int net_transfer_status(const net_transfer *transfer) {
  long status = 0;
  net_curl()->easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  return (int)status;
}

int net_transfer_is_error(const net_transfer *transfer) {
  const int status = net_transfer_status(transfer);
  return status < 200 || status > 299;
}

/* True if the server has reset the connection. libcurl says so of a TLS handshake by the system's error alone. */
static int was_reset(const net_transfer *transfer) {
  long error = 0;
  net_curl()->easy_getinfo(transfer->easy, CURLINFO_OS_ERRNO, &error);
  return error == ECONNRESET || error == EPIPE;
}

net_outcome net_transfer_outcome(const net_transfer *transfer, CURLcode code) {
  if (transfer->stop != NET_REPLY) return transfer->stop;
  if (transfer->is_cut) return NET_REPLY;
  switch (code) {
    /* A status below 200 is that of a reply before the last one, which didn't come. */
    case CURLE_OK: return net_transfer_status(transfer) >= 200 ? NET_REPLY : NET_BAD_REPLY;
    case CURLE_COULDNT_RESOLVE_HOST: return NET_NO_ADDRESS;
    case CURLE_COULDNT_CONNECT: return transfer->was_refused ? NET_REFUSED_ADDRESS : NET_NO_CONNECTION;
    case CURLE_OPERATION_TIMEDOUT:
      if (!transfer->was_sent) return NET_NO_CONNECTION;
      return now() - transfer->start + ROUNDING >= transfer->time_limit ? NET_TIME_LIMIT : NET_STALL;
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return NET_RESET;
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return NET_REFUSED_STREAM;
    case CURLE_PARTIAL_FILE: return NET_SHORT_BODY;
    case CURLE_FILESIZE_EXCEEDED: return net_transfer_is_error(transfer) ? NET_REPLY : NET_LARGE_BODY;
    /* libcurl's word for a line of more than 100 KB. */
    case CURLE_OUT_OF_MEMORY: return transfer->was_sent && !transfer->is_header_over ? NET_LARGE_HEADER : NET_FAILED;
    case CURLE_SSL_CONNECT_ERROR: return was_reset(transfer) ? NET_RESET : NET_TLS;
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_CLIENTCERT: return NET_TLS;
    /* libcurl has many words for a reply that it can't read. */
    default: return transfer->was_sent ? NET_BAD_REPLY : NET_FAILED;
  }
}

/* Frees all that belongs to libcurl. */
static void free_parts(net_transfer *transfer) {
  const net_curl_functions *curl = net_curl();
  if (transfer->easy) curl->easy_cleanup(transfer->easy);
  curl->slist_free_all(transfer->headers);
  curl->slist_free_all(transfer->addresses);
  transfer->easy = NULL;
  transfer->headers = transfer->addresses = NULL;
}

void net_transfer_finish(net_transfer *transfer, net_outcome outcome) {
  net_reply *reply = &transfer->reply;
  reply->outcome = outcome;
  reply->status = net_transfer_status(transfer);
  reply->headers = transfer->kept;
  reply->detail = transfer->detail;
  free_parts(transfer);
}

void net_transfer_free(net_transfer *transfer) {
  free_parts(transfer);
  free(transfer);
}
