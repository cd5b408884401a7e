/**
 * Says which tests were skipped. A test that is skipped looks like one that has passed; so the lane counts and names them at its end, and where it runs as root, with
 * every package that tests need, it allows none but those of a list that gives the reason of each.
 */
@NullMarked
package io.deskmeter.testkit.skipped;

import org.jspecify.annotations.NullMarked;
