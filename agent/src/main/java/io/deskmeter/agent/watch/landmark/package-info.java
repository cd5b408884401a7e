/**
 * Landmarks of workloads, and where they are in the current picture of a session. Start with
 * {@link io.deskmeter.agent.watch.landmark.ScreenMatcher}; {@link io.deskmeter.agent.watch.landmark.Landmarks} has the
 * pictures of all workloads, and {@link io.deskmeter.agent.watch.landmark.LandmarkQuery} is what a condition looks for.
 */
@NullMarked
package io.deskmeter.agent.watch.landmark;

import org.jspecify.annotations.NullMarked;
