#ifndef NET_ADDRESSES_H
#define NET_ADDRESSES_H

#include <sys/socket.h>

#include "CNet.h"

/* The address of a socket; false for other families than IPv4 and IPv6. */
int net_address_of_socket(const struct sockaddr *socket, socklen_t size, net_address *address);

/* The address of a text without brackets; false for any other text. */
int net_address_of_text(const char *text, net_address *address);

#endif
