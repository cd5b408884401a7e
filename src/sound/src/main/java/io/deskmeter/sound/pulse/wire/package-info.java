/**
 * The bytes of PulseAudio's native protocol: frames with a descriptor of 20 bytes, and commands whose fields carry
 * their types. Everything that comes from a client is checked before it is used.
 */
@NullMarked
package io.deskmeter.sound.pulse.wire;

import org.jspecify.annotations.NullMarked;
