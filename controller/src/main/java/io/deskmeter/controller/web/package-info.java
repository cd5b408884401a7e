/**
 * REST under {@code /api/v1}, the event stream, the web pages and the documentation.
 *
 * <p>Every error is a problem document (RFC 9457) that names the offending value and what was expected. A subscriber of
 * events gets complete snapshots: the first at once, later ones at most twice a second, the last when the run is over;
 * a slow one misses snapshots in between and nothing else.
 *
 * <p>It has no class of its own. Each of its packages stands on those before it alone: {@code http}, {@code document},
 * {@code stream}, {@code run}, then, beside each other, {@code result}, {@code profile}, {@code people},
 * {@code machine} and {@code documentation}, and at last {@code event}.
 */
@NullMarked
package io.deskmeter.controller.web;

import org.jspecify.annotations.NullMarked;
