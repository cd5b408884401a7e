/** What runs have measured: timings, samples, pictures, figures, comparisons. */
@NullMarked
package io.deskmeter.controller.web.result;

import org.jspecify.annotations.NullMarked;
