/**
 * What differs between runs: capacity, responses, metrics, and the setup around them. Start with
 * {@link io.deskmeter.controller.report.compare.RunComparison}.
 */
@NullMarked
package io.deskmeter.controller.report.compare;

import org.jspecify.annotations.NullMarked;
