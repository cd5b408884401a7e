/**
 * A sound server that speaks PulseAudio's native protocol, for playback only. Programs that play through PulseAudio
 * play to it, on this machine or through a tunnel; what they play is delivered as
 * {@linkplain io.deskmeter.sound.SoundBlock blocks} with the times at which a card would have played it.
 *
 * <p>{@link io.deskmeter.sound.pulse.SinkServers} opens a server for each desktop, at an address and with a cookie of
 * its own. The sound of a desktop's clients is mixed, as on a desktop, on a
 * {@linkplain io.deskmeter.sound.pulse.card.VirtualCard card} that is only a clock: nothing is played aloud, and no
 * sound daemon runs.
 *
 * <p>Threading: an event loop reads, answers and mixes for all servers; the listener of a source is called on the
 * executor that was given with it.
 *
 * <p>Clients are not trusted: frames, streams, connections, memory and what waits to be sent are
 * {@linkplain io.deskmeter.sound.pulse.SinkLimits limited}, and a client that breaks the protocol is disconnected.
 */
@NullMarked
package io.deskmeter.sound.pulse;

import org.jspecify.annotations.NullMarked;
