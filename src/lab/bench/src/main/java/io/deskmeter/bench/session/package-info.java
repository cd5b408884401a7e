/** Works workloads in a session, as agents do, for benchmarks that measure something of it. */
@NullMarked
package io.deskmeter.bench.session;

import org.jspecify.annotations.NullMarked;
