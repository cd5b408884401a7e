/**
 * Screens for tests in virtual time: a {@link io.deskmeter.testkit.screen.ScriptedScreen} shows what a script paints, when the script says
 * so, and answers to input as the script says. {@link io.deskmeter.testkit.screen.Mark}s stand for landmarks.
 */
@NullMarked
package io.deskmeter.testkit.screen;

import org.jspecify.annotations.NullMarked;
