/**
 * The files of a run that other programs read: JSON, CSV and JUnit's XML. What is read again, for a comparison, has its
 * reader beside its writer.
 */
@NullMarked
package io.deskmeter.controller.report.export;

import org.jspecify.annotations.NullMarked;
