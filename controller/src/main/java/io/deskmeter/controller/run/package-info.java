/**
 * The runs of this process: {@link io.deskmeter.controller.run.ActiveRuns} has the machine of each run that has not
 * ended, {@link io.deskmeter.controller.run.LiveHistory} its running p95 over time.
 *
 * <p>Each of these packages stands on those before it alone: {@code mailbox}, {@code plan}, {@code fact}, {@code port},
 * {@code view}, {@code figure}, {@code machine}, and this one.
 */
@NullMarked
package io.deskmeter.controller.run;

import org.jspecify.annotations.NullMarked;
