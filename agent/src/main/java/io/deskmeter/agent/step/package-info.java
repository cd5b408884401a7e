/**
 * What a simulated user does with hands: steps of the language turned into input events, program starts and pauses.
 *
 * <p>{@link io.deskmeter.agent.step.Hands} performs one step at a time and answers with a future; nothing here waits on a thread. What is
 * to be seen on the screen is no matter of this package.
 */
@NullMarked
package io.deskmeter.agent.step;

import org.jspecify.annotations.NullMarked;
