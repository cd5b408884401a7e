/** What an iteration of a workload costs the machine that runs the session: {@code ./deskmeter bench workloads}. */
@NullMarked
package io.deskmeter.bench.workloads;

import org.jspecify.annotations.NullMarked;
