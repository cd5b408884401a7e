/** Programs that a benchmark starts: how they are started, spoken with and ended, and what they cost. */
@NullMarked
package io.deskmeter.bench.process;

import org.jspecify.annotations.NullMarked;
