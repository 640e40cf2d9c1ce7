#include <stdlib.h>

/*
 * Functions of Swift's library of tasks. swift-argument-parser needs them for asynchronous commands. Upright has no such
 * command, and the library would be half a megabyte of the binary.
 */
_Noreturn void swift_task_alloc(void) { abort(); }
_Noreturn void swift_task_dealloc(void) { abort(); }
_Noreturn void swift_task_switch(void) { abort(); }
