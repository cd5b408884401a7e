/** A TCP proxy that breaks connections on request. */
@NullMarked
package io.deskmeter.testkit.proxy;

import org.jspecify.annotations.NullMarked;
