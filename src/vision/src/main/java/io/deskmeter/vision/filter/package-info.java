/**
 * Excludes places at which a pattern cannot be, before they are compared pixel by pixel. Start with
 * {@link io.deskmeter.vision.filter.CoarseFilter}, which has the proof that no match is missed; what it leaves is
 * listed in {@link io.deskmeter.vision.filter.CandidatePlaces}. {@link io.deskmeter.vision.filter.ContrastFilter} first
 * leaves out what has too little contrast, for patterns smaller than the stored blocks, and
 * {@link io.deskmeter.vision.filter.ImageCorrelator} for places of which too many remain.
 * {@link io.deskmeter.vision.filter.ScratchMemory} is the memory of one search.
 */
@NullMarked
package io.deskmeter.vision.filter;

import org.jspecify.annotations.NullMarked;
