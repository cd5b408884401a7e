/**
 * Where sessions live: a {@link io.deskmeter.workload.targets.Target} names the hosts, how they are reached, and the
 * accounts that log on. {@link io.deskmeter.workload.targets.Agentless} says how desktops without an agent are driven.
 * The other classes are what is known of the desktops: keyboard, windows that may come at any time, pictures that look
 * different there, and settings of a measured machine, each an {@link io.deskmeter.workload.targets.Optimisation}.
 */
@NullMarked
package io.deskmeter.workload.targets;

import org.jspecify.annotations.NullMarked;
