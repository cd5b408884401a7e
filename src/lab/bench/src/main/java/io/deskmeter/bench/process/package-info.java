/** Programs that a benchmark starts: starting, communication, ending, and resource usage. */
@NullMarked
package io.deskmeter.bench.process;

import org.jspecify.annotations.NullMarked;
