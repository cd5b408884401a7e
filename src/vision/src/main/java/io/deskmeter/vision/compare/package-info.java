/**
 * Compares a part of a screen with a picture that is known, without a search.
 * {@link io.deskmeter.vision.compare.RegionMemory} counts the pixels of a region that have changed, and
 * {@link io.deskmeter.vision.compare.Similarity} tells how alike two pictures look to a person.
 */
@NullMarked
package io.deskmeter.vision.compare;

import org.jspecify.annotations.NullMarked;
