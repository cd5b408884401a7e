/*
 * Moves the wall clock of one program: loaded with LD_PRELOAD, it adds the seconds in the file DESKMETER_CLOCK to what the system says. The monotonic
 * clock stays as it is, as on a machine whose clock is set. The file is eight bytes, in the machine's order, and may change at any time.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *shift;
static int (*system_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_shift(void)
{
	const char *name = getenv("DESKMETER_CLOCK");
	int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
	void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);

	if (mapped == MAP_FAILED) {
		/* A program with the right time would make the test meaningless. */
		perror("DESKMETER_CLOCK");
		_exit(125);
	}
	close(file);
	shift = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int failed;

	if (!system_clock)
		system_clock = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
	failed = system_clock(clock, now);
	if (!failed && shift && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		now->tv_sec += *shift;
	return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec exact;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &exact);
	now->tv_sec = exact.tv_sec;
	now->tv_usec = exact.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *place)
{
	struct timespec exact;

	clock_gettime(CLOCK_REALTIME, &exact);
	if (place)
		*place = exact.tv_sec;
	return exact.tv_sec;
}
