/** A TCP proxy that breaks connections on request. */
@NullMarked
package io.deskmeter.bench.proxy;

import org.jspecify.annotations.NullMarked;
