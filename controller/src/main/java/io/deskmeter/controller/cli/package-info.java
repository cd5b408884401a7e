/**
 * The command line: {@link io.deskmeter.controller.cli.Commands} knows all commands.
 *
 * <p>Each of these packages stands on those before it alone: {@code console}, {@code client}, {@code run},
 * {@code compare}, {@code service}, {@code admin}, and this one.
 */
@NullMarked
package io.deskmeter.controller.cli;

import org.jspecify.annotations.NullMarked;
