/**
 * Order without threads of one's own: a session is a {@link io.deskmeter.agent.concurrent.SerialExecutor} on a small shared pool and a
 * few {@link io.deskmeter.agent.concurrent.ResettableTimer}s, so sixty sessions need no sixty threads and no locks.
 */
@NullMarked
package io.deskmeter.agent.concurrent;

import org.jspecify.annotations.NullMarked;
