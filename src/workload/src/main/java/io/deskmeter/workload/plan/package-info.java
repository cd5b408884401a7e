/**
 * The plan of a session: a pure function of (seed, session number, position, profile), so that a run can be repeated
 * and printed.
 */
@NullMarked
package io.deskmeter.workload.plan;

import org.jspecify.annotations.NullMarked;
