/**
 * A golden set of desktop pictures with known content. They are drawn by code from a seed, in several themes and
 * scales, with landmarks and similar pictures, and sent through the lossy codecs of remote desktops. Start with
 * {@link io.deskmeter.bench.golden.GoldenSet}.
 */
@NullMarked
package io.deskmeter.bench.golden;

import org.jspecify.annotations.NullMarked;
