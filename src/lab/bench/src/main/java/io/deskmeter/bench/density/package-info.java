/**
 * {@code ./deskmeter bench density}: the cost of a session, and how many sessions one agent process can run.
 *
 * <p>Three programs, to measure their costs separately: {@link io.deskmeter.bench.density.DensityCommand} controls the
 * measurement and reads the system's counters; a server process provides the desktops (for {@code xfreerdp} through a
 * private xrdp); and {@link io.deskmeter.bench.density.Watcher}, a separate process for every row, runs the sessions.
 * It is the agent without its link: the agent's own sessions, threads and JVM settings, except that its desktops are
 * the server's and its operation never ends.
 *
 * <p>CPU is user and system time of that process, of its child processes, and of their reaped children; memory is their
 * proportional set size (a page shared by several processes counts for each in part). The pixels of every update
 * contain the instant at which the server wrote it; the delay ends when the agent has evaluated its condition. An
 * update that takes longer than until the next one is due is late.
 */
@NullMarked
package io.deskmeter.bench.density;

import org.jspecify.annotations.NullMarked;
