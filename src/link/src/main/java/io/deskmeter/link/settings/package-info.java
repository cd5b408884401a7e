/**
 * Detects settings without effect. Programs take options and a few environment variables only (decision 0030); other
 * settings with similar names are reported in the log.
 */
@NullMarked
package io.deskmeter.link.settings;

import org.jspecify.annotations.NullMarked;
