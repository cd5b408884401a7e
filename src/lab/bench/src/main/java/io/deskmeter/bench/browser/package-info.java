/** Finds and starts the browser in which benchmarks measure the web pages and end-to-end tests run them. */
@NullMarked
package io.deskmeter.bench.browser;

import org.jspecify.annotations.NullMarked;
