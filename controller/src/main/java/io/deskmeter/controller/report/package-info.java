/**
 * The report files of a run: {@code report.json}, {@code report.html}, {@code timings.csv}.
 *
 * <p>A {@link io.deskmeter.controller.report.RunReport} is a plain value with the shape of {@code report.json};
 * {@code ReportAssembler} creates it. Everything else is a pure function of that value and of the stored timings: no
 * database, no clock, no network, so a report can be written again at any time and is the same.
 *
 * <p>This package has the values and how their figures are written. Each of these packages stands on those before it
 * alone: this one, {@code compare}, {@code export}, {@code chart} and {@code document}.
 */
@NullMarked
package io.deskmeter.controller.report;

import org.jspecify.annotations.NullMarked;
