#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

/* expat and libarchive call this function, which the C library has since glibc 2.36. With it here the program runs
   with older ones. Like that of the C library, it can't fail. */
void arc4random_buf(void *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t got = getrandom((char *)bytes + done, size - done, 0);
    if (got > 0) {
      done += (size_t)got;
    } else if (errno != EINTR) {
      abort();
    }
  }
}
