#include <stdlib.h>
#include <string.h>

#include "net_library.h"
#include "net_transfer.h"

/* A minute, in milliseconds. libcurl ends a wait earlier for its own times. */
enum { LONGEST_WAIT = 60000 };

struct net_loop {
  const net_curl_functions *curl;
  CURLM *multi;
  char *ca_file;
  net_policy policy;
  net_range *ranges;
  net_transfer *active;
  /* Ended transfers, the first one first. */
  net_transfer *ended;
  net_transfer **last_ended;
  /* The one whose reply was taken last. */
  net_transfer *taken;
};

/* Copies the policy's ranges. False if a prefix is too long or there is no memory. */
static int copy_policy(net_loop *loop, const net_policy *policy) {
  const size_t most = SIZE_MAX / 2 / sizeof(net_range);
  if (policy->refused_count > most || policy->allowed_count > most) return 0;
  const size_t count = policy->refused_count + policy->allowed_count;
  loop->ranges = calloc(count + 1, sizeof(net_range));
  if (!loop->ranges) return 0;
  for (size_t i = 0; i < count; i++) {
    loop->ranges[i] = i < policy->refused_count ? policy->refused[i] : policy->allowed[i - policy->refused_count];
    if (loop->ranges[i].prefix < 0 || loop->ranges[i].prefix > 128) return 0;
  }
  loop->policy = (net_policy){
    .refused = loop->ranges,
    .refused_count = policy->refused_count,
    .allowed = loop->ranges + policy->refused_count,
    .allowed_count = policy->allowed_count,
  };
  return 1;
}

net_loop *net_loop_create(const char *ca_file, const net_policy *policy, long connections) {
  const net_curl_functions *curl = net_curl();
  net_loop *loop = curl ? calloc(1, sizeof *loop) : NULL;
  if (!loop) return NULL;
  loop->curl = curl;
  loop->last_ended = &loop->ended;
  loop->multi = curl->multi_init();
  loop->ca_file = ca_file ? strdup(ca_file) : NULL;
  if (loop->multi && (loop->ca_file || !ca_file) && copy_policy(loop, policy) &&
      curl->multi_setopt(loop->multi, CURLMOPT_MAXCONNECTS, connections) == CURLM_OK) {
    return loop;
  }
  net_loop_free(loop);
  return NULL;
}

static void free_all(net_transfer *transfer) {
  while (transfer) {
    net_transfer *next = transfer->next;
    net_transfer_free(transfer);
    transfer = next;
  }
}

void net_loop_free(net_loop *loop) {
  for (net_transfer *transfer = loop->active; transfer; transfer = transfer->next) {
    loop->curl->multi_remove_handle(loop->multi, transfer->easy);
  }
  free_all(loop->active);
  free_all(loop->ended);
  if (loop->taken) net_transfer_free(loop->taken);
  if (loop->multi) loop->curl->multi_cleanup(loop->multi);
  free(loop->ranges);
  free(loop->ca_file);
  free(loop);
}

int net_loop_add(net_loop *loop, const net_request *request) {
  net_transfer *transfer = net_transfer_create(request, &loop->policy, loop->ca_file);
  if (!transfer) return 0;
  if (loop->curl->multi_add_handle(loop->multi, transfer->easy) != CURLM_OK) {
    net_transfer_free(transfer);
    return 0;
  }
  transfer->next = loop->active;
  loop->active = transfer;
  return 1;
}

/* Moves the transfer at this place of the active ones to the ended ones. */
static void end(net_loop *loop, net_transfer **place, net_outcome outcome) {
  net_transfer *transfer = *place;
  *place = transfer->next;
  transfer->next = NULL;
  loop->curl->multi_remove_handle(loop->multi, transfer->easy);
  net_transfer_finish(transfer, outcome);
  *loop->last_ended = transfer;
  loop->last_ended = &transfer->next;
}

void net_loop_cancel(net_loop *loop, uint64_t number) {
  for (net_transfer **place = &loop->active; *place; place = &(*place)->next) {
    if ((*place)->reply.number == number) {
      end(loop, place, NET_CANCELLED);
      return;
    }
  }
}

/* Ends a transfer that libcurl has reported as done. */
static void end_done(net_loop *loop, const CURL *easy, CURLcode code) {
  for (net_transfer **place = &loop->active; *place; place = &(*place)->next) {
    net_transfer *transfer = *place;
    if (transfer->easy != easy) continue;
    const net_outcome outcome = net_transfer_outcome(transfer, code);
    if (outcome == NET_REPLY || transfer->stop != NET_REPLY) {
      /* libcurl's words would be about the callback or the limit that stopped the transfer. */
      transfer->detail[0] = 0;
    } else if (code != CURLE_OK && !transfer->detail[0]) {
      strncpy(transfer->detail, loop->curl->easy_strerror(code), sizeof transfer->detail - 1);
    }
    end(loop, place, outcome);
    return;
  }
}

/* Moves all transfers on. If libcurl can't, all end. */
static void perform(net_loop *loop) {
  int running = 0;
  if (loop->curl->multi_perform(loop->multi, &running) != CURLM_OK) {
    while (loop->active) end(loop, &loop->active, NET_FAILED);
  }
  int left = 0;
  for (CURLMsg *message; (message = loop->curl->multi_info_read(loop->multi, &left));) {
    if (message->msg == CURLMSG_DONE) end_done(loop, message->easy_handle, message->data.result);
  }
}

void net_loop_turn(net_loop *loop) {
  perform(loop);
  if (loop->ended) return;
  loop->curl->multi_poll(loop->multi, NULL, 0, LONGEST_WAIT, NULL);
  perform(loop);
}

void net_loop_wake(net_loop *loop) { loop->curl->multi_wakeup(loop->multi); }

int net_loop_next(net_loop *loop, net_reply *reply) {
  if (loop->taken) net_transfer_free(loop->taken);
  loop->taken = loop->ended;
  if (!loop->taken) return 0;
  loop->ended = loop->taken->next;
  if (!loop->ended) loop->last_ended = &loop->ended;
  *reply = loop->taken->reply;
  return 1;
}
