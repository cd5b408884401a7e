/**
 * Programs that run or display a desktop. They are found on a search path, and each has a log. An entry of their
 * environment, which all their child processes inherit, identifies them; it is used to end them.
 *
 * <p>This package is independent of what the programs do. Thread-safe.
 */
@NullMarked
package io.deskmeter.screen.program;

import org.jspecify.annotations.NullMarked;
