/**
 * The report files of a run: {@code report.json}, {@code report.html}, {@code timings.csv}.
 *
 * <p>A {@link io.deskmeter.controller.report.RunReport} is a plain value with the shape of {@code report.json}; {@code ReportAssembler} creates it.
 * Everything else is a pure function of that value and of the stored timings: no database, no clock, no network, so a report can be written again at
 * any time and is the same. The HTML is one file that opens offline; it has no script and loads nothing. All text reaches it through
 * {@link io.deskmeter.evidence.Markup}, which escapes it.
 */
@NullMarked
package io.deskmeter.controller.report;

import org.jspecify.annotations.NullMarked;
