/** A PostgreSQL server for tests. */
@NullMarked
package io.deskmeter.testsupport.postgres;

import org.jspecify.annotations.NullMarked;
