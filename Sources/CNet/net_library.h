#ifndef NET_LIBRARY_H
#define NET_LIBRARY_H

#include <curl/curl.h>

/* The functions of libcurl in use, without the prefix of their names. */
#define NET_CURL(FUNCTION)                                                                              \
  FUNCTION(global_init) FUNCTION(version_info) FUNCTION(slist_append) FUNCTION(slist_free_all)          \
  FUNCTION(easy_init) FUNCTION(easy_setopt) FUNCTION(easy_getinfo) FUNCTION(easy_strerror)              \
  FUNCTION(easy_cleanup) FUNCTION(multi_init) FUNCTION(multi_setopt) FUNCTION(multi_add_handle)         \
  FUNCTION(multi_remove_handle) FUNCTION(multi_perform) FUNCTION(multi_info_read) FUNCTION(multi_poll)  \
  FUNCTION(multi_wakeup) FUNCTION(multi_cleanup)
#define NET_CURL_POINTER(name) __typeof__(curl_##name) *name;

typedef struct { NET_CURL(NET_CURL_POINTER) } net_curl_functions;

/* NULL if libcurl 7.88 or newer isn't installed. */
const net_curl_functions *net_curl(void);

#endif
