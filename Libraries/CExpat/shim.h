/* Declares the limits on the expansion of entities. Debian builds expat with document types. */
#define XML_DTD 1
#include <expat.h>
