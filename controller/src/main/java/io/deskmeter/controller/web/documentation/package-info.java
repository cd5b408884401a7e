/**
 * The documentation, shipped with the program: the pages of {@code docs}, which the build puts beside these classes as
 * they are, rendered when they are asked for. They need no script and nothing from elsewhere.
 * {@code DocumentationFiles} knows what there is, {@code DocumentLinks} where a link leads, {@code MarkdownPage} makes
 * a document into HTML, and {@code DocumentationLayout} puts the look of the program and the list of all pages around
 * it.
 */
@NullMarked
package io.deskmeter.controller.web.documentation;

import org.jspecify.annotations.NullMarked;
