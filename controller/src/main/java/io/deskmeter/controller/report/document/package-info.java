/**
 * The report for people, as HTML and as PDF. The HTML is one file that opens offline; it has no script and loads
 * nothing. All text reaches it through {@link io.deskmeter.evidence.Markup}, which escapes it.
 */
@NullMarked
package io.deskmeter.controller.report.document;

import org.jspecify.annotations.NullMarked;
