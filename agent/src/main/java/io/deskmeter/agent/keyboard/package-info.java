/**
 * Tests before a run that typed texts arrive as they were meant.
 *
 * <p>A text field on the desktop shows what it has received as a picture that programs can read:
 * {@link io.deskmeter.agent.keyboard.FieldCode}. Whoever types there reads it from the same display, so the way from
 * the key to the field and the way back are those of a run, and the field needs no connection of its own. The field is
 * a window of the desktop agent or of a command ({@link io.deskmeter.agent.keyboard.KeyboardField}), or, where neither
 * can run, a page in a browser ({@link io.deskmeter.agent.keyboard.KeyboardPage}).
 *
 * <p>{@link io.deskmeter.agent.keyboard.KeyboardProof} types each text as a session does. Where a text arrives as
 * another one, it types each of its characters alone, and says which of them are lost and what came instead. It types
 * nothing unless the field shows that it has the focus.
 */
@NullMarked
package io.deskmeter.agent.keyboard;

import org.jspecify.annotations.NullMarked;
