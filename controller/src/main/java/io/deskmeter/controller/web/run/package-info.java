/** Runs, as they are started, followed, checked before, moved to another controller, and ended. */
@NullMarked
package io.deskmeter.controller.web.run;

import org.jspecify.annotations.NullMarked;
