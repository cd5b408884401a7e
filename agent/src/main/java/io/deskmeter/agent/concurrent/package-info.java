/**
 * Ordered execution without dedicated threads: a session is a {@link io.deskmeter.screen.shared.SerialExecutor} on a
 * small shared pool and a few {@link io.deskmeter.agent.concurrent.ResettableTimer}s, so sixty sessions need neither
 * sixty threads nor locks.
 */
@NullMarked
package io.deskmeter.agent.concurrent;

import org.jspecify.annotations.NullMarked;
