/**
 * Checks in virtual time: {@link io.deskmeter.bench.av.simulated.FollowedClip} follows a clip that is played with known
 * faults as an agent does.
 */
@NullMarked
package io.deskmeter.bench.av.simulated;

import org.jspecify.annotations.NullMarked;
