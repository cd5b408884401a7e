/**
 * The formats of files that are made: OpenDocument packages ({@link io.deskmeter.workloads.make.format.OpenDocument}),
 * PDF ({@link io.deskmeter.workloads.make.format.PdfFile}) and frames of video without compression
 * ({@link io.deskmeter.workloads.make.format.Yuv}). They know nothing of what a document contains.
 */
@NullMarked
package io.deskmeter.workloads.make.format;

import org.jspecify.annotations.NullMarked;
