#include "net_addresses.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

static net_address mapped(const void *v4) {
  net_address address = {{[10] = 0xFF, [11] = 0xFF}};
  memcpy(address.bytes + 12, v4, 4);
  return address;
}

int net_address_of_socket(const struct sockaddr *socket, socklen_t size, net_address *address) {
  if (socket->sa_family == AF_INET && size >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in v4;
    memcpy(&v4, socket, sizeof v4);
    *address = mapped(&v4.sin_addr);
    return 1;
  }
  if (socket->sa_family == AF_INET6 && size >= sizeof(struct sockaddr_in6)) {
    struct sockaddr_in6 v6;
    memcpy(&v6, socket, sizeof v6);
    memcpy(address->bytes, &v6.sin6_addr, 16);
    return 1;
  }
  return 0;
}

int net_address_of_text(const char *text, net_address *address) {
  struct in_addr v4;
  if (inet_pton(AF_INET, text, &v4) == 1) {
    *address = mapped(&v4);
    return 1;
  }
  return inet_pton(AF_INET6, text, address->bytes) == 1;
}

static int begins_with(const net_address *address, const uint8_t *first, int bits) {
  const size_t whole = (size_t)bits / 8;
  if (memcmp(address->bytes, first, whole) != 0) return 0;
  const int rest = bits % 8;
  return rest == 0 || ((address->bytes[whole] ^ first[whole]) >> (8 - rest)) == 0;
}

static int is_in_any(const net_range *ranges, size_t count, const net_address *address) {
  for (size_t i = 0; i < count; i++) {
    if (begins_with(address, ranges[i].first.bytes, ranges[i].prefix)) return 1;
  }
  return 0;
}

/* The place at which IPv6 addresses with a prefix carry an IPv4 address. */
typedef struct {
  uint8_t first[12];
  int prefix;
  size_t place;
} carrier;

static const carrier carriers[] = {
  /* RFC 6052, section 2.1. */
  {{0x00, 0x64, 0xFF, 0x9B}, 96, 12},
  /* RFC 3056, section 2. */
  {{0x20, 0x02}, 16, 2},
};

static int is_refused_itself(const net_policy *policy, const net_address *address) {
  return !is_in_any(policy->allowed, policy->allowed_count, address) &&
         is_in_any(policy->refused, policy->refused_count, address);
}

int net_is_refused(const net_policy *policy, const net_address *address) {
  if (is_in_any(policy->allowed, policy->allowed_count, address)) return 0;
  if (is_refused_itself(policy, address)) return 1;
  for (size_t i = 0; i < sizeof carriers / sizeof *carriers; i++) {
    const carrier *way = &carriers[i];
    if (!begins_with(address, way->first, way->prefix)) continue;
    const net_address carried = mapped(address->bytes + way->place);
    if (is_refused_itself(policy, &carried)) return 1;
  }
  return 0;
}
