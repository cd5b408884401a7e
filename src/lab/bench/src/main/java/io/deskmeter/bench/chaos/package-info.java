/**
 * Disturbs controller, agents, their lines, disks and clocks at random, and proves that nothing is lost and nothing
 * untrue is said.
 */
@NullMarked
package io.deskmeter.bench.chaos;

import org.jspecify.annotations.NullMarked;
