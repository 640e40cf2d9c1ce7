/*
 * A library to preload (ld.so(8), LD_PRELOAD) that counts the calls of a program on files below one folder, and
 * lets one of them fail, be cut short, or be the last. It has no functions of its own; variables of the environment
 * say what it does, and without the first of them it does nothing:
 *
 * UPRIGHT_FAULTS_CONTROL  a file of the size that its log may take; mapped and shared by all processes of a run.
 * UPRIGHT_FAULTS_BELOW    the folder whose files count, absolute and without links.
 * UPRIGHT_FAULTS_IN       parent, worker (a process whose first argument is _worker) or both.
 * UPRIGHT_FAULTS_DO       count, log (with the data that is written), fail or kill.
 * UPRIGHT_FAULTS_AT       which call fails or is the last, from 1.
 * UPRIGHT_FAULTS_ERRNO    what it fails with; 0 cuts a read or write to its half.
 * UPRIGHT_FAULTS_STAYS    1: later calls of the same family fail too; every second one where the error is EINTR or a
 *                         cut, since no system interrupts a call for ever.
 * UPRIGHT_FAULTS_WHEN     kill before or after the call.
 *
 * The control file: three 64-bit numbers (calls, bytes of log wanted, calls that were made to fail or to be the
 * last), five unused, and the log from byte 64 on. A record is a line of fields between tabs, and behind it as many
 * bytes of data as its eighth field says, and a line feed:
 * number, P or W, family, call, result, errno, inode, bytes of data, offset or flags or length, path, second path.
 * Of a run that fails or kills only the calls that were hit are logged.
 *
 * In a worker, which may have no right to look a path up, calls on regular files of the folder's file system count
 * from its first recvmsg on, and all paths are "-". Its writes are logged without their offsets.
 */
#ifndef CFAULTS_H
#define CFAULTS_H
#endif
