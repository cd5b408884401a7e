/**
 * Checks in real time: real players, whose sound reaches a {@link io.deskmeter.bench.av.live.SoundServer} directly or
 * through a relay, and a real window that is painted at known times. Their truth is when a relay has passed on sound or
 * picture.
 */
@NullMarked
package io.deskmeter.bench.av.live;

import org.jspecify.annotations.NullMarked;
