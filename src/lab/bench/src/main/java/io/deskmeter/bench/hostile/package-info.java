/**
 * {@code ./deskmeter bench hostile}: strangers at the ports that other machines reach, while simulated sessions work.
 * The strangers are a program of their own, with the lowest priority, as agents and people have machines of their own.
 */
@NullMarked
package io.deskmeter.bench.hostile;

import org.jspecify.annotations.NullMarked;
