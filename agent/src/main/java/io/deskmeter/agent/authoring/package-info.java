/** The commands for authors of workloads: a new workload, and what can be known of one without running it. */
@NullMarked
package io.deskmeter.agent.authoring;

import org.jspecify.annotations.NullMarked;
