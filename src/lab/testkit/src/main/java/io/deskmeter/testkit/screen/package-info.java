/**
 * Screens for tests in virtual time: a {@link io.deskmeter.testkit.screen.ScriptedScreen} shows what a script paints,
 * at the times of the script, and reacts to input as the script defines. {@link io.deskmeter.testkit.screen.Mark}s
 * serve as landmarks.
 */
@NullMarked
package io.deskmeter.testkit.screen;

import org.jspecify.annotations.NullMarked;
