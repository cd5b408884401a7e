/**
 * Transfers the content of workloads to agents that lack it.
 *
 * <p>An agent asks for one part after the other ({@code ContentRequest}), so it sets the pace, nothing is queued for a slow line, and after a broken
 * link it goes on where it was. {@link io.deskmeter.link.content.ContentServer} answers on the controller's side;
 * {@link io.deskmeter.link.content.ContentArchive} is the format of both sides. Whether what came is what was wanted is for the receiver to
 * check, by the workload's own checksum.
 */
@NullMarked
package io.deskmeter.link.content;

import org.jspecify.annotations.NullMarked;
