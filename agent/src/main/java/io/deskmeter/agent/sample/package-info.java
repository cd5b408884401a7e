/**
 * Measures the metrics other than response times. Each kind of sampler is an
 * {@link io.deskmeter.agent.sample.OperationSampler}; a session tells all of its samplers what happens, and knows no
 * more of them.
 *
 * <p>When an operation has ended and its timing is on its way, a {@link io.deskmeter.agent.sample.PictureSampler}
 * remembers the landmark's place and follows it with the frames that come anyway: until it has not changed for half a
 * second, or until the next input leaves. So nothing of it can delay an input or the decision about a frame that is
 * measured, and no frame is asked for on its account.
 *
 * <p>Threading: everything here is owned by one session and called on its executor.
 */
@NullMarked
package io.deskmeter.agent.sample;

import org.jspecify.annotations.NullMarked;
