/**
 * How often comparisons call equal runs different, and what differences they find: simulated runs whose true
 * differences are known, compared by the code of the product ({@link io.deskmeter.measure.compare.Comparison}).
 */
@NullMarked
package io.deskmeter.bench.compare;

import org.jspecify.annotations.NullMarked;
