/**
 * Reports skipped tests. A skipped test looks like a passed one, so the lane counts and names them at its end. If it
 * runs as root, with every package that tests need, it allows only those of a list with the reason for each.
 */
@NullMarked
package io.deskmeter.testkit.skipped;

import org.jspecify.annotations.NullMarked;
