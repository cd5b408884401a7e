/**
 * A sound card that exists as a clock only. It plays a sample frame at every instant that is a multiple of 1 / rate
 * after its start, from the streams that have sound at that instant, and silence otherwise. So the play time of each
 * frame is known exactly, and a stream starts with the first frame after its sound has arrived.
 *
 * <p>Nothing here has a thread or a timer: {@link io.deskmeter.sound.pulse.card.VirtualCard#advance} plays everything
 * up to an instant. It is called before anything is changed, and all of one card is used by one thread.
 */
@NullMarked
package io.deskmeter.sound.pulse.card;

import org.jspecify.annotations.NullMarked;
