/**
 * The probe program of the workloads {@code ue/drag}, {@code ue/drag-over-video} and {@code ue/scroll}: a window over
 * the whole desktop with an object to drag, or with a long picture to scroll.
 *
 * <p>It is plain AWT and needs nothing but a Java runtime on the desktop, so the build packs it into the content of
 * these workloads, together with the classes that say what is painted. It must not be what is slow: each input is
 * painted at once, into memory and from there with one operation, so that no part of it is seen before the others. How
 * long that takes it writes to a file ({@link io.deskmeter.workloads.probe.PaintTimesWriter}), which the agent reads
 * where it can.
 *
 * <p>Everything happens on the thread of AWT's events, except for the writing.
 */
@NullMarked
package io.deskmeter.workloads.probe;

import org.jspecify.annotations.NullMarked;
