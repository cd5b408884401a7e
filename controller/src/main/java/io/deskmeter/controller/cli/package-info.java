/**
 * The command line. Runs are always driven through REST and the event stream, as by any other client, even if the controller runs in this process; only {@link io.deskmeter.controller.cli.LocalDeployment} knows about that. A check on this machine has no controller ({@link io.deskmeter.controller.cli.LocalCheck}).
 */
@NullMarked
package io.deskmeter.controller.cli;

import org.jspecify.annotations.NullMarked;
