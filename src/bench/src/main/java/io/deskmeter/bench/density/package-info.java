/**
 * {@code ./deskmeter bench density}: what a session that is seen costs, and how many of them one agent process holds.
 *
 * <p>Three programs, so that each one's cost is told apart: {@link io.deskmeter.bench.density.DensityCommand} conducts and reads the system's
 * accounts; a server's process has the desktops (and for {@code xfreerdp} a private xrdp stands before it); and
 * {@link io.deskmeter.bench.density.Watcher}, a process of its own for every row, sees them. A watcher is the agent without its link: the
 * agent's own sessions, threads and virtual machine settings, only that its desktops are the server's and its operation never ends.
 *
 * <p>CPU is user and system time of the watcher, of all that it started, and of their reaped children; memory is their
 * proportional set size (a page shared by several processes counts for each in part). Every update carries the instant at which the server
 * wrote it, in pixels; it was seen when the agent had judged its condition on it. An update that takes longer than until the next one is
 * due is late.
 */
@NullMarked
package io.deskmeter.bench.density;

import org.jspecify.annotations.NullMarked;
