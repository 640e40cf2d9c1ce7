// Runs a command and prints the peak memory of each of its processes when it ends: "PROCESS PARENT BYTES COMMAND".
//
// The kernel tells a tracer of a process's end while its memory is still there, so no peak is missed, however short
// the process lives (ptrace(2), PTRACE_O_TRACEEXIT). Lines go to an open descriptor; the exit status is the command's.

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static const long options = PTRACE_O_EXITKILL | PTRACE_O_TRACEEXIT | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK
    | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;

// The line of a process that is about to end; of a thread nothing, since its process has the memory.
static void report(pid_t process, FILE *out) {
  char path[64], line[256], name[64] = "";
  snprintf(path, sizeof path, "/proc/%d/status", process);
  FILE *status = fopen(path, "r");
  if (!status) return;
  int group = 0, parent = 0;
  long kibibytes = 0;
  while (fgets(line, sizeof line, status)) {
    sscanf(line, "Name: %63s", name);
    sscanf(line, "Tgid: %d", &group);
    sscanf(line, "PPid: %d", &parent);
    sscanf(line, "VmHWM: %ld", &kibibytes);
  }
  fclose(status);
  if (group == process) fprintf(out, "%d %d %ld %s\n", process, parent, kibibytes * 1024, name);
}

int main(int count, char **arguments) {
  FILE *out = count > 2 ? fdopen(atoi(arguments[1]), "w") : NULL;
  if (!out) {
    fprintf(stderr, "usage: peaks DESCRIPTOR COMMAND...\n");
    return 2;
  }
  pid_t command = fork();
  if (command == 0) {
    fclose(out);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    execvp(arguments[2], arguments + 2);
    _exit(127);
  }
  int status, ending = 2;
  if (command < 0 || waitpid(command, &status, 0) != command) return 2;
  if (ptrace(PTRACE_SETOPTIONS, command, NULL, options) != 0) {
    perror("peaks: ptrace");
    kill(command, SIGKILL);
    return 2;
  }
  ptrace(PTRACE_CONT, command, NULL, 0);
  pid_t stopped;
  while ((stopped = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
    if (stopped == command && WIFEXITED(status)) ending = WEXITSTATUS(status);
    if (!WIFSTOPPED(status)) continue;
    int event = status >> 16, number = WSTOPSIG(status);
    if (event == PTRACE_EVENT_EXIT) report(stopped, out);
    // A signal goes on to the process; a stop by the tracer, and the first of a new process, don't.
    int isOwn = event != 0 || number == SIGSTOP || number == SIGTRAP;
    ptrace(PTRACE_CONT, stopped, NULL, isOwn ? 0 : number);
  }
  return fclose(out) == 0 ? ending : 2;
}
