/**
 * What can be known before a run costs an afternoon. A check is a set of independent {@link io.deskmeter.controller.check.Check}s that run at
 * the same time, each with its own deadline; each gives findings: what, where, how bad, and the remedy. A check that fails or is late is a
 * finding itself, and keeps no other from being done.
 *
 * <p>What needs a look from elsewhere, at targets, at programs, at free disk, is asked of the agents that would work there
 * ({@link io.deskmeter.controller.check.Inquiries}); they change nothing.
 */
@NullMarked
package io.deskmeter.controller.check;

import org.jspecify.annotations.NullMarked;
