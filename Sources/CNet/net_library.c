#include "net_library.h"

#include <pthread.h>

#include <CKernel.h>

#define SYMBOL(name) {"curl_" #name, offsetof(net_curl_functions, name)},

/* 7.88.0: Debian's version. An older one lacks options that are in use. */
enum { OLDEST = 0x075800 };

static net_curl_functions functions;
static const kernel_symbol symbols[] = {NET_CURL(SYMBOL)};
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  if (!KERNEL_LOAD("libcurl.so.4", symbols, &functions)) return;
  const curl_version_info_data *info = functions.version_info(CURLVERSION_NOW);
  is_loaded = info->version_num >= OLDEST && functions.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const net_curl_functions *net_curl(void) { return pthread_once(&once, load) == 0 && is_loaded ? &functions : NULL; }
