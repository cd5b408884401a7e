/** A Windows for tests: programs of Windows, and a Java for it, under Wine. */
@NullMarked
package io.deskmeter.testkit.wine;

import org.jspecify.annotations.NullMarked;
