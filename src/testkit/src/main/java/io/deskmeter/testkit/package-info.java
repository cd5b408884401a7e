/** Virtual clock, scripted screens, kits: what tests of every module share. */
@NullMarked
package io.deskmeter.testkit;

import org.jspecify.annotations.NullMarked;
