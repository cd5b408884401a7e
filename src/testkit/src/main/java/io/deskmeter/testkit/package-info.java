/** A virtual clock, scripted screens and test kits, shared by the tests of all modules. */
@NullMarked
package io.deskmeter.testkit;

import org.jspecify.annotations.NullMarked;
