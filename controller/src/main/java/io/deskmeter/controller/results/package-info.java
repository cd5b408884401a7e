/**
 * The results of stored runs: their load points, judged again from what is stored and kept in a file beside it, and the
 * report that is made of them. The store knows neither.
 */
@NullMarked
package io.deskmeter.controller.results;

import org.jspecify.annotations.NullMarked;
