/** Brings client agents together with the desktop agents in the sessions that they have opened, and passes their messages on. */
@NullMarked
package io.deskmeter.controller.desk;

import org.jspecify.annotations.NullMarked;
