/**
 * What answers of REST and pages have in common: problem documents (RFC 9457), lists in pages, headers for browsers,
 * and the settings of long downloads.
 */
@NullMarked
package io.deskmeter.controller.web.http;

import org.jspecify.annotations.NullMarked;
