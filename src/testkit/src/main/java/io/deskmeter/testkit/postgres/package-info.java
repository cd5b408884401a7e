/** A PostgreSQL server for tests. */
@NullMarked
package io.deskmeter.testkit.postgres;

import org.jspecify.annotations.NullMarked;
