/**
 * The command line. A run is always driven through REST and the event stream, as any other client would do it, also where the
 * controller lives in this process; only {@link io.deskmeter.controller.cli.LocalPair} knows that it does.
 */
@NullMarked
package io.deskmeter.controller.cli;

import org.jspecify.annotations.NullMarked;
