/** The comparison of runs by their output folders; it needs no controller. */
@NullMarked
package io.deskmeter.controller.cli.compare;

import org.jspecify.annotations.NullMarked;
