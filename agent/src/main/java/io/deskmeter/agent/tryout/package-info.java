/** Runs one workload on one local desktop without a controller and prints its timings, for authors of workloads. */
@NullMarked
package io.deskmeter.agent.tryout;

import org.jspecify.annotations.NullMarked;
