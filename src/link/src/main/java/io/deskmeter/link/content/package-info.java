/**
 * Transfers the content of workloads to agents that lack it.
 *
 * <p>An agent asks for one part after the other ({@code ContentRequest}), so it controls the rate, nothing is queued
 * for a slow connection, and after a broken link it continues at the same offset.
 * {@link io.deskmeter.link.content.ContentServer} answers on the controller's side;
 * {@link io.deskmeter.link.content.ContentArchive} is the format of both sides. The receiver checks the content by the
 * workload's checksum.
 */
@NullMarked
package io.deskmeter.link.content;

import org.jspecify.annotations.NullMarked;
