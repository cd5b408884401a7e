/**
 * What tests of any module use and what stands on no module: a virtual clock, free ports, a small disk, a PostgreSQL
 * server. Screens and instruments are in the testkit.
 */
@NullMarked
package io.deskmeter.testsupport;

import org.jspecify.annotations.NullMarked;
