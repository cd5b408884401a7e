/** The charts of a report, drawn as SVG, and the bounded part of all timings and samples that they show. */
@NullMarked
package io.deskmeter.controller.report.chart;

import org.jspecify.annotations.NullMarked;
