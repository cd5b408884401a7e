/**
 * Runs and checks without a browser, at a controller that runs or on this machine alone. Start with
 * {@link io.deskmeter.controller.cli.run.HeadlessRun}.
 *
 * <p>Runs are always driven through REST and the event stream, as by any other client, even if the controller runs in
 * this process; only {@link io.deskmeter.controller.cli.run.LocalDeployment} knows about that. A check on this machine
 * has no controller ({@link io.deskmeter.controller.cli.run.LocalCheck}).
 */
@NullMarked
package io.deskmeter.controller.cli.run;

import org.jspecify.annotations.NullMarked;
