/**
 * {@code ./deskmeter bench pages}: the web pages in a real Chromium over a real controller process. How much the first
 * view loads and when it is complete; how fast the results of a million timings open and respond to the pointer,
 * compared with alternatives; how smoothly the page of a live run of a thousand simulated sessions is drawn, and
 * whether its memory stays flat.
 */
@NullMarked
package io.deskmeter.bench.pages;

import org.jspecify.annotations.NullMarked;
