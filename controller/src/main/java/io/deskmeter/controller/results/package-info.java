/**
 * The results of stored runs: load points computed again from the stored timings, and the report made of them. A file
 * beside the store caches both; the store knows neither.
 */
@NullMarked
package io.deskmeter.controller.results;

import org.jspecify.annotations.NullMarked;
