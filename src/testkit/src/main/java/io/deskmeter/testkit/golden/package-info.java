/**
 * A golden set of desktop pictures: what stands where in them is known. Drawn by code from a seed, in several themes and scales, with landmarks
 * and with pictures that are nearly those, and sent through the lossy codecs of remote desktops. {@link
 * io.deskmeter.testkit.golden.GoldenSet} is the way in.
 */
@NullMarked
package io.deskmeter.testkit.golden;

import org.jspecify.annotations.NullMarked;
