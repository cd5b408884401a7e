/**
 * The agent notices when it stood still itself: stopped, suspended, collecting garbage, or without a CPU. A process
 * that stamps late knows nothing of it from its stamps, so a thread of the priority of those that stamp sleeps shortly,
 * again and again, and measures. What a pause overlapped is not a measurement of the platform: an operation becomes a
 * {@code harness-error}, a sample unknown.
 *
 * <p>Threading: {@link io.deskmeter.agent.pause.PauseLog} is thread-safe; {@link io.deskmeter.agent.pause.PauseWatch}
 * has a thread of its own while it is started.
 */
@NullMarked
package io.deskmeter.agent.pause;

import org.jspecify.annotations.NullMarked;
