/** Lines between programs that break when a test says so. */
@NullMarked
package io.deskmeter.testkit.line;

import org.jspecify.annotations.NullMarked;
