/** How the browser is found and started in which the web pages are measured, and in which e2e tries them. */
@NullMarked
package io.deskmeter.bench.browser;

import org.jspecify.annotations.NullMarked;
