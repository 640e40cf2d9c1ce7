/*
 * A library to preload (ld.so(8), LD_PRELOAD) that takes a worker over once it is given a certain picture: it answers
 * that one request in the worker's place, from inside the sandbox. Variables of the environment say how; without the
 * first of them, and outside of workers (processes whose first argument is _worker), it does nothing.
 *
 * UPRIGHT_HOSTILE_FOR   what stands in the requests that it answers, such as the source's name.
 * UPRIGHT_HOSTILE_SAYS  the answer in hexadecimal, message headers included; may be several messages, or nothing.
 * UPRIGHT_HOSTILE_STAYS 1: it closes the socket then, and waits for ever.
 */
#ifndef CHOSTILE_H
#define CHOSTILE_H
#endif
