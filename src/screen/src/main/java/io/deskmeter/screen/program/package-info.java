/**
 * Programs that are started for a desktop or to see one: found on a search path, each with a log of its own, told apart and ended by an
 * entry of the environment that all they start inherits.
 *
 * <p>Nothing here knows what the programs do. Thread-safe.
 */
@NullMarked
package io.deskmeter.screen.program;

import org.jspecify.annotations.NullMarked;
