/**
 * Captures pictures that replace landmarks where these look different: another theme, scale or version of an
 * application.
 *
 * <p>{@link io.deskmeter.agent.calibration.Calibrator} has the workloads worked in rounds. In each, an operation that
 * waits for a landmark ends when the landmark is found or the picture has come to rest
 * ({@link io.deskmeter.agent.calibration.SettleFallback}). Where the landmark was not found,
 * {@link io.deskmeter.agent.calibration.LandmarkPlaces} finds the part of the screen at which it should be: at another
 * scale, or among the parts that the operation has changed. The next round looks for what was captured. A round in
 * which nothing is captured is the last. The first round only opens the applications, because operations behind that
 * point beside the landmarks of the document.
 */
@NullMarked
package io.deskmeter.agent.calibration;

import org.jspecify.annotations.NullMarked;
